import FeatureKit
import FeatureTesting
import Foundation
import HTTPFrontEnd
import HummingbirdTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct StreamTests {
    @Test func `A client that is disconnected fifty times during changes ends with the host's frame`() async throws {
        try await LiveHost.run([HerdFeature()]) { server, port, _ in
            let id = try await Wire.open("herd", on: port)
            let session = try server.session(id)
            let isOver = Atomic(false)
            var random = SplitMix64(seed: 50)
            var reader = EventReader()
            async let stirring: Void = {
                while !isOver.load(ordering: .relaxed) { _ = try await session.perform("stir") }
            }()
            for _ in 0..<50 {
                let count = Int.random(in: 1...5, using: &random)
                try await Wire.connected(to: port) { wire in
                    try await reader.ask(&wire, for: id)
                    for _ in 0..<count { _ = try await reader.next(&wire) }
                }
            }
            isOver.store(true, ordering: .relaxed)
            try await stirring
            let last = await session.frame
            try await Wire.connected(to: port) { wire in
                try await reader.ask(&wire, for: id)
                while reader.revision != last.revision, try await reader.next(&wire) != nil {}
            }
            #expect(reader.frame == last)
            #expect(reader.patches > 50, "\(reader.patches) patches, \(reader.frames) frames")
        }
    }

    @Test func `A reconnected stream continues without a frame and without repeated patches`() async throws {
        try await LiveHost.run([HerdFeature()]) { server, port, _ in
            let id = try await Wire.open("herd", on: port)
            let session = try server.session(id)
            var reader = EventReader()
            try await Wire.connected(to: port) { wire in
                try await reader.ask(&wire, for: id)
                #expect(try await reader.next(&wire)?.name == "frame")
                _ = try await session.perform("stir")
                #expect(try await reader.next(&wire)?.name == "patch")
            }
            for _ in 0..<5 { _ = try await session.perform("stir") }
            try await Wire.connected(to: port) { wire in
                try await reader.ask(&wire, for: id)
                // One patch or several lead to the newest frame. Applying a repeated patch would fail.
                for _ in 0..<2 {
                    let newest = await session.frame
                    while reader.revision != newest.revision {
                        let event = try #require(await reader.next(&wire))
                        #expect(event.name == "patch")
                    }
                    #expect(reader.frame == newest)
                    _ = try await session.perform("stir")
                }
            }
            #expect(reader.frames == 1)
        }
    }

    @Test func `A client with the newest frame gets only an empty line at once`() async throws {
        try await LiveHost.run([HerdFeature()]) { server, port, _ in
            let id = try await Wire.open("herd", on: port)
            let session = try server.session(id)
            var reader = EventReader()
            try await Wire.connected(to: port) { wire in
                try await reader.ask(&wire, for: id)
                _ = try await reader.next(&wire)
            }
            try await Wire.connected(to: port) { wire in
                try await reader.ask(&wire, for: id)
                let event = try #require(await reader.next(&wire))
                #expect(event.name == "" && event.data == "")
                _ = try await session.perform("stir")
                #expect(try await reader.next(&wire)?.name == "patch")
            }
        }
    }

    @Test(arguments: ["-1", "999", "many", ""])
    func `A client with an unknown revision gets a frame`(known: String) async throws {
        try await LiveHost.run([HerdFeature()]) { _, port, _ in
            let id = try await Wire.open("herd", on: port)
            try await Wire.connected(to: port) { wire in
                try await wire.send(
                    "GET /api/sessions/\(id)/events?vocabulary=2 HTTP/1.1", "Host: localhost", "Last-Event-ID: \(known)"
                )
                #expect(try await wire.readEvent()?.contains("event: frame\n") == true)
            }
        }
    }

    @Test func `A client gets a frame if too many patches are missing`() async throws {
        try await LiveHost.run([HerdFeature()]) { server, port, _ in
            let id = try await Wire.open("herd", on: port)
            let session = try server.session(id)
            var late = EventReader()
            try await Wire.connected(to: port) { wire in
                try await late.ask(&wire, for: id)
                _ = try await late.next(&wire)
            }
            var reader = EventReader()
            try await Wire.connected(to: port) { wire in
                try await reader.ask(&wire, for: id)
                _ = try await reader.next(&wire)
                while reader.patches < 100 {
                    let answer = try await session.perform("stir")
                    while reader.frame != answer.frame { _ = try await reader.next(&wire) }
                }
            }
            try await Wire.connected(to: port) { wire in
                try await late.ask(&wire, for: id)
                #expect(try await late.next(&wire)?.name == "frame")
                #expect(late.frame == reader.frame)
            }
        }
    }

    @Test func `All streams of a session send the same bytes`() async throws {
        try await LiveHost.run([HerdFeature()]) { server, port, _ in
            let id = try await Wire.open("herd", on: port)
            let session = try server.session(id)
            let lines = ["GET /api/sessions/\(id)/events?vocabulary=2 HTTP/1.1", "Host: localhost", "", ""].joined(
                separator: "\r\n")
            try await Wire.connected(to: port) { one in
                try await one.send(lines)
                let first = try await one.readEvent()
                try await Wire.connected(to: port) { other in
                    try await other.send(lines)
                    #expect(try await other.readEvent()?.suffix(200) == first?.suffix(200))
                    _ = try await session.perform("stir")
                    #expect(try await one.readEvent() == other.readEvent())
                }
            }
        }
    }
}
