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
    var last: [ParquetColumn] { [source, bundle, version, device, metadata] }

    /// Appends a sample.
    func append(_ sample: RawSample, _ writer: ParquetWriter) throws {
        if writer.group != group {
            group = writer.group
            origins.removeAll(keepingCapacity: true)
            metadataNumbers.removeAll(keepingCapacity: true)
            latestOrigin = nil
        }
        uuid.append(try contents.uuid(sample))
        start.append(seconds: sample.start)
        end.append(seconds: sample.end)
        let numbers = try originNumbers(sample)
        source.append(number: numbers.source)
        bundle.append(number: numbers.bundle)
        version.append(number: numbers.version)
        device.append(number: numbers.device)
        let shared = sample.metadata < 0 ? nil : try metadataNumbers(sample)
        timeZone.append(number: shared?.timeZone)
        metadata.append(number: shared?.map)
    }

    private func originNumbers(_ sample: RawSample) throws -> OriginNumbers {
        if let latestOrigin, latestOrigin.provenance == sample.provenance { return latestOrigin.numbers }
        let numbers = try origins[sample.provenance] ?? makeNumbers(contents.origin(sample))
        origins[sample.provenance] = numbers
        latestOrigin = (sample.provenance, numbers)
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

    private func metadataNumbers(_ sample: RawSample) throws -> MetadataNumbers {
        if let known = metadataNumbers[sample.metadata] { return known }
        let numbers = MetadataNumbers(
            timeZone: try contents.timeZoneName(sample).map(timeZone.number),
            map: metadata.number(of: try contents.metadata(sample).map { ($0.key, $0.value) }))
        metadataNumbers[sample.metadata] = numbers
        return numbers
    }
}
