#if PostgreSQL
    import CLibPQ

    /// A parameter of a statement, in the binary format of its type.
    enum PostgreSQLParameter {
        case integer(Int64)
        case bool(Bool)
        case text(String?)
        case bytes([UInt8]?)
        case texts([String])
        case byteArrays([[UInt8]?])
        case integers([Int64])
        case shortIntegers([Int32])

        // The object ids of these types never change (PostgreSQL's pg_type.dat).
        private static let textType: Oid = 25
        private static let bytesType: Oid = 17
        private static let integerType: Oid = 20
        private static let shortIntegerType: Oid = 23

        var type: Oid {
            switch self {
            case .integer: Self.integerType
            case .bool: 16
            case .text: Self.textType
            case .bytes: Self.bytesType
            case .texts: 1009
            case .byteArrays: 1001
            case .integers: 1016
            case .shortIntegers: 1007
            }
        }

        /// Appends the value's bytes and returns their range, or `nil` for NULL.
        func append(to bytes: inout [UInt8]) -> Range<Int>? {
            let start = bytes.count
            switch self {
            case .integer(let number): bytes.append(bigEndian: number)
            case .bool(let isTrue): bytes.append(isTrue ? 1 : 0)
            case .text(let text):
                guard let text else { return nil }
                bytes.append(contentsOf: text.utf8)
            case .bytes(let value):
                guard let value else { return nil }
                bytes.append(contentsOf: value)
            case .texts(let texts): Self.append(texts.map { $0.utf8 }, of: Self.textType, to: &bytes)
            case .byteArrays(let values): Self.append(values, of: Self.bytesType, to: &bytes)
            case .integers(let numbers): Self.append(numbers, of: Self.integerType, to: &bytes)
            case .shortIntegers(let numbers): Self.append(numbers, of: Self.shortIntegerType, to: &bytes)
            }
            return start..<bytes.count
        }

        /// Appends an array of texts or bytes; `nil` means NULL.
        private static func append(_ elements: [(some Collection<UInt8>)?], of type: Oid, to bytes: inout [UInt8]) {
            appendHeader(of: type, count: elements.count, hasNull: elements.contains { $0 == nil }, to: &bytes)
            for element in elements {
                bytes.append(bigEndian: Int32(element?.count ?? -1))
                if let element { bytes.append(contentsOf: element) }
            }
        }

        /// Appends an array of numbers.
        private static func append<Number: FixedWidthInteger>(
            _ elements: [Number], of type: Oid, to bytes: inout [UInt8]
        ) {
            appendHeader(of: type, count: elements.count, hasNull: false, to: &bytes)
            bytes.reserveCapacity(bytes.count + elements.count * (4 + MemoryLayout<Number>.size))
            for element in elements {
                bytes.append(bigEndian: Int32(MemoryLayout<Number>.size))
                bytes.append(bigEndian: element)
            }
        }

        /// Appends the beginning of a one-dimensional array in the format of PostgreSQL's `array_recv`.
        ///
        /// The header consists of the number of dimensions, a flag for NULLs, the element type, the number of elements
        /// and the first index. Each element follows its length. The length -1 means NULL.
        private static func appendHeader(of type: Oid, count: Int, hasNull: Bool, to bytes: inout [UInt8]) {
            for number in [count == 0 ? 0 : 1, hasNull ? 1 : 0, Int32(type)] { bytes.append(bigEndian: number) }
            guard count > 0 else { return }
            bytes.append(bigEndian: Int32(count))
            bytes.append(bigEndian: 1 as Int32)
        }
    }

    extension [UInt8] {
        fileprivate mutating func append(bigEndian number: some FixedWidthInteger) {
            Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
        }
    }
#endif
