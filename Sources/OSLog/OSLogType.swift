// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Logging

/// The severity of a log message, under Apple's names. The raw values are Apple's.
public struct OSLogType: RawRepresentable, Hashable, Sendable {
    /// The number of the type.
    public let rawValue: UInt8

    /// Creates a type from its number.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Messages that are always of interest: swift-log's `notice`.
    public static let `default` = OSLogType(rawValue: 0)
    /// Messages that help with an analysis: swift-log's `info`.
    public static let info = OSLogType(rawValue: 1)
    /// Messages for development: swift-log's `debug`.
    public static let debug = OSLogType(rawValue: 2)
    /// Errors of the process: swift-log's `error`.
    public static let error = OSLogType(rawValue: 16)
    /// Errors of the system or of several processes: swift-log's `critical`.
    public static let fault = OSLogType(rawValue: 17)

    /// The level of swift-log; `notice` for numbers without a name.
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
