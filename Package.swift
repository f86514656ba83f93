// swift-tools-version: 6.2
import PackageDescription

// One name for each feature. The names of its module, its library product and its tests follow from this name.
let features = [
    "Doggy",
    "Game",
    "House",
    "User",
]

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

/// The names of the program and test targets to build, or `nil` to build all of them.
///
/// Tools/new-feature names the targets of one feature.
let chosenTargets = Context.environment["FEATUREHOST_TARGETS"]?.split(separator: " ").map(String.init)

/// Declares a library module in `Modules` or `Apps`.
func module(
    _ name: String, in folder: String = "Modules", resources: [Resource] = [], _ dependencies: Target.Dependency...
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "\(folder)/\(name)",
        resources: resources.isEmpty ? nil : resources, swiftSettings: settings)
}

/// Declares the tests of a module.
func tests(of name: String, exclude: [String] = [], _ dependencies: Target.Dependency...) -> Target {
    .testTarget(
        name: "\(name)Tests",
        dependencies: [.init(stringLiteral: name)] + dependencies,
        path: "Tests/\(name)Tests",
        exclude: exclude,
        swiftSettings: settings
    )
}

/// Declares a feature module and its tests.
func feature(_ name: String) -> [Target] {
    [
        module("\(name)Feature", "FeatureKit", "FeatureStorage", "RecordScreens"),
        tests(of: "\(name)Feature", "FeatureKit", "FeatureStorage", "FeatureTesting"),
    ]
}

/// Declares a small program for the measurements of `Tools/Benchmarks/run`.
func benchmark(_ name: String, _ dependencies: Target.Dependency...) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, path: "Tools/Benchmarks/\(name)", swiftSettings: settings)
}

let featureModules = features.map { "\($0)Feature" }
let publicModules = [
    "FeatureKit", "FeatureStorage", "FeatureTesting", "RecordFiles", "RecordScreens", "SQLiteStorage",
    "CommandLineFrontEnd", "HTTPFrontEnd",
]
let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let asyncHTTPClient = Target.Dependency.product(name: "AsyncHTTPClient", package: "async-http-client")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let customDump = Target.Dependency.product(name: "CustomDump", package: "swift-custom-dump")
// Only the package's trait adds this dependency, so that a build without it compiles no certificates.
let jwtKit = Target.Dependency.product(name: "JWTKit", package: "jwt-kit", condition: .when(traits: ["OIDC"]))
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let grdbSQLite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let hummingbirdCore = Target.Dependency.product(name: "HummingbirdCore", package: "hummingbird")
let hummingbirdHTTP2 = Target.Dependency.product(name: "HummingbirdHTTP2", package: "hummingbird")
let hummingbirdTesting = Target.Dependency.product(name: "HummingbirdTesting", package: "hummingbird")
let hummingbirdTLS = Target.Dependency.product(name: "HummingbirdTLS", package: "hummingbird")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let metrics = Target.Dependency.product(name: "CoreMetrics", package: "swift-metrics")
// Only the package's trait adds this dependency. A build without the trait needs no PostgreSQL header.
let libPQ = Target.Dependency.target(name: "CLibPQ", condition: .when(traits: ["PostgreSQL"]))
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioEmbedded = Target.Dependency.product(name: "NIOEmbedded", package: "swift-nio")
let nioHTTP1 = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let nioHTTPTypes = Target.Dependency.product(name: "NIOHTTPTypes", package: "swift-nio-extras")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let nioSSL = Target.Dependency.product(name: "NIOSSL", package: "swift-nio-ssl")
let nioTLS = Target.Dependency.product(name: "NIOTLS", package: "swift-nio")
let serviceLifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let unixSignals = Target.Dependency.product(name: "UnixSignals", package: "swift-service-lifecycle")

let package = Package(
    name: "FeatureHost",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .executable(name: "featurehost", targets: ["featurehost"]),
        .plugin(name: "new-feature", targets: ["NewFeature"]),
    ]
        + (featureModules + publicModules).map { .library(name: $0, targets: [$0]) },
    traits: [
        .trait(name: "OIDC", description: "Signs people in by an OpenID provider."),
        .trait(name: "PostgreSQL", description: "Keeps records in PostgreSQL too; needs the headers of libpq."),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-crypto.git", from: "4.5.0"),
        .package(url: "https://github.com/apple/swift-http-types.git", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log.git", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-metrics.git", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.100.0"),
        .package(url: "https://github.com/apple/swift-nio-extras.git", from: "1.30.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.37.0"),
        .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.30.0"),
        .package(url: "https://github.com/groue/GRDB.swift.git", from: "7.10.0"),
        // Disable the two default traits. SwiftPM passes them in a random order, which recompiles the package in every
        // second build.
        .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.0", traits: []),
        .package(url: "https://github.com/pointfreeco/swift-custom-dump.git", from: "1.7.3"),
        .package(url: "https://github.com/swiftlang/swift-docc-plugin.git", from: "1.5.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.13.0"),
        .package(url: "https://github.com/vapor/jwt-kit.git", from: "5.7.0"),
    ],
    targets: (features.flatMap(feature) + [
        module("FeatureKit"),
        module("FeatureStorage", "FeatureKit"),
        module("FeatureTesting", "FeatureKit", "FeatureStorage", "RecordScreens", customDump),
        .systemLibrary(
            name: "CLibPQ", path: "Modules/CLibPQ", pkgConfig: "libpq",
            providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        // Do not use pkg-config: its option -L would make release builds link the shared SQLite library instead of the
        // archive of Tools/release-options.
        .systemLibrary(
            name: "CZlib", path: "Modules/CZlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        // The module of the C library lacks the header of its allocator.
        .systemLibrary(name: "CMalloc", path: "Modules/CMalloc"),
        module("OpenIDConnect", "FeatureKit", asyncHTTPClient, crypto, jwtKit, nioCore, nioHTTP1),
        module("PostgreSQLStorage", "FeatureKit", "FeatureStorage", libPQ),
        module("RecordFiles", "FeatureKit", "FeatureStorage"),
        module("RecordScreens", "FeatureKit", "FeatureStorage"),
        module(
            "RemoteRecords", "FeatureKit", "FeatureStorage", "RecordFiles", asyncHTTPClient, nioCore,
            nioHTTP1, nioPosix),
        module("SQLiteStorage", "FeatureKit", "FeatureStorage", grdb, grdbSQLite),
        module(
            "HTTPConnections", "FeatureKit", httpTypes, hummingbirdCore, hummingbirdHTTP2, hummingbirdTLS, logging,
            nioCore, nioHTTP1, nioHTTPTypes, nioPosix, nioSSL, nioTLS),
        module(
            "HTTPFrontEnd", in: "Apps", resources: [.embedInCode("Resources")], "FeatureKit", "FeatureStorage",
            "HTTPConnections", "Interaction", "OpenIDConnect", "CMalloc", "CZlib", argumentParser, crypto, httpTypes,
            hummingbird, hummingbirdCore, logging, metrics, nioCore, nioHTTP1, nioSSL, serviceLifecycle, unixSignals),
        module("Interaction", "FeatureKit"),
        module("TerminalKit"),
        module(
            "CommandLineFrontEnd", in: "Apps", "FeatureKit", "FeatureStorage", "Interaction", "TerminalKit",
            argumentParser, asyncHTTPClient, nioCore, nioHTTP1, nioPosix, nioSSL),
        .target(
            name: "FeatureCatalog",
            dependencies: [
                "FeatureKit", "FeatureStorage", "PostgreSQLStorage", "RecordFiles", "RemoteRecords", "SQLiteStorage",
            ]
                + featureModules.map { .init(stringLiteral: $0) },
            path: "Apps/FeatureCatalog", swiftSettings: settings),
        .executableTarget(
            name: "featurehost",
            dependencies: [
                "CommandLineFrontEnd", "FeatureCatalog", "FeatureKit", "FeatureStorage", "HTTPFrontEnd", argumentParser,
            ],
            path: "Apps/featurehost", swiftSettings: settings),
        .plugin(
            name: "NewFeature",
            capability: .command(
                intent: .custom(verb: "new-feature", description: "Writes a feature, builds it and runs its tests."),
                permissions: [.writeToPackageDirectory(reason: "It writes the feature's modules and registers it.")]),
            path: "Tools/NewFeature/Plugin"),
        benchmark("BareServer", argumentParser, grdb, hummingbird, logging),
        benchmark("BrowsedPages", "DoggyFeature", "FeatureCatalog", "FeatureStorage"),
        benchmark(
            "Costs", "CommandLineFrontEnd", "FeatureCatalog", "FeatureKit", "HTTPFrontEnd", "TerminalKit", httpTypes,
            hummingbird, hummingbirdTesting, logging),
        benchmark("EmptyCommand", argumentParser),
        benchmark("ManyFeatures", "CommandLineFrontEnd", "FeatureKit", argumentParser),
        benchmark("StreamReader"),
        benchmark("TerminalFrames", "CommandLineFrontEnd", "FeatureKit", "TerminalKit"),
        tests(of: "FeatureKit", "FeatureTesting"),
        tests(of: "FeatureStorage", "FeatureKit", "FeatureTesting", "RecordScreens"),
        tests(of: "FeatureTesting", "FeatureKit", "FeatureStorage"),
        tests(of: "Interaction", exclude: ["FormCases.json", "PaletteCases.json"], "FeatureKit", "FeatureTesting"),
        tests(of: "PostgreSQLStorage", "FeatureKit", "FeatureStorage", "FeatureTesting"),
        tests(of: "RecordFiles", "FeatureKit", "FeatureStorage", "FeatureTesting"),
        tests(of: "RecordScreens", "FeatureKit", "FeatureStorage", "FeatureTesting", "Interaction"),
        tests(of: "RemoteRecords", "FeatureKit", "FeatureStorage", "FeatureTesting", "HouseFeature", hummingbird),
        // The tests of the store kill this program.
        .executableTarget(
            name: "StoreWriter",
            dependencies: ["FeatureKit", "FeatureStorage", "PostgreSQLStorage", "SQLiteStorage"],
            path: "Tests/StoreWriter", swiftSettings: settings),
        tests(of: "SQLiteStorage", "FeatureKit", "FeatureStorage", "FeatureTesting", "StoreWriter", grdb, grdbSQLite),
        // The tests of the server stop this program.
        .executableTarget(
            name: "StuckServer", dependencies: ["FeatureKit", "HTTPFrontEnd"], path: "Tests/StuckServer",
            swiftSettings: settings),
        // The tests in a browser parse the pages that this program writes.
        .executableTarget(
            name: "PageWriter", dependencies: ["FeatureKit", "HTTPFrontEnd"], path: "Tests/PageWriter",
            swiftSettings: settings),
        tests(of: "TerminalKit", "FeatureTesting"),
        tests(
            of: "HTTPConnections", "FeatureTesting", httpTypes, logging, nioCore, nioEmbedded, nioHTTP1, nioHTTPTypes),
        tests(
            of: "CommandLineFrontEnd", exclude: ["Golden"], "DoggyFeature", "FeatureKit", "FeatureStorage",
            "FeatureTesting", "HTTPFrontEnd", "RecordFiles", "SQLiteStorage", "TerminalKit", logging, nioCore, nioPosix,
            serviceLifecycle),
        tests(
            of: "HTTPFrontEnd", "CZlib", "FeatureKit", "FeatureStorage", "FeatureTesting", "Interaction", "PageWriter",
            "OpenIDConnect", "RecordScreens", "StuckServer", argumentParser, asyncHTTPClient, httpTypes, hummingbird,
            hummingbirdTesting, jwtKit, logging, nioCore, nioHTTP1, nioHTTPTypes, nioPosix, nioSSL, serviceLifecycle),
        tests(
            of: "FeatureCatalog", "FeatureKit", "FeatureStorage", "FeatureTesting", "HTTPFrontEnd", httpTypes, logging,
            hummingbird, hummingbirdTesting),
    ]).filter { ![.test, .executable].contains($0.type) || chosenTargets?.contains($0.name) ?? true }
)
