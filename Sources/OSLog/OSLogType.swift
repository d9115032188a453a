// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Logging

/// The type of a log message, with Apple's names and raw values.
public struct OSLogType: RawRepresentable, Hashable, Sendable {
    /// The raw value of the type.
    public let rawValue: UInt8

    /// Creates a type from its raw value.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The default type; `notice` in swift-log.
    public static let `default` = OSLogType(rawValue: 0)
    /// Helpful information; `info` in swift-log.
    public static let info = OSLogType(rawValue: 1)
    /// Information for debugging; `debug` in swift-log.
    public static let debug = OSLogType(rawValue: 2)
    /// Errors of the process; `error` in swift-log.
    public static let error = OSLogType(rawValue: 16)
    /// Errors of the system or of several processes; `critical` in swift-log.
    public static let fault = OSLogType(rawValue: 17)

    /// The level in swift-log; `notice` for unknown types.
    var level: Logging.Logger.Level {
        switch self {
        case .info: .info
        case .debug: .debug
        case .error: .error
        case .fault: .critical
        default: .notice
        }
    }
}
