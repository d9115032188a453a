// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension ClusterLayout {
    /// Reads a cluster file.
    /// - Throws: a ``WarehouseError``, `invalidLayout`, where it cannot be read or makes no sense.
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

    /// Reads the text of a cluster file.
    /// - Parameter place: where it stands, for errors.
    package init(json: Data, from place: String) throws {
        do {
            self = try JSONDecoder().decode(Self.self, from: json)
        } catch {
            throw Self.invalid(place, Self.reason(error))
        }
        try check(place)
    }

    /// The text of a cluster file, the same for the same layout.
    package var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // Strings, numbers and addresses always encode.
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// Checks that the parts fit.
    /// - Throws: a ``WarehouseError``, `invalidLayout`.
    package func check(_ place: String) throws {
        try ClusterLayoutCheck(layout: self, place: place).run()
    }

    /// The error of a description that does not make a cluster.
    static func invalid(_ place: String, _ reason: String) -> WarehouseError {
        WarehouseError(
            .invalidLayout, "the description of the cluster in \(place) is not right: \(reason)",
            remedy: "see the operator's page, Documentation/Cohorts.md, for what stands in it")
    }

    private static func reason(_ error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            "\(path(context.codingPath))lacks \(key.stringValue.debugDescription)"
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            "\(path(context.codingPath))is of another kind"
        default: "it is no JSON of that form"
        }
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        let text = keys.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
        return text.isEmpty ? "it " : "\(text) "
    }
}
