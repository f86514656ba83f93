import FeatureKit
import FeatureStorage
import Foundation
import RecordFiles
import Testing

@Suite(.timeLimit(.minutes(5))) struct RecordFilesTests {
    private let folder: TemporaryFolder
    private let files = RecordFiles()

    init() throws { folder = try TemporaryFolder() }

    /// Returns the reason for which a path is refused, or `nil`.
    private func refusal(_ path: String, _ files: RecordFiles = RecordFiles()) -> String? {
        do {
            _ = try files.open(path)
            return nil
        } catch let error as FeatureError where error.code == .unreadableFile {
            let start = "cannot read '\(path)': "
            return error.message.hasPrefix(start) ? String(error.message.dropFirst(start.count)) : error.message
        } catch {
            return "\(error)"
        }
    }

    @Test(arguments: ["dogs.csv", "dogs.CSV", "my dogs.v2.Csv", "개.csv"])
    func `The records of a CSV file are read`(name: String) async throws {
        let text = "id,name,breed,age\n1,Alfred,Labrador,1\n2,바둑이,Doberman,5\n3,Lucky,Labrador,3\n"
        let path = try folder.write(text, to: name)
        #expect(try await files.open(path).records(of: Dog.self) == Dog.three)
    }

    @Test(arguments: ["dogs.json", "dogs.JSON"])
    func `The records of a JSON file are read`(name: String) async throws {
        let text = """
            [{"name": "Alfred", "breed": "Labrador", "age": 1}, {"name": "바둑이", "breed": "Doberman", "age": 5},
             {"name": "Lucky", "breed": "Labrador", "age": 3}]
            """
        let path = try folder.write(text, to: name)
        #expect(try await files.open(path).records(of: Dog.self) == Dog.three)
    }

    @Test(arguments: RecordFileFormat.allCases)
    func `All records of a long file are read in order`(format: RecordFileFormat) async throws {
        let ages = (0..<10_000).map { $0 % 31 }
        let text =
            switch format {
            case .csv: "name,breed,age\n" + ages.map { "개 \($0),Bulldog,\($0)\n" }.joined()
            case .json:
                "[" + ages.map { #"{"name":"개 \#($0)","breed":"Bulldog","age":\#($0)}"# }.joined(separator: ",") + "]"
            }
        let path = try folder.write(text, to: "dogs.\(format)")
        let dogs = try await files.open(path).records(of: Dog.self)
        #expect(dogs == ages.enumerated().map { Dog(id: "\($0 + 1)", name: "개 \($1)", breed: .bulldog, age: $1) })
    }

    @Test func `A malformed file can be opened, and its error names the path as the caller gave it`() async throws {
        let path = try folder.write("name,breed,age\nRex,Bulldog,abc\n", to: "dogs.csv")
        let error = await #expect(throws: RecordFileError.self) { try await files.open(path).records(of: Dog.self) }
        #expect("\(try #require(error))" == "\(path), line 2, age: expected a whole number from 0 to 30, got \"abc\"")
    }

    @Test func `Each load reads the file again`() async throws {
        let path = try folder.write("name,breed,age\nRex,Bulldog,2\n", to: "dogs.csv")
        let file = try files.open(path)
        #expect(try await file.records(of: Dog.self).map(\.name) == ["Rex"])
        try folder.write("name,breed,age\nMax,Bulldog,2\n", to: "dogs.csv")
        #expect(try await file.records(of: Dog.self).map(\.name) == ["Max"])
        try FileManager.default.removeItem(atPath: path)
        let error = await #expect(throws: FeatureError.self) { try await file.records(of: Dog.self) }
        #expect(error?.code == .unreadableFile)
    }

    @Test func `The error for a missing file suggests the most similar file name in its folder`() throws {
        try folder.write("", to: "dogs.csv")
        try folder.write("", to: "dots.txt")
        #expect(refusal("\(folder.path)/dosg.csv") == "there is no such file; did you mean 'dogs.csv'?")
        #expect(refusal("\(folder.path)/houses.json") == "there is no such file")
        #expect(refusal("\(folder.path)/none/dogs.csv") == "there is no such file")
        #expect(refusal("\(folder.path)/dogs.csv/dogs.csv") == "a part of the path before the last '/' is not a folder")
        #expect(refusal("\(folder.path)/dogs.csv\0.csv")?.hasPrefix("there is no such file") == true)
    }

    @Test(arguments: ["dogs.txt", "dogs", "", ".csv/dogs", "csv", "dogs.csv.gz"])
    func `A path without the extension csv or json is refused`(path: String) {
        #expect(refusal(path) == "expected a path that ends in .csv or .json")
    }

    @Test func `The error for a misspelt name of a source suggests the correct name`() {
        #expect(refusal("smaple") == "expected a path that ends in .csv or .json; did you mean 'sample'?")
    }

    @Test func `A folder is refused`() throws {
        try FileManager.default.createDirectory(atPath: "\(folder.path)/dogs.csv", withIntermediateDirectories: false)
        #expect(refusal("\(folder.path)/dogs.csv") == "it is a folder; give the path of a .csv or .json file in it")
    }

    @Test func `A pipe or a device is refused immediately`() throws {
        let reason = "it is a pipe, a socket or a device; copy its output to a file first"
        #expect(mkfifo("\(folder.path)/pipe.csv", 0o600) == 0)
        #expect(refusal("\(folder.path)/pipe.csv") == reason)
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder.path)/null.json", withDestinationPath: "/dev/null")
        #expect(refusal("\(folder.path)/null.json") == reason)
    }

    @Test func `A dangling link is refused, and a link to a file is followed`() async throws {
        try folder.write("name,breed,age\nRex,Bulldog,2\n", to: "dogs.csv")
        for (link, target) in [("good.csv", "dogs.csv"), ("dead.csv", "nothing.csv"), ("loop.csv", "loop.csv")] {
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder.path)/\(link)", withDestinationPath: "\(folder.path)/\(target)")
        }
        #expect(try await files.open("\(folder.path)/good.csv").records(of: Dog.self).count == 1)
        #expect(refusal("\(folder.path)/dead.csv")?.hasPrefix("there is no such file") == true)
        #expect(refusal("\(folder.path)/loop.csv") == String(cString: strerror(ELOOP)))
    }

    @Test(.enabled(if: geteuid() != 0, "the superuser may read every file"))
    func `A file without read permission is refused`() throws {
        let path = try folder.write("", to: "dogs.csv")
        #expect(chmod(path, 0) == 0)
        #expect(refusal(path) == "permission denied; check its owner and mode with 'ls -l'")
    }

    @Test func `A leading tilde in a path means the home folder, and messages keep the tilde`() async throws {
        try folder.write("name,breed,age\nRex,Bulldog,2\n", to: "dogs.csv")
        let files = RecordFiles(homeFolder: folder.path)
        #expect(try await files.open("~/dogs.csv").records(of: Dog.self).count == 1)
        #expect(refusal("~/cats.csv", files) == "there is no such file")
        #expect(refusal("~dogs.csv", files) == "there is no such file")
    }
}
