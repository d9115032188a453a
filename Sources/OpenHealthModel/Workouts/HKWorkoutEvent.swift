// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An event of a workout: a pause, a lap, a segment or a marker.
///
/// Only laps and segments have a duration. The initializers trap if another event has a duration, or if the metadata is
/// invalid; ``validated(type:dateInterval:metadata:)`` throws an error instead.
public final class HKWorkoutEvent: NSObject, NSCopying, NSSecureCoding, HKArchivedObject, HKValueObject, Sendable {
    /// The type of the event.
    public let type: HKWorkoutEventType
    /// The date interval of the event.
    public let dateInterval: DateInterval
    /// The metadata.
    package let metadataValues: [String: HKMetadataValue]

    /// Creates an event from stored fields.
    package init(type: HKWorkoutEventType, dateInterval: DateInterval, metadataValues: [String: HKMetadataValue]) {
        self.type = type
        self.dateInterval = dateInterval
        self.metadataValues = metadataValues
    }

    /// Creates an event without a duration and metadata.
    /// - Parameters:
    ///   - type: The type of the event.
    ///   - date: The date of the event.
    public convenience init(type: HKWorkoutEventType, date: Date) {
        self.init(type: type, dateInterval: DateInterval(start: date, duration: 0), metadata: nil)
    }

    /// Creates an event without a duration.
    /// - Parameters:
    ///   - type: The type of the event.
    ///   - date: The date of the event.
    ///   - metadata: The metadata: values of type `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    public convenience init(type: HKWorkoutEventType, date: Date, metadata: [String: Any]) {
        self.init(type: type, dateInterval: DateInterval(start: date, duration: 0), metadata: metadata)
    }

    /// Creates an event.
    /// - Parameters:
    ///   - type: The type of the event.
    ///   - dateInterval: The date interval; its duration is 0 unless the event is a lap or a segment.
    ///   - metadata: The metadata: values of type `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    public convenience init(type: HKWorkoutEventType, dateInterval: DateInterval, metadata: [String: Any]?) {
        let values = orStop { () throws(HKObjectValidationError) in
            try HKWorkoutEvent.checkedMetadata(type: type, dateInterval: dateInterval, metadata: metadata)
        }
        self.init(type: type, dateInterval: dateInterval, metadataValues: values)
    }

    /// Creates an event from untrusted input, throwing an error where the initializer traps.
    /// - Parameters:
    ///   - type: The type of the event.
    ///   - dateInterval: The date interval; its duration is 0 unless the event is a lap or a segment.
    ///   - metadata: The metadata: values of type `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    /// - Throws: ``HKObjectValidationError`` if an argument is invalid.
    public static func validated(
        type: HKWorkoutEventType, dateInterval: DateInterval, metadata: [String: Any]? = nil
    ) throws(HKObjectValidationError) -> HKWorkoutEvent {
        let values = try checkedMetadata(type: type, dateInterval: dateInterval, metadata: metadata)
        return HKWorkoutEvent(type: type, dateInterval: dateInterval, metadataValues: values)
    }

    private static func checkedMetadata(
        type: HKWorkoutEventType, dateInterval: DateInterval, metadata: [String: Any]?
    ) throws(HKObjectValidationError) -> [String: HKMetadataValue] {
        guard dateInterval.duration == 0 || type == .lap || type == .segment else {
            throw HKObjectValidationError(
                .invalidWorkoutEvent, "HKWorkoutEvent", "an event of type \(type) has a duration",
                remedy: "give the start alone; only laps and segments take time")
        }
        return try HKObjectValidation.metadata(metadata, of: nil, subject: "HKWorkoutEvent")
    }

    /// The start date; replaced by ``dateInterval`` in iOS 11.
    public var date: Date { dateInterval.start }

    /// The metadata of the event; `nil` if there is none.
    public var metadata: [String: Any]? { metadataValues.objects }

    var parts: [AnyHashable?] { [type, dateInterval, metadataValues] }

    /// Returns a Boolean value that indicates whether the other event has the same type, date interval and metadata.
    public override func isEqual(_ object: Any?) -> Bool { hasSameParts(as: object) }

    /// A hash of the type, the date interval and the metadata.
    public override var hash: Int { hashOfParts }

    var archive: HKArchive { ["type": type.rawValue, "interval": dateInterval, "metadata": metadataValues] }

    /// Creates an event from an archive, or returns `nil` if the archive contains none.
    public convenience init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: Self.archiveKey),
            let type = archive.raw("type", as: HKWorkoutEventType.self),
            let interval = archive.interval("interval"), let metadata = archive.metadata("metadata")
        else { return nil }
        self.init(type: type, dateInterval: interval, metadataValues: metadata)
    }
}
