// swift-tools-version: 6.2
import PackageDescription

// The settings for the modules of features. Without the last setting, a presenter would not run on its session's actor.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

// Returns a library of FeatureHost. Another package would declare the dependency with a URL and a version.
func featureHost(_ product: String) -> Target.Dependency { .product(name: product, package: "FeatureHost") }

// The features of the gallery: tasks of the benchmark 7GUIs, and one whose work takes long.
let tasks = [
    "CellsFeature", "CircleDrawerFeature", "CounterFeature", "CrudFeature", "FlightBookerFeature", "ReindexFeature",
    "TemperatureFeature", "TimerFeature",
]
let taskDependencies = tasks.map { Target.Dependency.target(name: $0) }

let package = Package(
    name: "ExampleHost",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "FeatureHost", path: "../..", traits: ["OIDC", "PostgreSQL"])],
    targets: tasks.map { .target(name: $0, dependencies: [featureHost("FeatureKit")], swiftSettings: settings) } + [
        .target(name: "TicketFeature", dependencies: [featureHost("FeatureKit")], swiftSettings: settings),
        .target(name: "TourFeature", dependencies: [featureHost("FeatureKit")], swiftSettings: settings),
        .target(
            name: "ClinicFeature",
            dependencies: [featureHost("FeatureKit"), featureHost("FeatureStorage"), featureHost("RecordScreens")],
            swiftSettings: settings),
        .target(
            name: "IncidentsFeature",
            dependencies: [featureHost("FeatureKit"), featureHost("FeatureStorage"), featureHost("RecordScreens")],
            swiftSettings: settings),
        .testTarget(
            name: "ClinicTests",
            dependencies: [
                "ClinicFeature", "TourFeature", featureHost("CommandLineFrontEnd"), featureHost("FeatureKit"),
                featureHost("FeatureStorage"), featureHost("FeatureTesting"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "TicketFeatureTests",
            dependencies: ["TicketFeature", featureHost("FeatureKit"), featureHost("FeatureTesting")],
            swiftSettings: settings),
        .testTarget(
            name: "GalleryTests",
            dependencies: taskDependencies + [
                "IncidentsFeature", featureHost("FeatureKit"), featureHost("FeatureStorage"),
                featureHost("FeatureTesting"), featureHost("UserFeature"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "HarbourTests",
            dependencies: [
                featureHost("FeatureKit"), featureHost("FeatureStorage"), featureHost("FeatureTesting"),
                featureHost("RecordScreens"),
            ],
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
            name: "clinic",
            dependencies: [
                "ClinicFeature", "TourFeature", featureHost("CommandLineFrontEnd"), featureHost("FeatureKit"),
                featureHost("FeatureStorage"), featureHost("HTTPFrontEnd"), featureHost("RecordFiles"),
                featureHost("SQLiteStorage"),
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "gallery",
            dependencies: taskDependencies + [
                "IncidentsFeature", featureHost("CommandLineFrontEnd"), featureHost("FeatureKit"),
                featureHost("FeatureStorage"), featureHost("HTTPFrontEnd"), featureHost("RecordFiles"),
                featureHost("SQLiteStorage"), featureHost("UserFeature"),
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "trials",
            dependencies: [featureHost("CommandLineFrontEnd"), featureHost("FeatureKit"), featureHost("HTTPFrontEnd")],
            swiftSettings: settings),
    ]
)
