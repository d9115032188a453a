// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStore

/// Writes the samples of a store as records of Health Connect.
final class HealthConnectSamples {
    let context: ExportContext
    let writer: HealthConnectWriter
    /// The samples that are part of the record of a correlation.
    var members: Set<Int64> = []
    /// The routes that are part of the record of a workout.
    var routes: Set<Int64> = []
    private var zones: [String: TimeZone] = [:]
    var contents: StoreContents { context.contents }

    /// The dates that can be imported: from 1970 until the end of the year 9999. Phones refuse pages of records that begin earlier.
    static let dates = 0.0..<253_402_300_800

    /// The metadata that is in columns of all records.
    private static let commonMetadata: Set<String> = [HKMetadataKeyWasUserEntered, HKMetadataKeyTimeZone]
    /// The maximum offset of a time zone, in seconds. A larger one ends an import.
    private static let maximumOffset = 64_800

    init(_ context: ExportContext, _ writer: HealthConnectWriter) {
        self.context = context
        self.writer = writer
    }

    func write() throws {
        // What correlations and workouts contain is known before the types of it.
        func rank(_ type: StoreContents.SampleType) -> Int {
            type.kind == .correlation ? 0 : type.kind == .workout ? 1 : 2
        }
        for type in contents.types.sorted(by: { (rank($0), $0.identifier) < (rank($1), $1.identifier) }) {
            switch type.kind {
            case .quantity: try quantities(type)
            case .category: try categories(type)
            case .correlation: try correlations(type)
            case .workout: try workouts(type)
            case .series where type.identifier == HKWorkoutRouteTypeIdentifier: try count(routes: type)
            default: try context.omit(type)
            }
        }
    }

    /// Returns what all records have; nil for samples whose dates cannot be imported, which are counted as left out.
    func facts(_ sample: RawSample) throws -> HealthConnectColumns? {
        guard Self.dates.contains(sample.start), Self.dates.contains(sample.end) else {
            context.receipt.omit(.datesBeyondCalendar)
            return nil
        }
        let origin = try contents.origin(sample)
        let zone = try contents.timeZoneName(sample).flatMap(zone) ?? contents.timeZone
        let pairs = try contents.metadata(sample)
        let isEntered = pairs.contains { $0.key == HKMetadataKeyWasUserEntered && $0.value == "1" }
        return HealthConnectColumns(
            uuid: try contents.uuid(sample), start: Self.milliseconds(sample.start),
            end: Self.milliseconds(sample.end), startOffset: offset(zone, sample.start),
            endOffset: offset(zone, sample.end), app: try writer.sources.app(origin),
            device: try writer.sources.device(origin), method: isEntered ? 3 : 0)
    }

    private func zone(_ name: String) -> TimeZone? {
        if let zone = zones[name] { return zone }
        let zone = TimeZone(identifier: name)
        zones[name] = zone
        return zone
    }

    private func offset(_ zone: TimeZone, _ date: Double) -> Int {
        let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: date))
        return abs(offset) <= Self.maximumOffset ? offset : 0
    }

    static func milliseconds(_ date: Double) -> Int64 {
        // checked: within the years 1970 to 9999, or of a part of such a sample
        Int64((min(max(date, dates.lowerBound), dates.upperBound) * 1000).rounded())
    }

    /// Counts the metadata that no column has.
    func omitMetadata(_ sample: RawSample, but used: Set<String> = []) throws {
        guard sample.metadata >= 0 else { return }
        let pairs = try contents.metadata(sample)
        let written = pairs.count { Self.commonMetadata.contains($0.key) || used.contains($0.key) }
        context.receipt.count(.metadata, times: written)
        context.receipt.omit(.metadata, times: pairs.count - written)
    }
}
