// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension ImportedItem {
    /// The element with a longer text than ``TextLimit`` allows, such as `type of an event`; nil if none has. The texts of sources and the
    /// metadata of samples, which all samples share, are checked with their tables.
    package var longText: String? {
        var texts = LongText()
        switch self {
        case .exportInfo(let info): texts.check("locale", info.locale)
        case .characteristics(let pairs): texts.check("a characteristic", pairs, limit: TextLimit.name)
        case .correlation(let correlation): texts.check("type", correlation.type)
        case .workout(let workout): texts.check(workout)
        case .activitySummary(let summary):
            texts.check("day", summary.day)
            texts.check("the activity summary", summary.values)
        case .clinicalRecord(let record):
            texts.check("type of the resource", record.type)
            texts.check("identifier", record.identifier)
            texts.check("URL of the source", record.sourceURL)
            texts.check("FHIR version", record.fhirVersion)
            texts.check("path", record.resourcePath)
        case .audiogram(let audiogram):
            texts.check("type", audiogram.type)
            for point in audiogram.points { texts.check("a point", point) }
        case .visionPrescription(let prescription):
            texts.check("type", prescription.type)
            texts.check("brand", prescription.brand)
            for eye in [prescription.rightEye, prescription.leftEye] { texts.check("an eye", eye) }
            for attachment in prescription.attachments { texts.check("identifier of an attachment", attachment) }
            texts.check("the prescription", prescription.other)
        case .electrocardiogram(let electrocardiogram):
            texts.check("path", electrocardiogram.path)
            texts.check("classification", electrocardiogram.classification)
            texts.check("device", electrocardiogram.device)
            texts.check("version of the software", electrocardiogram.softwareVersion)
            texts.check("unit", electrocardiogram.unit)
            texts.check("the header", electrocardiogram.header)
        case .routeFile(let file): texts.check("path", file.path)
        case .heartbeatSeries: break
        case .unknownElement(let element):
            texts.check("name", element.name)
            texts.check("name of the parent", element.parent)
        }
        return texts.name
    }
}

extension HKSample {
    /// The property with a longer text than ``TextLimit`` allows, such as `key of the metadata`; nil if none has.
    var longText: String? {
        var texts = LongText()
        texts.check("the metadata", fields.metadata)
        switch self {
        case let correlation as HKCorrelation:
            return texts.name ?? correlation.objects.lazy.compactMap(\.longText).first
        case let workout as HKWorkout:
            for event in workout.workoutEvents ?? [] { texts.check("the metadata of an event", event.metadataValues) }
            for activity in workout.workoutActivities {
                texts.check("the metadata of an activity", activity.metadataValues)
                for event in activity.workoutEvents {
                    texts.check("the metadata of an event", event.metadataValues)
                }
            }
        case let prescription as HKContactsPrescription: texts.check("brand", prescription.brand)
        case let dose as HKMedicationDoseEvent:
            texts.check("domain of the medication", dose.medicationConceptIdentifier.domain.rawValue)
            texts.check("identifier of the medication", dose.medicationConceptIdentifier.identifier)
        case let record as HKClinicalRecord:
            texts.check("name", record.displayName)
            texts.check("identifier of the resource", record.fhirResource?.identifier)
        case let record as HKVerifiableClinicalRecord:
            texts.check("identifier of the issuer", record.issuerIdentifier)
            texts.check("name of the person", record.subject.fullName)
            for type in record.recordTypes { texts.check("type of the record", type) }
            for item in record.itemNames { texts.check("name of an item", item) }
        default: break
        }
        return texts.name
    }
}

extension HKUserAnnotatedMedication {
    /// The property with a longer text than ``TextLimit`` allows, such as `nickname`; nil if none has.
    package var longText: String? {
        var texts = LongText()
        texts.check("nickname", nickname)
        texts.check("name", medication.displayText)
        texts.check("identifier", medication.identifier.identifier)
        texts.check("domain", medication.identifier.domain.rawValue)
        texts.check("general form", medication.generalForm.rawValue)
        for coding in medication.relatedCodings {
            texts.check("coding system", coding.system)
            texts.check("version of a coding system", coding.version)
            texts.check("code", coding.code)
        }
        return texts.name
    }
}

extension HKObjectValidation {
    /// Checks the lengths of the texts of a sample. Samples of earlier versions can have longer ones.
    package static func checkTexts(_ sample: HKSample) throws(HKObjectValidationError) {
        try checkText(sample.longText, subject: sample.sampleType.identifier)
    }

    /// Checks the lengths of the texts of metadata.
    package static func checkTexts(
        _ metadata: [String: HKMetadataValue], subject: String
    ) throws(HKObjectValidationError) {
        var texts = LongText()
        texts.check("the metadata", metadata)
        try checkText(texts.name, subject: subject)
    }

    private static func checkText(_ name: String?, subject: String) throws(HKObjectValidationError) {
        guard let name else { return }
        throw HKObjectValidationError(.invalidMetadata, subject, "the \(name) is too long", remedy: TextLimit.remedy)
    }
}

extension TextLimit {
    /// The remedy for a text that is too long.
    package static let remedy =
        "shorten it: names have at most \(name) bytes, and values of metadata and attributes \(value)"
}

/// The first text of an object that is too long.
private struct LongText {
    /// The name of the text.
    private(set) var name: String?

    mutating func check(_ name: @autoclosure () -> String, _ text: String?, limit: Int = TextLimit.name) {
        if self.name == nil, let text, text.utf8.count > limit { self.name = name() }
    }

    /// Checks the keys and values of a part.
    mutating func check(_ part: String, _ pairs: [MetadataPair], limit: Int = TextLimit.value) {
        for pair in pairs {
            check("key of \(part)", pair.key)
            check("value of \(part)", pair.value, limit: limit)
        }
    }

    mutating func check(_ part: String, _ metadata: [String: HKMetadataValue]) {
        for (key, value) in metadata {
            check("key of \(part)", key)
            switch value {
            case .string(let text): check("value of \(part)", text, limit: TextLimit.value)
            case .quantity(let quantity): check("unit of \(part)", quantity.originalUnit.unitString)
            case .bool, .integer, .double, .date: break
            }
        }
    }

    mutating func check(_ workout: WorkoutData) {
        check("activity type", workout.activityType)
        check("the workout", workout.attributes)
        check(workout.events, workout.statistics)
        for activity in workout.activities {
            check("UUID of an activity", activity.uuid)
            check("an activity", activity.metadata)
            check("an activity", activity.other)
            check(activity.events, activity.statistics)
        }
        for route in workout.routes {
            for file in route.files { check("path of a route", file) }
        }
        for group in workout.zoneGroups {
            check("the zones", group.attributes)
            for zone in group.zones { check("a zone", zone) }
        }
    }

    private mutating func check(_ events: [WorkoutEventData], _ statistics: [WorkoutStatisticsData]) {
        for event in events {
            check("type of an event", event.type)
            check("an event", event.metadata)
        }
        for figures in statistics {
            check("type of the statistics", figures.type)
            check("unit of the statistics", figures.unit)
        }
    }
}
