// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension ClusterLayout {
    /// Reads a cluster file.
    /// - Throws: A ``WarehouseError``: `invalidLayout` if the file can't be read or is invalid.
    public init(contentsOf file: URL) throws {
        let data: Data
        do {
            data = try Data(contentsOf: file)
        } catch {
            throw WarehouseError(
                .invalidLayout, "the cluster file \(file.path) cannot be read: \(error.localizedDescription)",
                remedy: "check the path, and that you may read it")
        }
        try self.init(json: data, from: file.path)
    }

    /// Reads the contents of a cluster file.
    /// - Parameter place: The location of the contents, for errors.
    package init(json: Data, from place: String) throws {
        do {
            self = try JSONDecoder().decode(Self.self, from: json)
        } catch {
            throw Self.invalid(place, Self.reason(error))
        }
        try check(place)
    }

    /// The contents of a cluster file, which are equal for equal layouts.
    package var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // Encoding strings, numbers and URLs always succeeds.
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// Checks the consistency of the layout.
    /// - Throws: A ``WarehouseError``: `invalidLayout` if the layout is inconsistent.
    package func check(_ place: String) throws {
        try ClusterLayoutCheck(layout: self, place: place).run()
    }

    /// Returns the error for an invalid description of a cluster.
    static func invalid(_ place: String, _ reason: String) -> WarehouseError {
        WarehouseError(
            .invalidLayout, "the description of the cluster in \(place) is not valid: \(reason)",
            remedy: "see the operator's page, Documentation/Cohorts.md, for its format")
    }

    private static func reason(_ error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            "\(path(context.codingPath))lacks \(key.stringValue.debugDescription)"
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            "\(path(context.codingPath))has another type"
        default: "it is not JSON of that form"
        }
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        let text = keys.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
        return text.isEmpty ? "it " : "\(text) "
    }
}
