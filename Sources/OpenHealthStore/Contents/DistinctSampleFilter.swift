// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// A filter for samples that have something that the samples before them lack. SQLite evaluates it, so that the other samples need not be
/// read.
package struct DistinctSampleFilter: Equatable {
    /// The sources and devices that are known; nil if all sources and devices are.
    package var provenances: Set<Int64>? = []
    /// The metadata that is known; nil if all metadata is.
    package var metadata: Set<Int64>? = []
    /// Whether samples with a creation date are selected.
    package var includesLags = true
    /// Whether samples with a number are selected.
    package var includesNumbers = true
    /// Whether samples with a string are selected.
    package var includesTexts = true
    /// Whether samples with fields that the columns do not have are selected.
    package var includesDetails = true

    /// The maximum number of metadata dictionaries that are compared. Beyond it, all samples with metadata are selected.
    private static let maximumMetadata = 64

    package init() {}

    /// Whether metadata is compared with that which is known.
    package var comparesMetadata: Bool { metadata.map { $0.count <= Self.maximumMetadata } ?? false }

    var condition: SQLCondition {
        var terms: [String] = []
        if let provenances { terms.append("s.provenance NOT IN (\(Self.list(provenances)))") }
        if let metadata {
            let isKnown = comparesMetadata ? " AND s.metadata NOT IN (\(Self.list(metadata)))" : ""
            terms.append("s.metadata IS NOT NULL" + isKnown)
        }
        if includesLags { terms.append("s.lag IS NOT NULL") }
        if includesNumbers { terms.append("typeof(s.value) IN ('integer', 'real')") }
        if includesTexts { terms.append("typeof(s.value) IN ('text', 'blob')") }
        if includesDetails {
            terms.append(
                """
                s.ordinal IS NULL AND EXISTS
                (SELECT 1 FROM sample_detail AS d WHERE d.id = s.id AND d.detail IS NOT NULL)
                """)
        }
        return terms.isEmpty ? .never : SQLCondition("(\(terms.joined(separator: " OR ")))")
    }

    private static func list(_ numbers: Set<Int64>) -> String { numbers.map(String.init).joined(separator: ", ") }
}

extension StoreContents {
    /// Calls a function with the selected samples of a type that a filter selects, in the order of ``forEach(_:_:)``.
    ///
    /// Samples that the filter does not select may be among them, if it names too many sources or dictionaries of metadata.
    /// - Parameters:
    ///   - count: The number of samples at the beginning that are passed on in any case.
    ///   - filter: Returns the filter of the next samples. It is called after each sample.
    package func forEachDistinct(
        _ type: SampleType, first count: Int, filter: () -> DistinctSampleFilter, _ body: (RawSample) throws -> Void
    ) throws {
        let plain = try request(type)
        var request = plain
        var rest = count
        if rest > 0 {
            let scan = try SampleScan(db, plain)
            while let sample = scan.current, rest > 0 {
                try body(sample)
                rest -= 1
                request.after = SortedPlace(start: sample.start, id: sample.id)
                try scan.advance()
            }
            if scan.current == nil { return }
        }
        while true {
            let current = filter()
            request.condition = .all([plain.condition, current.condition])
            let scan = try SampleScan(db, request)
            var isSame = true
            while isSame, let sample = scan.current {
                try body(sample)
                request.after = SortedPlace(start: sample.start, id: sample.id)
                isSame = filter() == current
                if isSame { try scan.advance() }
            }
            if isSame { return }
        }
    }
}
