// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import Logging
import Synchronization
import Testing

@testable import OpenHealthServer

@Suite("The server's log")
struct LineLogTests {
    private final class Lines: Sendable {
        let text = Mutex("")
    }

    private static func logged(_ level: Logger.Level = .info, _ body: (Logger) -> Void) -> [JSONValue] {
        let lines = Lines()
        let logger = Logger(label: "test") { label in
            LineLog(label: label, level: level) { bytes in
                lines.text.withLock { $0 += String(decoding: bytes, as: UTF8.self) }
            }
        }
        body(logger)
        return lines.text.withLock { $0 }.split(separator: "\n").compactMap { JSONValue(String($0)) }
    }

    @Test("one object a line, whatever the message contains")
    func lines() {
        let hostile = "two\nlines \"quoted\" \u{1b}[31m \u{0} {\"level\":\"error\"}"
        let lines = Self.logged { logger in
            logger.info(
                "\(hostile)", metadata: ["key": "\(hostile)", "number": .stringConvertible(7), "list": ["a", "b"]])
            logger.error("second")
        }
        #expect(lines.count == 2)
        #expect(lines.first?["message"]?.string == hostile)
        #expect(lines.first?["key"]?.string == hostile)
        #expect(lines.first?["number"]?.double == 7)
        #expect(lines.first?["list"]?.array?.count == 2)
        #expect(lines.first?["level"]?.string == "info")
        #expect(lines.last?["level"]?.string == "error")
        #expect(lines.first?["time"]?.string?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z/) != nil)
    }

    @Test("messages below the level are omitted")
    func levels() {
        for level in Logger.Level.allCases {
            let lines = Self.logged(level) { logger in
                for other in Logger.Level.allCases { logger.log(level: other, "x") }
            }
            #expect(lines.count == Logger.Level.allCases.filter { $0 >= level }.count)
        }
    }
}
