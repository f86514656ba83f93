// swift-tools-version: 6.2
import PackageDescription

// What the module of a feature must be built with; without the last one its presenter would leave its session.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// A library of FeatureHost; elsewhere the package is named by its address and a version.
func featureHost(_ product: String) -> Target.Dependency { .product(name: product, package: "FeatureHost") }

let package = Package(
    name: "ExampleHost",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "FeatureHost", path: "../..", traits: ["PostgreSQL"])],
    targets: [
        .target(name: "TicketFeature", dependencies: [featureHost("FeatureKit")], swiftSettings: settings),
        .testTarget(
            name: "TicketFeatureTests",
            dependencies: ["TicketFeature", featureHost("FeatureKit"), featureHost("FeatureTesting")],
            swiftSettings: settings),
        .executableTarget(
            name: "kennel",
            dependencies: [
                "TicketFeature", featureHost("CommandLineFrontEnd"), featureHost("DoggyFeature"),
                featureHost("FeatureKit"), featureHost("FeatureStorage"), featureHost("GameFeature"),
                featureHost("HTTPFrontEnd"), featureHost("RecordFiles"),
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "trials",
            dependencies: [featureHost("CommandLineFrontEnd"), featureHost("FeatureKit"), featureHost("HTTPFrontEnd")],
            swiftSettings: settings),
    ]
)
