// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An activity of a workout, such as the swim of a triathlon.
public final class HKWorkoutActivity: NSObject, NSCopying, NSSecureCoding, HKArchivedObject, HKValueObject, Sendable {
    /// The identifier of the activity.
    public let uuid: UUID
    /// The start date.
    public let startDate: Date
    /// The end date; `nil` if the activity is ongoing.
    public let endDate: Date?
    /// The events of the workout during this activity.
    public let workoutEvents: [HKWorkoutEvent]
    /// The statistics over the samples of this activity, by type.
    public let allStatistics: [HKQuantityType: HKStatistics]
    /// The time spent in zones, by type; `nil` if there are none.
    public let zoneGroupsByType: [HKQuantityType: HKWorkoutZoneGroup]?
    private let configuration: HKWorkoutConfiguration
    /// The stored duration; if `nil`, it is computed from the dates and pauses.
    private let givenDuration: TimeInterval?
    /// The metadata.
    package let metadataValues: [String: HKMetadataValue]

    /// Creates an activity from stored fields.
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
    }

    /// Creates an activity. Traps if the end date is before the start date, or if the metadata is invalid;
    /// ``validated(workoutConfiguration:start:end:metadata:)`` throws an error instead.
    /// - Parameters:
    ///   - workoutConfiguration: The configuration of the activity, which is copied.
    ///   - startDate: The start date.
    ///   - endDate: The end date, which is not before the start date; `nil` if it is ongoing.
    ///   - metadata: The metadata: values of type `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
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

    /// Creates an activity from untrusted input, throwing an error where the initializer traps.
    /// - Parameters:
    ///   - workoutConfiguration: The configuration of the activity, which is copied.
    ///   - start: The start date.
    ///   - end: The end date, which is not before the start date; `nil` if it is ongoing.
    ///   - metadata: The metadata: values of type `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    /// - Throws: ``HKObjectValidationError`` if an argument is invalid.
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

    /// The duration in seconds without pauses; for an ongoing activity, up to the present.
    public var duration: TimeInterval {
        givenDuration
            ?? HKWorkoutPauses.activeDuration(
                from: startDate, to: endDate ?? max(startDate, Date()), events: workoutEvents)
    }

    /// The metadata of the activity; `nil` if there is none.
    public var metadata: [String: Any]? { metadataValues.objects }

    /// Returns the statistics of a type over this activity; `nil` if the activity has no samples of the type.
    /// - Parameter quantityType: The type to look for.
    public func statistics(for quantityType: HKQuantityType) -> HKStatistics? { allStatistics[quantityType] }

    /// Returns the time spent in the zones of a type; `nil` if the type has no zones.
    /// - Parameter quantityType: The type to look for.
    public func zoneGroup(for quantityType: HKQuantityType) -> HKWorkoutZoneGroup? { zoneGroupsByType?[quantityType] }

    var parts: [AnyHashable?] { [uuid] }

    /// Returns a Boolean value that indicates whether the other object has the same ``uuid``.
    public override func isEqual(_ object: Any?) -> Bool { hasSameParts(as: object) }

    /// A hash of the ``uuid``.
    public override var hash: Int { hashOfParts }

    var archive: HKArchive {
        [
            "uuid": uuid, "configuration": configuration, "start": startDate, "end": endDate, "duration": givenDuration,
            "events": workoutEvents, "statistics": HKArchive.list(of: allStatistics),
            "zones": zoneGroupsByType.map(HKArchive.list), "metadata": metadataValues,
        ]
    }

    /// Creates an activity from an archive, or returns `nil` if the archive contains none.
    public convenience init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: Self.archiveKey), let uuid = archive.uuid("uuid"),
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
