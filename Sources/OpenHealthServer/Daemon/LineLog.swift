// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import Logging

/// A log handler that writes JSON, one object per line, to standard error.
///
/// For a request, the server logs the route, the app and the duration, but not tokens, values of the query, or measured values.
public struct LineLog: LogHandler {
    /// The metadata of every line.
    public var metadata: Logger.Metadata = [:]
    /// The lowest level that is written.
    public var logLevel: Logger.Level
    private let label: String
    private let write: @Sendable ([UInt8]) -> Void

    /// Creates a log.
    /// - Parameters:
    ///   - label: The label of the logger.
    ///   - level: The lowest level that is written.
    public init(label: String, level: Logger.Level) {
        self.init(label: label, level: level, write: Self.writeToStandardError)
    }

    /// Creates a log with a custom output.
    init(label: String, level: Logger.Level, write: @escaping @Sendable ([UInt8]) -> Void) {
        self.label = label
        logLevel = level
        self.write = write
    }

    /// The metadata of every line under a key.
    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Writes a line.
    public func log(event: LogEvent) {
        var entries: [(key: String, value: JSONValue)] = [
            ("time", .string(Self.time())), ("level", .string(event.level.rawValue)), ("source", .string(label)),
            ("message", .string("\(event.message)")),
        ]
        var all = metadata
        if let more = event.metadata { all.merge(more) { _, new in new } }
        for (key, value) in all.sorted(by: { $0.key < $1.key }) { entries.append((key, Self.json(value))) }
        if let error = event.error { entries.append(("error", .string("\(error)"))) }
        write(JSONValue.object(entries).bytes + [UInt8(ascii: "\n")])
    }

    private static func json(_ value: Logger.MetadataValue) -> JSONValue {
        switch value {
        case .string(let text): .string(text)
        case .stringConvertible(let number as Int): .integer(number)
        case .stringConvertible(let number as Double): .double(number)
        case .stringConvertible(let other): .string(other.description)
        case .array(let values): .array(values.map(json))
        case .dictionary(let entries):
            .object(entries.sorted { $0.key < $1.key }.map { ($0.key, json($0.value)) })
        }
    }

    /// Returns the time in UTC, to the millisecond.
    private static func time() -> String {
        let milliseconds = (Date().timeIntervalSinceReferenceDate * 1000).rounded(.down)
        return APIDate.text(Date(timeIntervalSinceReferenceDate: milliseconds / 1000))
    }

    /// Writes a complete line at once, so that lines of several threads are not interleaved. A failed write is ignored.
    private static func writeToStandardError(_ line: [UInt8]) {
        line.withUnsafeBytes { try? $0.writeAll(to: STDERR_FILENO) }
    }
}
