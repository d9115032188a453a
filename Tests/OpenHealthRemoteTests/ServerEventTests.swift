// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import Testing

@testable import OpenHealthRemote

@Suite struct ServerEventTests {
    private func events(_ text: String, by size: Int) throws -> [ServerEvent] {
        var parser = ServerEventParser()
        var events: [ServerEvent] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            events += try parser.take(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        return events
    }

    @Test(arguments: ["\n", "\r", "\r\n"], [1, 2, 3, 1000]) func eventsAreParsed(_ end: String, _ size: Int) throws {
        let lines = [
            ": hello", "id: 1", "event: place", "data: {}", "", ": still there", "", "data: a", "data:  b", "data", "",
            "event: lost", "", "id:2", "data:c", "",
        ]
        let found = try events(lines.map { $0 + end }.joined(), by: size)
        #expect(
            found == [
                ServerEvent(id: "1", name: "place", data: "{}"), ServerEvent(id: "1", name: nil, data: "a\n b\n"),
                ServerEvent(id: "2", name: nil, data: "c"),
            ])
    }

    @Test func eventsHaveAMaximumSize() {
        #expect(throws: DaemonFailure.self) {
            try events("data: " + String(repeating: "a", count: 2 << 20), by: 1 << 16)
        }
    }

    @Test func commentsMayContinueForever() throws {
        let comment = ": " + String(repeating: "a", count: 1000) + "\n\n"
        #expect(try events(String(repeating: comment, count: 3000), by: 1 << 16).isEmpty)
    }
}
