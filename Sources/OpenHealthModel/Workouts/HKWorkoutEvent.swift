// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Something that happened in a workout: a pause, a lap, a segment, a marker.
///
/// Only laps and segments take time. Anything else with a duration, or metadata of a wrong class, stops the process;
/// ``validated(type:dateInterval:metadata:)`` throws instead.
public final class HKWorkoutEvent: NSObject, NSCopying, NSSecureCoding, HKValueObject, Sendable {
    /// The type of the event.
    public let type: HKWorkoutEventType
    /// When it happened, and for how long.
    public let dateInterval: DateInterval
    /// Its metadata.
    package let metadataValues: [String: HKMetadataValue]

    /// Creates an event from stored parts.
    package init(type: HKWorkoutEventType, dateInterval: DateInterval, metadataValues: [String: HKMetadataValue]) {
        self.type = type
        self.dateInterval = dateInterval
        self.metadataValues = metadataValues
        super.init()
    }

    /// Creates an event without duration and metadata.
    /// - Parameters:
    ///   - type: what happened.
    ///   - date: when it happened.
    public convenience init(type: HKWorkoutEventType, date: Date) {
        self.init(type: type, dateInterval: DateInterval(start: date, duration: 0), metadata: nil)
    }

    /// Creates an event without duration.
    /// - Parameters:
    ///   - type: what happened.
    ///   - date: when it happened.
    ///   - metadata: more about it: `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    public convenience init(type: HKWorkoutEventType, date: Date, metadata: [String: Any]) {
        self.init(type: type, dateInterval: DateInterval(start: date, duration: 0), metadata: metadata)
    }

    /// Creates an event.
    /// - Parameters:
    ///   - type: what happened.
    ///   - dateInterval: when it happened; of no length unless it is a lap or a segment.
    ///   - metadata: more about it: `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    public convenience init(type: HKWorkoutEventType, dateInterval: DateInterval, metadata: [String: Any]?) {
        let values = orStop { () throws(HKObjectValidationError) in
            try HKWorkoutEvent.checkedMetadata(type: type, dateInterval: dateInterval, metadata: metadata)
        }
        self.init(type: type, dateInterval: dateInterval, metadataValues: values)
    }

    /// Creates an event from untrusted input, and throws where the initialisers would stop the process.
    /// - Parameters:
    ///   - type: what happened.
    ///   - dateInterval: when it happened; of no length unless it is a lap or a segment.
    ///   - metadata: more about it: `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    /// - Throws: ``HKObjectValidationError``, which says what is wrong and what to do.
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

    /// When it began; ``dateInterval`` says more, and replaced it in iOS 11.
    public var date: Date { dateInterval.start }

    /// More about the event; nil where there is nothing.
    public var metadata: [String: Any]? { metadataValues.objects }

    var parts: [AnyHashable?] { [type, dateInterval, metadataValues] }

    /// Whether the other is the same kind of event at the same time with the same metadata.
    public override func isEqual(_ object: Any?) -> Bool { hasSameParts(as: object) }

    /// A hash of the kind, the time and the metadata.
    public override var hash: Int { hashOfParts }

    /// The event itself, which cannot change.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// True: archives can be read with secure coding required.
    public static var supportsSecureCoding: Bool { true }

    /// Writes the event to an archive.
    public func encode(with coder: NSCoder) {
        var archive = HKArchive()
        archive.set(raw: type, "type")
        archive.set(dateInterval, "interval")
        archive.set(metadata: metadataValues, "metadata")
        coder.encode(archive, forKey: "HKWorkoutEvent")
    }

    /// Reads an event from an archive, or gives nil where the archive does not hold one.
    public init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: "HKWorkoutEvent"),
            let type = archive.raw("type", as: HKWorkoutEventType.self),
            let interval = archive.interval("interval"), let metadata = archive.metadata("metadata")
        else { return nil }
        self.type = type
        self.dateInterval = interval
        self.metadataValues = metadata
        super.init()
    }
}
