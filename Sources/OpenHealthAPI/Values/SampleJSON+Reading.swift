// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension SampleJSON {
    /// Reads a sample that an app sends to be saved.
    ///
    /// The sample can omit the UUID, the source and the archive; the server replaces the source in any case. The rules of
    /// `HKObjectValidation` for new objects are checked.
    /// - Parameters:
    ///   - extraKeys: Keys that the caller reads.
    ///   - keepsMetadata: Whether values of predefined metadata keys are accepted as they are, and so are unknown keys.
    package init(
        new json: JSONReader, extraKeys: [String] = [], keepsMetadata: Bool = false
    ) throws(Problem) {
        sample = try Problem.ofContent { () throws(Problem) in
            try SampleJSON(json, extraKeys: extraKeys, isNew: true).sample
        }
        do {
            try HKObjectValidation.check(sample, keepsMetadata: keepsMetadata)
        } catch {
            throw Self.problem(json, error)
        }
        if !keepsMetadata { try MetadataKeyCheck.check(sample, json) }
    }

    private static func problem(_ json: JSONReader, _ error: HKObjectValidationError) -> Problem {
        var problem = json.problem(error.description, kind: .invalidArgument)
        problem.healthKitCode = HKError.Code.errorInvalidArgument.rawValue
        return problem
    }

    init(_ json: JSONReader, extraKeys: [String], isNew: Bool) throws(Problem) {
        try json.check(keys: Self.keys + Self.readableKeys + extraKeys)
        let type = try json.required("type").sampleType()
        let start = try json.required("startDate").date()
        // A sample from an app without an end date is a point in time.
        let end = try (isNew ? json.optional("endDate") : json.required("endDate"))?.date() ?? start
        let fields = try Self.fields(json, isNew: isNew)
        if let name = try json.optional("class") {
            sample = try Self.archived(json, name, type: type, start: start, end: end, fields: fields, isNew: isNew)
            guard sample.sampleType == type else {
                throw name.problem("The class and its detail do not fit the type \(type.identifier).")
            }
            return
        }
        guard start <= end else { throw json.problem("The end is before the start.", kind: .invalidArgument) }
        switch type {
        case let type as HKQuantityType:
            let (value, unit) = (try json.required("value").double(), try json.required("unit"))
            let quantity = HKQuantity(unit: try unit.unit(), doubleValue: value)
            guard type.is(compatibleWith: quantity.originalUnit) else {
                throw unit.problem(
                    "\(type.identifier) is measured in units such as \(type.canonicalUnit.unitString).",
                    kind: .invalidArgument)
            }
            sample = HKQuantitySample.stored(
                quantityType: type, quantity: quantity, startDate: start, endDate: end, fields: fields)
        case let type as HKCategoryType:
            sample = HKCategorySample(
                categoryType: type,
                value: isNew ? try Self.categoryValue(json, type) : try json.required("value").integer(),
                startDate: start, endDate: end, fields: fields)
        case let type as HKCorrelationType:
            sample = HKCorrelation(
                correlationType: type, objects: try Self.members(json, isNew: isNew), startDate: start, endDate: end,
                fields: fields)
        case is HKWorkoutType:
            // A caller can read the events by itself.
            let events = isNew && !extraKeys.contains("events") ? try Self.newEvents(json) : []
            sample = try Self.workout(json, start: start, end: end, events: events, fields: fields)
        default:
            throw json.problem(
                "A sample of \(type.identifier) needs its class and detail, as GET /v1/samples writes them.")
        }
    }

    private static func fields(_ json: JSONReader, isNew: Bool) throws(Problem) -> HKObjectFields {
        let uuid = try (isNew ? json.optional("uuid") : json.required("uuid"))?.uuid() ?? UUID()
        let source = try json.optional("source").map(JSONFormat.sourceRevision.decode)
        guard source != nil || isNew else { throw json.problem("The source is missing.") }
        let device = try json.optional("device").map(JSONFormat.device.decode)
        let metadata = try json.optional("metadata").map(JSONFormat.metadata.decode)
        return HKObjectFields(
            uuid: uuid, sourceRevision: source ?? .current, device: device, metadata: metadata ?? [:],
            creationDate: try json.optional("created")?.date())
    }

    private static func members(_ json: JSONReader, isNew: Bool) throws(Problem) -> Set<HKSample> {
        let list = try json.required("objects")
        var members: Set<HKSample> = []
        for member in try list.array(most: 1000) {
            let sample = try SampleJSON(member, extraKeys: [], isNew: isNew).sample
            guard members.insert(sample).inserted else { throw member.problem("Duplicate UUID.") }
        }
        return members
    }

    private static func workout(
        _ json: JSONReader, start: Date, end: Date, events: [HKWorkoutEvent], fields: HKObjectFields
    ) throws(Problem) -> HKWorkout {
        func quantity(_ key: String) throws(Problem) -> HKQuantity? {
            try json.optional(key).map(JSONFormat.quantity.decode)
        }
        let duration = try json.optional("duration")?.double()
        return HKWorkout(
            activityType: try ActivityTypeJSON(try json.required("activityType")).activityType, startDate: start,
            endDate: end, duration: duration ?? HKWorkoutPauses.activeDuration(from: start, to: end, events: events),
            workoutEvents: events,
            totals: HKWorkoutTotals(
                energyBurned: try quantity("totalEnergyBurned"), distance: try quantity("totalDistance"),
                swimmingStrokeCount: try quantity("totalSwimmingStrokeCount"),
                flightsClimbed: try quantity("totalFlightsClimbed")),
            fields: fields)
    }

    /// Returns a sample from its archive.
    private static func archived(
        _ json: JSONReader, _ name: JSONReader, type: HKSampleType, start: Date, end: Date, fields: HKObjectFields,
        isNew: Bool
    ) throws(Problem) -> HKSample {
        let detail = try json.required("detail")
        guard case .object = detail.value, var parts = ArchiveJSON.read(detail.value) else {
            throw detail.problem("Expected an archive, as GET /v1/samples writes it.")
        }
        var object = HKArchive()
        object.set(fields.uuid, "uuid")
        object.set(fields.sourceRevision, "sourceRevision")
        object.set(fields.device, "device")
        object.set(fields.metadata, "metadata")
        object.set(parts.archive(objectPart)?.date("created") ?? fields.creationDate, "created")
        parts.set(object, objectPart)
        if parts.archive(samplePart) == nil {
            var sample = HKArchive()
            sample.set(type, "type")
            sample.set(start, "start")
            sample.set(end, "end")
            parts.set(sample, samplePart)
        }
        if type is HKCorrelationType {
            var correlation = HKArchive()
            correlation.set(HKArchive.list(of: Array(try members(json, isNew: isNew))), "objects")
            parts.set(correlation, "HKCorrelation")
        }
        parts.set(try name.string(), "class")
        var archive = HKArchive()
        archive.set([parts], "sample")
        guard let sample = archive.samples("sample")?.first else {
            throw detail.problem("This is not an archive of the class.")
        }
        return sample
    }
}
