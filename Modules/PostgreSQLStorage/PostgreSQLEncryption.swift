#if PostgreSQL
    #if canImport(Darwin)
        import Darwin
    #elseif canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif

    /// The encryption library that libpq uses.
    enum PostgreSQLEncryption {
        /// Lets connections use OpenSSL until the process has ended.
        ///
        /// By default, OpenSSL frees its state when the process calls `exit`. A connection on another thread that is
        /// being opened or closed then crashes the process. `OPENSSL_INIT_NO_ATEXIT` (OPENSSL_init_crypto(3)) must be
        /// set before OpenSSL is first used.
        static let outlivesExit: Void = {
            typealias Initialize = @convention(c) (UInt64, OpaquePointer?) -> Int32
            let noCleanup: UInt64 = 0x0008_0000
            // libpq may have been built with another library, so look the function up.
            guard let program = dlopen(nil, RTLD_NOW), let symbol = dlsym(program, "OPENSSL_init_crypto") else {
                return
            }
            _ = unsafeBitCast(symbol, to: Initialize.self)(noCleanup, nil)
        }()
    }
#endif
