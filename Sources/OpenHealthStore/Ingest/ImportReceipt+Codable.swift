// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

extension ImportReceipt {
    private struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
        init(_ name: String) { stringValue = name }
    }

    /// Encodes the receipt with one key for each kind (`workouts` is the number that was read) and all counts under `byKind`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(records, forKey: Key("records"))
        try container.encode(byType, forKey: Key("byType"))
        for kind in Kind.allCases { try container.encode(self[kind].read, forKey: Key(kind.rawValue)) }
        try container.encode(
            Dictionary(uniqueKeysWithValues: Kind.allCases.map { ($0.rawValue, self[$0]) }), forKey: Key("byKind"))
        try container.encode(metadataEntries, forKey: Key("metadataEntries"))
        try container.encode(heartbeats, forKey: Key("heartbeats"))
        try container.encode(unknownElements, forKey: Key("unknownElements"))
        try container.encode(illegalBytes, forKey: Key("illegalBytes"))
        try container.encode(skippedFiles, forKey: Key("skippedFiles"))
        try container.encode(diagnostics, forKey: Key("diagnostics"))
        try container.encode(diagnosticCount, forKey: Key("diagnosticCount"))
        try container.encode(complete, forKey: Key("complete"))
        try container.encode(export, forKey: Key("export"))
        try container.encode(sources, forKey: Key("sources"))
        try container.encode(dateRange, forKey: Key("dateRange"))
    }

    /// Decodes a receipt.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self.init()
        records = try container.decode(Records.self, forKey: Key("records"))
        byType = try container.decode([String: Counts].self, forKey: Key("byType"))
        for (name, counts) in try container.decode([String: Counts].self, forKey: Key("byKind")) {
            if let kind = Kind(rawValue: name) { byKind[kind] = counts }
        }
        metadataEntries = try container.decode(Int.self, forKey: Key("metadataEntries"))
        heartbeats = try container.decode(Int.self, forKey: Key("heartbeats"))
        unknownElements = try container.decode([String: Int].self, forKey: Key("unknownElements"))
        illegalBytes = try container.decode(Int.self, forKey: Key("illegalBytes"))
        skippedFiles = try container.decode([String].self, forKey: Key("skippedFiles"))
        diagnostics = try container.decode([ImportDiagnostic].self, forKey: Key("diagnostics"))
        diagnosticCount = try container.decode(Int.self, forKey: Key("diagnosticCount"))
        complete = try container.decode(Bool.self, forKey: Key("complete"))
        export = try container.decode(Export.self, forKey: Key("export"))
        sources = try container.decode([String].self, forKey: Key("sources"))
        dateRange = try container.decode([Double].self, forKey: Key("dateRange"))
    }
}
