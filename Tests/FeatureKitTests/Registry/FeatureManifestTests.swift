import FeatureKit
import Testing

/// Tests manifests and their wire format.
@Suite(.timeLimit(.minutes(5))) struct FeatureManifestTests {
    static let name = Field<String>("name", "Name", length: 1...40)
    static let adopt = Action("adopt", "Adopt a dog", done: "was adopted", fields: name)
    static let manifest = FeatureManifest(
        id: "doggy", title: "Doggies", summary: "Lists dogs.",
        options: [
            Field<Origin>("source", "Source", other: "PATH", default: .sample),
            Field<Bool>("trace", "Trace", default: false, local: true),
        ],
        actions: Action("refresh", "Refresh", effect: .reloads), adopt)

    @Test func `the JSON of a manifest contains all its parts and leaves out members without a value`() throws {
        let expected =
            #"{"actions":[{"effect":"reloads","fields":[],"name":"refresh","title":"Refresh"},"#
            + #"{"done":"was adopted","fields":[{"kind":"text","length":{"max":40,"min":1},"name":"name","required":true,"title":"Name"}],"#
            + #""name":"adopt","title":"Adopt a dog"}],"id":"doggy","options":["#
            + #"{"choices":["sample"],"default":"sample","kind":"choice","name":"source","other":"PATH","#
            + #""required":true,"title":"Source"},"#
            + #"{"default":false,"kind":"boolean","local":true,"name":"trace","required":true,"title":"Trace"}],"#
            + #""summary":"Lists dogs.","title":"Doggies"}"#
        #expect(try json(Self.manifest) == expected)
        #expect(try value(FeatureManifest.self, from: expected) == Self.manifest)
    }

    @Test func `a manifest for remote clients has no local options and its choices accept only listed texts`() throws {
        let text = try json(Self.manifest.withoutLocalParts)
        #expect(!text.contains("PATH"))
        #expect(!text.contains("trace"))
        #expect(Self.manifest.withoutLocalParts.options.map(\.name) == ["source"])
        #expect(Self.manifest.withoutLocalParts.actions == Self.manifest.actions)
    }

    @Test func `an effect that is missing or unknown reads as changes`() throws {
        for effect in ["", #""effect":"teleports","#] {
            let text = #"{\#(effect)"name":"a","title":"A","fields":[]}"#
            #expect(try value(Action.self, from: text).effect == .changes)
        }
        for effect in Action.Effect.allCases {
            let action = Action("a", "A", effect: effect)
            #expect(try value(Action.self, from: json(action)) == action)
        }
    }

    @Test func `a role that is missing or unknown reads as no role`() throws {
        for role in ["", #""role":"sorcerer","#] {
            let text = #"{\#(role)"name":"a","title":"A","kind":"text","required":true}"#
            #expect(try value(FieldDescription.self, from: text).role == nil)
        }
        for role in FieldDescription.Role.allCases {
            let manifest = FeatureManifest(
                id: "a", title: "A", summary: "", options: [Field<String?>("b", "B").role(role)])
            #expect(try value(FeatureManifest.self, from: json(manifest)) == manifest)
            #expect(try json(manifest).contains(#""role":"\#(role)""#))
        }
    }

    @Test func `an action is found by its name`() {
        #expect(Self.manifest.action(named: "adopt") == Self.adopt)
        #expect(Self.manifest.action(named: "Adopt") == nil)
    }

    @Test func `a feature has the manifest of its type unless the feature has its own manifest`() {
        #expect(ProbeFeature().manifest == ProbeFeature.manifest)
        #expect(FeatureRegistryTests.NamedFeature(manifest: Self.manifest).manifest.id == "doggy")
    }
}
