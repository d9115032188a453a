// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession

/// A sample of any class: `{"uuid", "type", "startDate", "endDate", …, "source", "device", "metadata", "created"}`.
///
/// A quantity sample also has `value` and `unit`, a category sample `value`, a correlation its `objects`, and a workout
/// `activityType`, `duration` and totals. The remaining properties are under `class` and `detail`: the parts of the object's
/// archive, by class. Every object is therefore decoded as an equal object.
package struct SampleJSON: JSONRepresentable {
    package var sample: HKSample

    package init(_ sample: HKSample) {
        self.sample = sample
    }

    /// The part of an archive that all classes have; its values have separate keys.
    static let objectPart = "HKObject"
    /// The part of an archive with the type and the dates.
    static let samplePart = "HKSample"

    /// The keys of a sample.
    package static let keys = [
        "uuid", "type", "startDate", "endDate", "value", "unit", "objects", "activityType", "duration",
        "totalEnergyBurned", "totalDistance", "totalSwimmingStrokeCount", "totalFlightsClimbed", "source", "device",
        "metadata", "created", "class", "detail",
    ]

    package static let format = JSONFormat<SampleJSON>(
        name: "Sample",
        JSONSchema.object(
            [
                "uuid": .uuid, "type": .named("TypeName"), "startDate": .date, "endDate": .date,
                "source": .named("Revision"),
            ],
            optional: [
                "value": .number.described("The value of a quantity in its unit, or the raw value of a category."),
                "unit": .named("Unit"),
                "objects": .array(of: .named("Sample")).described("The members of a correlation."),
                "activityType": .string().described("The activity of a workout, by its name in /v1/catalogue."),
                "duration": .number.described("The seconds of a workout without pauses."),
                "totalEnergyBurned": .named("Quantity"),
                "totalDistance": .named("Quantity"), "totalSwimmingStrokeCount": .named("Quantity"),
                "totalFlightsClimbed": .named("Quantity"), "device": .named("Device"), "metadata": .named("Metadata"),
                "created": .date.described("The date at which it was saved."),
                "class": .string().described(
                    "The class in HealthKit, where the other keys do not hold the whole object."),
                "detail": .object(isOpen: true).described(
                    "The object as HealthKit archives it, by class, for clients that restore it. Its dates are seconds since 2001; the "
                        + "other keys have those of workouts as dates."),
            ]
        ).with(optional: readableSchemas).described("A sample as it is stored.")
    ) {
        $0.readable
    } decode: { (json) throws(Problem) in
        try SampleJSON(json, extraKeys: [], isNew: false)
    }

    /// The entries of the sample, for callers that add more.
    package var entries: [(key: String, value: JSONValue)] { entries(isReadable: false) }

    /// - Parameter isReadable: Whether entries that are derived from the others are included.
    func entries(isReadable: Bool) -> [(key: String, value: JSONValue)] {
        let fields = sample.fields
        let (start, end) = (ExactDate.text(sample.startDate), ExactDate.text(sample.endDate))
        let created = fields.creationDate.map { (exact: ExactDate.text($0), date: $0) }
        var entries: [(key: String, value: JSONValue)] = [
            ("uuid", .string(fields.uuid.uuidString)), ("type", .string(sample.sampleType.identifier)),
            ("startDate", .string(start ?? APIDate.text(sample.startDate))),
            ("endDate", .string(end ?? APIDate.text(sample.endDate))),
        ]
        entries += content(isReadable: isReadable)
        if isReadable { entries += readableEntries }
        entries.append(("source", JSONFormat.sourceRevision.json(fields.sourceRevision)))
        if let device = fields.device { entries.append(("device", JSONFormat.device.json(device))) }
        if !fields.metadata.isEmpty { entries.append(("metadata", JSONFormat.metadata.json(fields.metadata))) }
        if let created { entries.append(("created", .string(created.exact ?? APIDate.text(created.date)))) }
        let hasDates = start != nil && end != nil
        let unspoken = created.flatMap { $0.exact == nil ? $0.date : nil }
        if !hasDates || unspoken != nil || needsDetail { entries += detail(hasSample: !hasDates, created: unspoken) }
        return entries
    }

    // MARK: - Readable keys

    private func content(isReadable: Bool) -> [(key: String, value: JSONValue)] {
        switch sample {
        case let sample as HKQuantitySample:
            return [
                ("value", .double(sample.quantity.originalValue)),
                ("unit", .string(sample.quantity.originalUnit.unitString)),
            ]
        case let sample as HKCategorySample: return [("value", .integer(sample.value))]
        case let correlation as HKCorrelation:
            let members = correlation.objects.sorted { $0.uuid.uuidString < $1.uuid.uuidString }
            return [("objects", .array(members.map { .object(SampleJSON($0).entries(isReadable: isReadable)) }))]
        case let workout as HKWorkout: return content(workout, isReadable: isReadable)
        default: return []
        }
    }

    private func content(_ workout: HKWorkout, isReadable: Bool) -> [(key: String, value: JSONValue)] {
        var totals = workout.givenTotals
        if isReadable {
            // Most totals follow from the statistics. The detail has those that were given.
            totals = HKWorkoutTotals(
                energyBurned: workout.totalEnergyBurned, distance: workout.totalDistance,
                swimmingStrokeCount: workout.totalSwimmingStrokeCount, flightsClimbed: workout.totalFlightsClimbed)
        }
        var entries: [(key: String, value: JSONValue)] = [
            ("activityType", ActivityTypeJSON(workout.workoutActivityType).json),
            ("duration", .double(workout.duration)),
        ]
        for (key, quantity) in [
            ("totalEnergyBurned", totals.energyBurned), ("totalDistance", totals.distance),
            ("totalSwimmingStrokeCount", totals.swimmingStrokeCount), ("totalFlightsClimbed", totals.flightsClimbed),
        ] {
            if let quantity { entries.append((key, JSONFormat.quantity.json(quantity))) }
        }
        return entries
    }

    // MARK: - Archive

    private var needsDetail: Bool {
        switch sample {
        case let sample as HKQuantitySample:
            let isStored =
                sample.quantityType.aggregationStyle == .cumulative
                ? type(of: sample) == HKCumulativeQuantitySample.self
                : type(of: sample) == HKDiscreteQuantitySample.self
            guard isStored, sample.count == 1, sample.quantity.originalValue.isFinite else { return true }
            guard let sample = sample as? HKDiscreteQuantitySample else { return false }
            let interval = sample.mostRecentQuantityDateInterval
            return [sample.minimumQuantity, sample.maximumQuantity, sample.mostRecentQuantity].contains {
                $0.originalValue != sample.quantity.originalValue || $0.originalUnit != sample.quantity.originalUnit
            } || interval.start != sample.startDate
                || interval.duration != DateInterval(start: sample.startDate, end: sample.endDate).duration
        case is HKCategorySample, is HKCorrelation: return false
        default: return true
        }
    }

    /// - Parameters:
    ///   - hasSample: Whether the dates have no exact string.
    ///   - created: The time at which the sample was saved, if it has no exact string.
    private func detail(hasSample: Bool, created: Date?) -> [(key: String, value: JSONValue)] {
        var archive = HKArchive()
        // Members are under a separate key, each with its own detail.
        archive.set(HKArchive.list(of: [sample]), "sample")
        guard var parts = archive.archives("sample")?.first, let name = parts.string("class") else { return [] }
        parts.set(
            created.map { date in
                var object = HKArchive()
                object.set(date, "created")
                return object
            }, Self.objectPart)
        if !hasSample { parts.set(nil as HKArchive?, Self.samplePart) }
        if sample is HKCorrelation { parts.set(nil as HKArchive?, "HKCorrelation") }
        parts.set(nil as String?, "class")
        guard let json = ArchiveJSON.write(parts) else { return [] }
        return [("class", .string(name)), ("detail", json)]
    }
}

extension JSONFormat where Value == HKSample {
    /// The format of a stored sample.
    package static var sample: JSONFormat { SampleJSON.format.map(\.sample, back: SampleJSON.init) }
}

/// The activity type of a workout: the name of the case in Swift, such as `running`. The raw value is read as well, because Swift
/// does not have the names of Apple's cases.
package struct ActivityTypeJSON: Sendable {
    package var activityType: HKWorkoutActivityType

    package init(_ activityType: HKWorkoutActivityType) {
        self.activityType = activityType
    }

    package init(_ json: JSONReader) throws(Problem) {
        if case .number = json.value {
            let number = try json.integer()
            guard let known = UInt(exactly: number).flatMap(HKWorkoutActivityType.init(rawValue:)) else {
                throw json.problem("Unknown activity.", kind: .invalidArgument)
            }
            activityType = known
            return
        }
        let name = try json.string()
        guard let known = Self.byName[name] else {
            let hint = HealthTypes.hint(for: name, among: Self.byName.keys.sorted())
            throw json.problem(
                "Unknown activity.\(hint) Expected a case of HKWorkoutActivityType, such as running.",
                kind: .invalidArgument)
        }
        activityType = known
    }

    package var json: JSONValue { .string("\(activityType)") }

    private static let byName = Dictionary(
        uniqueKeysWithValues: HKWorkoutActivityType.allCases.map { ("\($0)", $0) })
}

extension JSONFormat where Value == HKWorkoutZoneConfiguration {
    /// The format of the zones of a quantity type.
    package static var zoneConfiguration: JSONFormat {
        .object(
            named: "WorkoutZones", about: "The ranges of a quantity by which a workout was divided.",
            ignoresOthers: true,
            .required("type", \.quantityType, .quantityType),
            .required(
                "source", \.source,
                .one(
                    of: [("system", .system), ("user", .user), ("app", .app)],
                    orElse: "Expected system, user or app.")),
            .required("zones", \.zones, .array(of: .zone))
        ) { HKWorkoutZoneConfiguration(source: $1, quantityType: $0, zones: $2) }
    }
}

extension JSONFormat where Value == HKWorkoutZone {
    /// The format of a zone.
    fileprivate static var zone: JSONFormat {
        .object(
            ignoresOthers: true, .required("index", \.index, .integer()), .optional("minimum", \.minimum, .quantity),
            .optional("maximum", \.maximum, .quantity)
        ) { HKWorkoutZone(index: $0, minimum: $1, maximum: $2) }
    }
}

extension StoredAttachment: JSONRepresentable {
    /// The JSON form of an attachment of a sample, without its bytes.
    package static let format = JSONFormat<StoredAttachment>.object(
        named: "Attachment", about: "An attachment of a sample, without its bytes.", ignoresOthers: true,
        .required("uuid", \.uuid, .uuid), .required("name", \.name, .string),
        .required("contentType", \.contentType, .string.described("The identifier of the uniform type.")),
        .required("size", \.size, .integer(0...AttachmentRoutes.maximumBytes)), .required("created", \.created, .date),
        .optional("metadata", \.metadata, .metadata, default: [:]),
        .optional("mediaType", \.mediaType, .string.described("The media type, such as image/jpeg, if it is known."))
    ) { (uuid, name, type, size, created, metadata, _) throws(Problem) in
        StoredAttachment(uuid: uuid, name: name, contentType: type, size: size, created: created, metadata: metadata)
    }

    /// The media type of the uniform type; nil for an unknown one.
    private var mediaType: String? { MediaTypes.mediaType(ofUniformType: contentType) }
}
