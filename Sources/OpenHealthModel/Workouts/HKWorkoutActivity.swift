// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A part of a workout, such as the swim of a triathlon.
public final class HKWorkoutActivity: NSObject, NSCopying, NSSecureCoding, Sendable {
    /// The identity of the part.
    public let uuid: UUID
    /// When it began.
    public let startDate: Date
    /// When it ended; nil while it goes on.
    public let endDate: Date?
    /// The events of the workout that fall into this part.
    public let workoutEvents: [HKWorkoutEvent]
    /// Figures over the samples of this part, by type.
    public let allStatistics: [HKQuantityType: HKStatistics]
    /// The time spent in zones, by type; nil where there are no zones.
    public let zoneGroupsByType: [HKQuantityType: HKWorkoutZoneGroup]?
    private let configuration: HKWorkoutConfiguration
    /// The duration from stored parts; otherwise it follows from the dates and pauses.
    private let givenDuration: TimeInterval?
    /// Its metadata.
    package let metadataValues: [String: HKMetadataValue]

    /// Creates a part from stored parts.
    package init(
        uuid: UUID, workoutConfiguration: HKWorkoutConfiguration, startDate: Date, endDate: Date?,
        duration: TimeInterval? = nil, workoutEvents: [HKWorkoutEvent] = [],
        statistics: [HKQuantityType: HKStatistics] = [:], zoneGroups: [HKQuantityType: HKWorkoutZoneGroup]? = nil,
        metadataValues: [String: HKMetadataValue] = [:]
    ) {
        self.uuid = uuid
        self.configuration = workoutConfiguration.duplicate
        self.startDate = startDate
        self.endDate = endDate
        self.givenDuration = duration
        self.workoutEvents = workoutEvents
        self.allStatistics = statistics
        self.zoneGroupsByType = zoneGroups
        self.metadataValues = metadataValues
        super.init()
    }

    /// Creates a part. An end before the start, or metadata of a wrong class, stops the process;
    /// ``validated(workoutConfiguration:start:end:metadata:)`` throws instead.
    /// - Parameters:
    ///   - workoutConfiguration: what kind of activity it is; a copy is kept.
    ///   - startDate: when it began.
    ///   - endDate: when it ended, not before the start; nil while it goes on.
    ///   - metadata: more about it: `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    public convenience init(
        workoutConfiguration: HKWorkoutConfiguration, start startDate: Date, end endDate: Date?,
        metadata: [String: Any]?
    ) {
        let values = orStop { () throws(HKObjectValidationError) in
            try HKWorkoutActivity.checkedMetadata(start: startDate, end: endDate, metadata: metadata)
        }
        self.init(
            uuid: UUID(), workoutConfiguration: workoutConfiguration, startDate: startDate, endDate: endDate,
            metadataValues: values)
    }

    /// Creates a part from untrusted input, and throws where the initialiser would stop the process.
    /// - Parameters:
    ///   - workoutConfiguration: what kind of activity it is; a copy is kept.
    ///   - start: when it began.
    ///   - end: when it ended, not before the start; nil while it goes on.
    ///   - metadata: more about it: `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    /// - Throws: ``HKObjectValidationError``, which says what is wrong and what to do.
    public static func validated(
        workoutConfiguration: HKWorkoutConfiguration, start: Date, end: Date?, metadata: [String: Any]? = nil
    ) throws(HKObjectValidationError) -> HKWorkoutActivity {
        let values = try checkedMetadata(start: start, end: end, metadata: metadata)
        return HKWorkoutActivity(
            uuid: UUID(), workoutConfiguration: workoutConfiguration, startDate: start, endDate: end,
            metadataValues: values)
    }

    private static func checkedMetadata(
        start: Date, end: Date?, metadata: [String: Any]?
    ) throws(HKObjectValidationError) -> [String: HKMetadataValue] {
        try HKObjectValidation.checkOrder(start: start, end: end ?? start, subject: "HKWorkoutActivity")
        return try HKObjectValidation.metadata(metadata, of: nil, subject: "HKWorkoutActivity")
    }

    /// A copy of the configuration.
    public var workoutConfiguration: HKWorkoutConfiguration { configuration.duplicate }

    /// The seconds without pauses; up to now for a part that goes on.
    public var duration: TimeInterval {
        givenDuration
            ?? HKWorkoutPauses.activeDuration(
                from: startDate, to: endDate ?? max(startDate, Date()), events: workoutEvents)
    }

    /// More about the part; nil where there is nothing.
    public var metadata: [String: Any]? { metadataValues.objects }

    /// The figures of one type over this part; nil where it has no samples of that type.
    /// - Parameter quantityType: the type to look for.
    public func statistics(for quantityType: HKQuantityType) -> HKStatistics? { allStatistics[quantityType] }

    /// The time spent in the zones of a type; nil where it has no zones.
    /// - Parameter quantityType: the type to look for.
    public func zoneGroup(for quantityType: HKQuantityType) -> HKWorkoutZoneGroup? { zoneGroupsByType?[quantityType] }

    /// Whether the other is the same part.
    public override func isEqual(_ object: Any?) -> Bool { (object as? HKWorkoutActivity)?.uuid == uuid }

    /// A hash of the ``uuid``.
    public override var hash: Int { uuid.hashValue }

    /// The part itself, which cannot change.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// True: archives can be read with secure coding required.
    public static var supportsSecureCoding: Bool { true }

    /// Writes the part to an archive.
    public func encode(with coder: NSCoder) {
        var archive = HKArchive()
        archive.set(uuid, "uuid")
        archive.set(object: configuration, "configuration")
        archive.set(startDate, "start")
        archive.set(endDate, "end")
        archive.set(givenDuration, "duration")
        archive.set(objects: workoutEvents, "events")
        archive.set(statistics: allStatistics, "statistics")
        archive.set(zoneGroups: zoneGroupsByType, "zones")
        archive.set(metadata: metadataValues, "metadata")
        coder.encode(archive, forKey: "HKWorkoutActivity")
    }

    /// Reads a part from an archive, or gives nil where the archive does not hold one.
    public convenience init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: "HKWorkoutActivity"), let uuid = archive.uuid("uuid"),
            let configuration = archive.object("configuration", as: HKWorkoutConfiguration.self),
            let start = archive.date("start"), let events = archive.objects("events", as: HKWorkoutEvent.self),
            let statistics = archive.statistics("statistics"), let metadata = archive.metadata("metadata")
        else { return nil }
        self.init(
            uuid: uuid, workoutConfiguration: configuration, startDate: start, endDate: archive.date("end"),
            duration: archive.double("duration"), workoutEvents: events, statistics: statistics,
            zoneGroups: archive.zoneGroups("zones"), metadataValues: metadata)
    }
}
