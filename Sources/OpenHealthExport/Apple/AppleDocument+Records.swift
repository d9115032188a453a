// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthFormats
import OpenHealthModel
import OpenHealthStore

extension AppleDocument {
    /// Writes the samples of a type as records of the top level.
    func writeRecords(_ type: StoreContents.SampleType) throws {
        let kind: ExportKind =
            switch type.kind {
            case .quantity: .quantities
            case .category: .categories
            default: .unknownTypes
            }
        let hasBeats = try contents.hasBeats(type)
        var count = 0
        try forEach(type) { sample in
            // Clinical records can have types of any name.
            if kind == .unknownTypes, try writeClinicalRecord(sample) { return }
            if try nestedOnly.contains(sample.id) || writeRecord(sample, hasBeats: hasBeats) {
                try omitParts(sample)
                if sample.ordinal < 0, kind == .quantities { try omitReadings(sample) }
                count += 1
            }
        }
        context.receipt.count(type: type.identifier, kind, times: count)
    }

    private func omitReadings(_ sample: RawSample) throws {
        if try contents.hasReadings(sample) {
            context.receipt.omit(.quantitySeries)
        } else if sample.saved?.detail != nil {
            context.receipt.omit(.valueDetails)
        }
    }

    /// Writes a sample as a record in the element that is open.
    /// - Returns: whether it has dates and a value of the format.
    @discardableResult
    func writeRecord(_ sample: RawSample, hasBeats: Bool) throws -> Bool {
        guard let span = dates.span(sample) else { return false }
        var isStored = false
        let value: ExportXMLWriter.Value
        let written = try contents.written(sample)
        if let text = sample.text {
            value = .text(text)
        } else if sample.value.isNaN {
            value = .none
        } else if let name = written.writtenName(sample.value) {
            value = .text(name)
        } else if written.storedUnit == nil, let whole = Int64(exactly: sample.value),
            whole.magnitude >= Self.longIntegers
        {
            value = .text("\(whole)")
        } else if let number = written(sample.value) {
            value = .exact(number)
        } else {
            isStored = true
            value = .exact(sample.value)
        }
        let head = try recordHead(sample, isStored: isStored)
        let metadata = try metadata(sample)
        context.receipt.count(.metadata, times: metadata?.count ?? 0)
        let beats = hasBeats ? try contents.beats(sample) : []
        guard !beats.isEmpty else {
            try writer.record(
                head, created: dates.created(sample), start: span.start, end: span.end, value: value, metadata: metadata
            )
            return true
        }
        try writer.begin(
            "Record", head, created: dates.created(sample), start: span.start, end: span.end, value: value)
        if let metadata { try writer.metadata(metadata) }
        try write(beats)
        try writer.end()
        return true
    }

    /// The integer from which the writer of exact numbers uses exponents. Readers take values of categories with exponents for text.
    private static let longIntegers: UInt64 = 1_000_000_000_000_000

    private func write(_ beats: [Beat]) throws {
        try writer.begin("HeartRateVariabilityMetadataList")
        for beat in beats where beat.bpm.isFinite {
            try writer.begin("InstantaneousBeatsPerMinute")
            try writer.attribute("bpm", exact: beat.bpm)
            try writer.attribute("time", Self.time(beat.centisecondOfDay))
            try writer.end()
        }
        try writer.end()
        context.receipt.count(.heartbeats)
    }

    /// A time of day as phones with 24 hours write it; empty for an unknown one.
    private static func time(_ centiseconds: Int32) -> String {
        guard centiseconds >= 0 else { return "" }
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let seconds = centiseconds / 100
        return "\(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60)).\(two(centiseconds % 100))"
    }

    /// Writes a correlation with its samples, which are records of the top level, too.
    func writeCorrelation(_ sample: RawSample) throws {
        guard let span = dates.span(sample) else { return }
        try writer.begin(
            "Correlation", head("Correlation", sample), created: dates.created(sample), start: span.start,
            end: span.end)
        try writeMetadata(sample)
        for member in try contents.members(sample) { try writeRecord(member, hasBeats: false) }
        try writer.end()
        try omitParts(sample)
        context.receipt.count(type: try contents.type(sample), .correlations)
    }

    /// Writes the metadata of a sample into the element that is open.
    func writeMetadata(_ sample: RawSample) throws {
        guard let metadata = try metadata(sample) else { return }
        context.receipt.count(.metadata, times: metadata.count)
        try writer.metadata(metadata)
    }
}
