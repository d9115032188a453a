// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthFormats
import OpenHealthModel
import OpenHealthStore

extension AppleDocument {
    /// Writes the rings of each day.
    func writeSummaries() throws {
        for summary in try contents.activitySummaries() {
            try writer.begin("ActivitySummary")
            try writer.attribute("dateComponents", summary.day)
            try attributes(summary.values, Self.summaryAttributes)
            try writer.end()
            context.receipt.count(.activitySummaries)
        }
    }

    private static let summaryAttributes: Set<String> = [
        "activeEnergyBurned", "activeEnergyBurnedGoal", "activeEnergyBurnedUnit", "appleMoveTime", "appleMoveTimeGoal",
        "appleMoveMinutes", "appleMoveMinutesGoal", "appleExerciseTime", "appleExerciseTimeGoal", "appleStandHours",
        "appleStandHoursGoal",
    ]

    /// Writes a clinical record.
    /// - Returns: whether the sample is one.
    func writeClinicalRecord(_ sample: RawSample) throws -> Bool {
        guard let record = try contents.clinicalRecord(sample) else { return false }
        guard let received = dates.seconds(sample.start) else { return true }
        let path = names.clinicalRecord(record.type, uuid: try contents.uuid(sample))
        try writer.begin("ClinicalRecord")
        try writer.attribute("type", record.type)
        try writer.attribute("identifier", record.identifier)
        try writer.attribute("sourceName", record.sourceName)
        try writer.attribute("sourceURL", record.sourceURL)
        try writer.attribute("fhirVersion", record.fhirVersion)
        try writer.attribute("receivedDate", date: received)
        try writer.attribute("resourceFilePath", "/\(path)")
        try writer.end()
        if record.resource != nil { files.append(.clinicalRecord(sample, path: path)) }
        if sample.metadata >= 0 { context.receipt.omit(.metadata) }
        try omitParts(sample)
        context.receipt.count(type: try contents.type(sample), .clinicalRecords)
        return true
    }

    /// Writes a hearing test.
    func writeAudiogram(_ sample: RawSample) throws {
        guard let span = dates.span(sample) else { return }
        try writer.begin(
            "Audiogram", head("Audiogram", sample), created: dates.created(sample), start: span.start, end: span.end)
        try writeMetadata(sample)
        for point in try contents.points(ofAudiogram: sample) {
            try writer.begin("SensitivityPoint")
            try attributes(point, Self.pointAttributes)
            try writer.end()
        }
        try writer.end()
        try omitParts(sample)
        context.receipt.count(type: try contents.type(sample), .audiograms)
    }

    private static let pointAttributes: Set<String> = Set(
        ["frequencyValue", "frequencyUnit"]
            + ["left", "right"].flatMap { ear in
                ["Value", "Unit", "Masked", "ClampingRangeLowerBound", "ClampingRangeUpperBound"].map {
                    "\(ear)Ear\($0)"
                }
            })

    /// Writes a prescription for glasses or contact lenses. Exports do not contain its source.
    func writePrescription(_ sample: RawSample) throws {
        guard let prescription = try contents.prescription(sample), let issued = dates.seconds(sample.start) else {
            return
        }
        try writer.begin("VisionPrescription")
        try writer.attribute("type", prescription.type)
        try writer.attribute("dateIssued", date: issued)
        if let expires = prescription.expirationDate.flatMap(dates.seconds) {
            try writer.attribute("expirationDate", date: expires)
        }
        if let brand = prescription.brand { try writer.attribute("brand", brand) }
        context.receipt.omit(.unknownAttributes, times: prescription.other.count)
        try writeMetadata(sample)
        for (name, eye) in [("RightEye", prescription.rightEye), ("LeftEye", prescription.leftEye)]
            as [(
                StaticString, [MetadataPair]
            )] where !eye.isEmpty
        {
            try writer.begin(name)
            try attributes(eye, Self.lensAttributes)
            try writer.end()
        }
        for identifier in prescription.attachments {
            try writer.begin("Attachment")
            try writer.attribute("identifier", identifier)
            try writer.end()
        }
        try writer.end()
        if !(try contents.origin(sample).name.isEmpty) { context.receipt.omit(.prescriptionSources) }
        try omitParts(sample)
        context.receipt.count(type: try contents.type(sample), .visionPrescriptions)
    }

    private static let lensAttributes: Set<String> = Set(
        [
            "sphere", "cylinder", "axis", "add", "vertex", "prismAmount", "prismAngle", "farPD", "nearPD", "baseCurve",
            "diameter",
        ].flatMap { [$0, "\($0)Unit"] })

    /// Notes the file of an electrocardiogram, which the document does not mention.
    func addElectrocardiogram(_ sample: RawSample) throws {
        guard let start = dates.seconds(sample.start) else { return }
        files.append(.electrocardiogram(sample, path: names.electrocardiogram(start, zone: contents.timeZone)))
        if sample.ordinal < 0 || sample.metadata >= 0 { context.receipt.omit(.electrocardiogramDetails) }
        try omitParts(sample)
        context.receipt.count(type: try contents.type(sample), .electrocardiograms)
    }
}
