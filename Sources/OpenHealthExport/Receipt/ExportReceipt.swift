// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The contents of an export, and of the store what the format cannot hold.
package struct ExportReceipt: Sendable, Equatable {
    /// The numbers of written samples by type.
    package private(set) var types: [String: Int] = [:]
    /// The numbers of written things by kind.
    package private(set) var written: [ExportKind: Int] = [:]
    /// The numbers of things, by kind, that the format cannot hold.
    package private(set) var notHeld: [ExportKind: Int] = [:]
    /// The number of files.
    package internal(set) var files = 0
    /// The size of the export in bytes.
    package internal(set) var bytes: Int64 = 0

    /// Counts written samples of a type.
    mutating func count(type: String, _ kind: ExportKind, times: Int = 1) {
        guard times > 0 else { return }
        types[type, default: 0] += times
        count(kind, times: times)
    }

    /// Counts written things.
    mutating func count(_ kind: ExportKind, times: Int = 1) {
        if times > 0 { written[kind, default: 0] += times }
    }

    /// Counts things that the format cannot hold.
    mutating func omit(_ kind: ExportKind, times: Int = 1) {
        if times > 0 { notHeld[kind, default: 0] += times }
    }

    /// Adds the counts of a part of the export.
    mutating func add(_ part: ExportReceipt) {
        types.merge(part.types, uniquingKeysWith: +)
        written.merge(part.written, uniquingKeysWith: +)
        notHeld.merge(part.notHeld, uniquingKeysWith: +)
    }

    /// The receipt as JSON.
    package var entries: [(String, JSONValue)] {
        func object(_ counts: [(String, Int)]) -> JSONValue {
            .object(counts.sorted { $0.0 < $1.0 }.map { ($0.0, .integer($0.1)) })
        }
        return [
            ("files", .integer(files)), ("bytes", .integer(Int(bytes))),
            ("types", object(types.map { ($0.key, $0.value) })),
            ("written", object(written.map { ($0.key.rawValue, $0.value) })),
            ("notHeld", object(notHeld.map { ($0.key.rawValue, $0.value) })),
        ]
    }
}
