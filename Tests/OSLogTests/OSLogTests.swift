// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
@testable import OSLog
import Testing

@Suite struct OSLogTests {
    private struct Failure: Error, CustomStringConvertible {
        let description = "failure"
    }

    @Test func valuesOfMessagesAreShownOrPrivate() {
        let (count, name) = (3, "Ada")
        func text(_ message: OSLogMessage) -> String { message.text }
        #expect(text("plain") == "plain")
        #expect(text("\(count) \(2.5) \(true)") == "3 2.5 true")
        #expect(text("\(name)") == "<private>")
        #expect(text("\(name, privacy: .public)") == "Ada")
        #expect(text("\(count, privacy: .private)") == "<private>")
        #expect(text("\(name, privacy: .private(mask: .hash))") == "<private>")
        #expect(text("\(Failure())") == "<private>")
        #expect(text("failed: \(Failure(), privacy: .public)") == "failed: failure")
        #expect(text("\(count, privacy: .sensitive)\(count, privacy: .auto)") == "<private>3")
    }

    @Test func valuesOfFormatsAreShownOrPrivate() {
        #expect(LogFormat.text("%d samples, %.1f %%", [3, 2.5]) == "3 samples, 2.5 %")
        #expect(LogFormat.text("%@", ["Ada"]) == "<private>")
        #expect(LogFormat.text("%{public}@", ["Ada"]) == "Ada")
        #expect(LogFormat.text("%{public}s and %{private}d", ["Ada", 3]) == "Ada and <private>")
        #expect(LogFormat.text("%{public, time_t}ld", [3]) == "3")
    }

    /// Formats that do not fit their values remain in the message as text.
    @Test func unsuitableFormatsDoNotStopTheProcess() {
        #expect(LogFormat.text("%d %d", [1]) == "1 <missing>")
        #expect(LogFormat.text("%{public}@", [5]) == "5")
        #expect(LogFormat.text("%d", ["Ada"]) == "<private>")
        #expect(LogFormat.text("%{public}d", ["Ada"]) == "Ada")
        #expect(LogFormat.text("%*d", [5]) == "5")
        #expect(LogFormat.text("100 %", []) == "100 %")
        #expect(LogFormat.text("%{public", [5]) == "%{public")
        #expect(LogFormat.text("", [5]) == "")
    }

    @Test func typesHaveLevels() {
        let types: [OSLogType] = [.debug, .info, .default, .error, .fault]
        #expect(types.map { "\($0.level)" } == ["debug", "info", "notice", "error", "critical"])
        #expect(types.map(\.rawValue) == [2, 1, 0, 16, 17])
        #expect(!OSLog.disabled.isEnabled(type: .fault))
    }

    @Test func everyFunctionCanBeCalled() {
        let logger = Logger(OSLog.disabled)
        logger.log("a")
        logger.log(level: .error, "a")
        for write in [logger.trace, logger.debug, logger.info, logger.notice] { write("a") }
        for write in [logger.warning, logger.error, logger.critical, logger.fault] { write("a") }
        os_log("%d", log: .disabled, type: .info, 5)
        os_log(.error, log: .disabled, "%d", 5)
        os_log("plain", log: .disabled)
    }
}
