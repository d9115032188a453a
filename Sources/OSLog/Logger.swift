// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Logging

/// A logger with Apple's name that writes to swift-log, where the handler of the `LoggingSystem` receives the messages.
public struct Logger: Sendable {
    private let log: OSLog

    /// Creates a logger for the default log.
    public init() { log = .default }

    /// Creates a logger.
    /// - Parameters:
    ///   - subsystem: The subsystem, often the bundle identifier; the label in swift-log.
    ///   - category: The category, which is part of the metadata of each message.
    public init(subsystem: String, category: String) { log = OSLog(subsystem: subsystem, category: category) }

    /// Creates a logger for a log.
    public init(_ logObj: OSLog) { log = logObj }

    /// Writes a message of the default type.
    public func log(_ message: OSLogMessage) { log.write(message.text, .default) }
    /// Writes a message.
    public func log(level: OSLogType, _ message: OSLogMessage) { log.write(message.text, level) }
    /// Writes a message of the type `debug`.
    public func trace(_ message: OSLogMessage) { log.write(message.text, .debug) }
    /// Writes a message of the type `debug`.
    public func debug(_ message: OSLogMessage) { log.write(message.text, .debug) }
    /// Writes a message of the type `info`.
    public func info(_ message: OSLogMessage) { log.write(message.text, .info) }
    /// Writes a message of the default type.
    public func notice(_ message: OSLogMessage) { log.write(message.text, .default) }
    /// Writes a message of the type `error`.
    public func warning(_ message: OSLogMessage) { log.write(message.text, .error) }
    /// Writes a message of the type `error`.
    public func error(_ message: OSLogMessage) { log.write(message.text, .error) }
    /// Writes a message of the type `fault`.
    public func critical(_ message: OSLogMessage) { log.write(message.text, .fault) }
    /// Writes a message of the type `fault`.
    public func fault(_ message: OSLogMessage) { log.write(message.text, .fault) }
}
