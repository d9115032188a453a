// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import OpenHealthStore

/// The columns that all samples have.
///
/// Samples share their origins and most of their metadata, so texts are looked up once in a row group for each of them.
final class SampleColumns {
    private let uuid: ParquetUUIDColumn
    let start = ParquetTimestampColumn("start")
    private let end = ParquetTimestampColumn("end")
    private let timeZone = ParquetTextColumn("time_zone", optional: true)
    /// The key of the file of sources.
    private let sourceID = ParquetIntegerColumn("source_id")
    private let source = ParquetTextColumn("source")
    private let bundle = ParquetTextColumn("bundle", optional: true)
    private let version = ParquetTextColumn("version", optional: true)
    private let device = ParquetTextColumn("device", optional: true)
    private let metadata = ParquetMapColumn("metadata")

    private struct OriginNumbers {
        var source: UInt32
        var bundle: UInt32?
        var version: UInt32?
        var device: UInt32?
    }

    private struct MetadataNumbers {
        var timeZone: UInt32?
        var map: UInt32
    }

    private let contents: StoreContents
    private var group = -1
    private var origins: [Int64: OriginNumbers] = [:]
    private var latestOrigin: (provenance: Int64, numbers: OriginNumbers)?
    private var metadataNumbers: [Int64: MetadataNumbers] = [:]

    /// - Parameter key: the name of the column with the UUID.
    init(_ contents: StoreContents, key: String = "uuid") {
        self.contents = contents
        uuid = ParquetUUIDColumn(key)
    }

    /// The columns before those of a kind, and the columns after them.
    var first: [ParquetColumn] { [uuid, start, end, timeZone] }
    var last: [ParquetColumn] { [sourceID, source, bundle, version, device, metadata] }

    /// Appends a sample.
    func append(_ sample: RawSample, _ writer: ParquetWriter) throws {
        beginGroup(writer)
        uuid.append(try contents.uuid(sample))
        start.append(seconds: sample.start)
        end.append(seconds: sample.end)
        sourceID.append(sample.provenance)
        let numbers = try originNumbers(sample.provenance)
        source.append(number: numbers.source)
        bundle.append(number: numbers.bundle)
        version.append(number: numbers.version)
        device.append(number: numbers.device)
        let shared = sample.metadata < 0 ? nil : try metadataNumbers(sample.metadata)
        timeZone.append(number: shared?.timeZone)
        metadata.append(number: shared?.map)
    }

    /// Appends the samples of a block that have these places in it.
    func append(_ block: SampleBlock, _ rows: Range<Int>, _ writer: ParquetWriter) throws {
        beginGroup(writer)
        uuid.append(bytes: block.uuids[rows.lowerBound * 16..<rows.upperBound * 16])
        start.append(seconds: block.starts[rows])
        end.append(seconds: block.ends[rows])
        try forEachRun(block.provenances, rows) { provenance, count in
            let numbers = try originNumbers(provenance)
            for _ in 0..<count { sourceID.append(provenance) }
            source.append(number: numbers.source, count: count)
            bundle.append(number: numbers.bundle, count: count)
            version.append(number: numbers.version, count: count)
            device.append(number: numbers.device, count: count)
        }
        try forEachRun(block.metadata, rows) { number, count in
            let shared = number < 0 ? nil : try metadataNumbers(number)
            timeZone.append(number: shared?.timeZone, count: count)
            metadata.append(number: shared?.map, count: count)
        }
    }

    /// Calls a function with each number and the number of its repetitions.
    private func forEachRun(_ numbers: [Int64], _ rows: Range<Int>, _ body: (Int64, Int) throws -> Void) rethrows {
        var first = rows.lowerBound
        while first < rows.upperBound {
            var end = first + 1
            while end < rows.upperBound, numbers[end] == numbers[first] { end += 1 }
            try body(numbers[first], end - first)
            first = end
        }
    }

    /// Numbers of texts and maps are those of a row group.
    private func beginGroup(_ writer: ParquetWriter) {
        guard writer.group != group else { return }
        group = writer.group
        origins.removeAll(keepingCapacity: true)
        metadataNumbers.removeAll(keepingCapacity: true)
        latestOrigin = nil
    }

    private func originNumbers(_ provenance: Int64) throws -> OriginNumbers {
        if let latestOrigin, latestOrigin.provenance == provenance { return latestOrigin.numbers }
        let numbers = try origins[provenance] ?? makeNumbers(contents.origin(number: provenance))
        origins[provenance] = numbers
        latestOrigin = (provenance, numbers)
        return numbers
    }

    private func makeNumbers(_ origin: Origin) -> OriginNumbers {
        OriginNumbers(
            source: source.number(of: origin.name), bundle: origin.bundleIdentifier.map(bundle.number),
            version: origin.version.map(version.number), device: Self.deviceName(origin.device).map(device.number))
    }

    /// The name of a device; its model or hardware if it has no name.
    static func deviceName(_ device: DeviceData?) -> String? {
        guard let device else { return nil }
        return device.name ?? device.model ?? device.hardware ?? device.localIdentifier
    }

    private func metadataNumbers(_ number: Int64) throws -> MetadataNumbers {
        if let known = metadataNumbers[number] { return known }
        let (pairs, zone) = try contents.metadata(number: number)
        let numbers = MetadataNumbers(
            timeZone: zone.map(timeZone.number), map: metadata.number(of: pairs.map { ($0.key, $0.value) }))
        metadataNumbers[number] = numbers
        return numbers
    }
}

/// The columns of an element of a list that belongs to a sample: the UUID of the sample, and the position in the list.
struct ElementColumns {
    private let sample: ParquetUUIDColumn
    private let position = ParquetIntegerColumn("position")

    /// - Parameter sample: The name of the column with the UUID.
    init(of sample: String) {
        self.sample = ParquetUUIDColumn(sample)
    }

    var all: [ParquetColumn] { [sample, position] }

    func append(_ uuid: UUID, _ index: Int) {
        sample.append(uuid)
        position.append(Int64(index))
    }
}

/// The columns of an event or a statistic of a workout or of one of its activities.
struct WorkoutPartColumns {
    private let workout = ParquetUUIDColumn("workout")
    private let activity = ParquetTextColumn("activity", optional: true)
    private let kind = ParquetTextColumn("type")
    private let start = ParquetTimestampColumn("start")

    var all: [ParquetColumn] { [workout, activity, kind, start] }

    /// - Parameters:
    ///   - activity: The UUID of the activity; nil for a part of the workout itself.
    ///   - start: The start in seconds since 1970.
    func append(_ record: WorkoutRecord, activity: String?, type: String, start: Double) {
        workout.append(record.sample.uuid)
        self.activity.append(activity)
        kind.append(type)
        self.start.append(seconds: start)
    }
}

/// The columns of a day: its date, its start and its end.
struct DayColumns {
    private let day = ParquetDateColumn("day")
    private let start = ParquetTimestampColumn("start")
    private let end = ParquetTimestampColumn("end")

    var all: [ParquetColumn] { [day, start, end] }

    /// - Parameter number: The number of days since 1970-01-01.
    func append(_ number: Int32, from start: Date, to end: Date) {
        day.append(number)
        self.start.append(seconds: start.timeIntervalSince1970)
        self.end.append(seconds: end.timeIntervalSince1970)
    }
}
