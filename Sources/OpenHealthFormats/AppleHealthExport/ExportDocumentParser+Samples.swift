// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The parts that elements of samples share: dates, sources, types and metadata.
extension ExportDocumentParser {
    /// The attributes that sample elements share; nil, and a report, where they cannot be right.
    /// - Parameter others: the element's further attributes. What is none of these either becomes metadata under its
    ///   name with an `@` before it; nil where the element keeps such attributes elsewhere.
    mutating func sampleFacts(_ element: String, others: Set<String>?) throws -> SampleData? {
        guard let start = date("startDate") else {
            try report(.rejected, element, "its startDate is missing or not \(Self.aDate)")
            return nil
        }
        guard let end = date("endDate") else {
            try report(.rejected, element, "its endDate is missing or not \(Self.aDate)")
            return nil
        }
        guard start <= end else {
            try report(.rejected, element, "it ends before it starts")
            return nil
        }
        let created = date("creationDate")
        if created == nil, scanner.attribute("creationDate") != nil {
            try report(.warning, element, "its creationDate is not \(Self.aDate); it was kept without one")
        }
        let provenance = provenances.index(
            source: scanner.attribute("sourceName") ?? scanner.attribute("source"),
            version: scanner.attribute("sourceVersion"), device: scanner.attribute("device"), unit: nil,
            newProvenances: &batch.newProvenances, illegal: &tally.illegalBytes)
        var facts = SampleData(provenance: provenance, start: start, end: end, created: created ?? .nan)
        if let others { facts.metadata = unknownAttributes(besides: Self.sampleAttributes.union(others)) }
        return facts
    }

    /// Returns whether an element may have a type: one of its kind, or one that the vocabulary does not have. Otherwise the
    /// element is reported.
    mutating func fits(
        _ type: String, _ element: String, _ kind: HealthTypeDescription.Kind
    ) throws -> Bool {
        guard let other = HealthTypes.otherKind(type, than: [kind]) else { return true }
        try report(.rejected, element, "its type \(type) is for \(other.plural), not for \(kind.plural)")
        return false
    }

    static let sampleAttributes: Set<String> = [
        "sourceName", "source", "sourceVersion", "device", "creationDate", "startDate", "endDate",
    ]

    /// The attributes that are none of the known ones, as metadata.
    mutating func unknownAttributes(besides known: Set<String>) -> [MetadataPair] {
        allAttributes(except: known).map { MetadataPair(key: "@" + $0.key, value: $0.value) }
    }

    /// The entry of a `MetadataEntry` tag.
    mutating func metadataEntry(closed: Bool) -> MetadataPair {
        tally.metadataEntries += 1
        let pair = MetadataPair(key: text("key") ?? "", value: text("value") ?? "")
        push(.leaf, unless: closed)
        return pair
    }
}
