// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Logging

/// A log for ``os_log(_:dso:log:_:_:)``, with Apple's name: a logger of swift-log.
public final class OSLog: Sendable {
    /// The default log.
    public static let `default` = OSLog(logger: Logging.Logger(label: "default"))
    /// A log that discards its messages.
    public static let disabled = OSLog(logger: nil)

    let logger: Logging.Logger?

    private init(logger: Logging.Logger?) { self.logger = logger }

    /// Creates a log.
    /// - Parameters:
    ///   - subsystem: The subsystem, often the bundle identifier; the label in swift-log.
    ///   - category: The category, which is part of the metadata of each message.
    public convenience init(subsystem: String, category: String) {
        var logger = Logging.Logger(label: subsystem)
        logger[metadataKey: "category"] = .string(category)
        self.init(logger: logger)
    }

    /// Returns a Boolean value that indicates whether messages of a type are written.
    public func isEnabled(type: OSLogType) -> Bool { (logger?.logLevel).map { $0 <= type.level } ?? false }

    func write(_ text: @autoclosure () -> String, _ type: OSLogType) {
        logger?.log(level: type.level, "\(text())")
    }
}
