// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore

/// The samples of a range of positions as rows of the table `samples`, and the details that weren't sent.
struct SampleBlock: Sendable {
    /// The values that all rows of a push share.
    struct Terms: Sendable {
        var participant: Pseudonym
        var version: UInt64
        var disclosure: Set<CohortDisclosure>
        var days: HomeDays
        var secret: SampleSecret
    }

    /// The details that haven't been sent so far.
    struct KeptHome: Sendable {
        var sources: Set<Int64> = []
        var devices: Set<String> = []
        var metadataEntries = 0
        var textValues = 0
        var samplesOfUnknownTypes = 0

        mutating func add(_ other: KeptHome) {
            sources.formUnion(other.sources)
            devices.formUnion(other.devices)
            metadataEntries += other.metadataEntries
            textValues += other.textValues
            samplesOfUnknownTypes += other.samplesOfUnknownTypes
        }
    }

    /// Metadata as two arrays, and the number of entries that aren't disclosed.
    private struct Metadata {
        var keys: [String] = []
        var values: [String] = []
        var kept = 0
    }

    private let terms: Terms
    private var days: DayFinder
    private var writer = RowBinaryWriter(capacity: 1 << 16)
    private var metadata: [Int64: Metadata] = [:]
    private var leavesHome: [Int64: Bool] = [:]
    private var years: Set<Int> = []
    /// The number of rows.
    private(set) var count = 0
    /// The details that were not sent.
    private(set) var kept = KeptHome()

    /// The maximum number of cached metadata dictionaries. The cache is emptied at this size to keep memory independent of the
    /// number of samples.
    private static let metadataLimit = 4096
    /// The maximum number of years in a block. Servers reject blocks with rows of more than a hundred partitions, which are
    /// years.
    private static let maximumYears = 45

    init(_ terms: Terms) {
        self.terms = terms
        days = DayFinder(terms.days)
    }

    /// The rows.
    var rows: [UInt8] { writer.bytes }

    /// Whether the samples are of too many years, and the block must be split in halves.
    var hasTooManyYears: Bool { years.count > Self.maximumYears }

    /// Adds a sample if its type is sent.
    mutating func add(_ sample: PlacedSample) throws {
        guard leavesHome(sample) else {
            kept.samplesOfUnknownTypes += 1
            return
        }
        let origin = try sample.origin()
        let showsSource = terms.disclosure.contains(.sourceNames)
        let showsDevice = terms.disclosure.contains(.deviceNames)
        if !showsSource { kept.sources.insert(origin.source) }
        if !showsDevice, let device = origin.deviceName { kept.devices.insert(device) }
        if sample.hasText { kept.textValues += 1 }
        let metadata = try metadata(of: sample)
        kept.metadataEntries += metadata?.kept ?? 0
        // Mean years are sufficient here: a difference of a few days is insignificant.
        years.insert(Int(exactly: (sample.start / 31_556_952).rounded(.down)) ?? 0)
        count += 1
        writer.write(terms.participant.description)
        writer.write(sample.type)
        writer.write(sample.start)
        writer.write(sample.end)
        writer.write(UInt64(sample.place))
        writer.write(terms.version)
        writer.write(days.number(of: sample.start))
        writer.write(terms.secret.identifier(of: try sample.uuid()))
        writer.write(sample.value)
        writer.write(UInt32(truncatingIfNeeded: origin.source))
        writer.write(metadata?.keys ?? [])
        writer.write(metadata?.values ?? [])
        writer.write(showsSource ? origin.sourceName : "")
        writer.write(showsDevice ? origin.deviceName ?? "" : "")
    }

    private mutating func leavesHome(_ sample: PlacedSample) -> Bool {
        if let known = leavesHome[sample.typeNumber] { return known }
        let result = CohortDisclosure.isPlainType(sample.type, sample.typeDescription)
        leavesHome[sample.typeNumber] = result
        return result
    }

    private mutating func metadata(of sample: PlacedSample) throws -> Metadata? {
        guard let number = sample.metadataNumber else { return nil }
        if let known = metadata[number] { return known }
        var entry = Metadata()
        for (key, value, text) in try sample.metadata() {
            if terms.disclosure.contains(.metadata) || CohortDisclosure.isHarmless(key, value) {
                entry.keys.append(key)
                entry.values.append(text)
            } else {
                entry.kept += 1
            }
        }
        if metadata.count >= Self.metadataLimit { metadata.removeAll(keepingCapacity: true) }
        metadata[number] = entry
        return entry
    }
}

/// A lookup of the civil days of start dates, which is fast for consecutive dates on one day.
struct DayFinder: Sendable {
    private let days: HomeDays
    private let range: Range<Double>
    private var latest: (bounds: Range<Double>, number: UInt16) = (0..<0, 0)

    init(_ days: HomeDays) {
        self.days = days
        range = days.range
    }

    /// Returns the number of the day of an instant in seconds since 1970, or of the nearest day in the range of ClickHouse's
    /// `Date`.
    mutating func number(of instant: Double) -> UInt16 {
        if latest.bounds.contains(instant) { return latest.number }
        guard let day = days.day(containing: instant) else {
            return instant < range.lowerBound ? 0 : UInt16(HomeDays.count - 1)
        }
        let bounds = days.bounds(of: day)
        latest = (bounds.start..<bounds.finish, day.number)
        return day.number
    }
}
