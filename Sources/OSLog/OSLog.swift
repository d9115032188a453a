// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Logging

/// The place that ``os_log(_:dso:log:_:_:)`` writes to, under Apple's name: a logger of swift-log.
public final class OSLog: Sendable {
    /// The log of programs that name none.
    public static let `default` = OSLog(logger: Logging.Logger(label: "default"))
    /// The log whose messages are discarded.
    public static let disabled = OSLog(logger: nil)

    let logger: Logging.Logger?

    private init(logger: Logging.Logger?) { self.logger = logger }

    /// Creates a log.
    /// - Parameters:
    ///   - subsystem: The part of the program, often its bundle identifier; swift-log's label.
    ///   - category: The category, which stands in the metadata of each message.
    public convenience init(subsystem: String, category: String) {
        var logger = Logging.Logger(label: subsystem)
        logger[metadataKey: "category"] = .string(category)
        self.init(logger: logger)
    }

    /// Returns whether messages of a type are written.
    public func isEnabled(type: OSLogType) -> Bool { (logger?.logLevel).map { $0 <= type.level } ?? false }

    func write(_ text: @autoclosure () -> String, _ type: OSLogType) {
        logger?.log(level: type.level, "\(text())")
    }
}
