// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthFormats
import OpenHealthModel
import OpenHealthTestBasics

extension DemoDocumentWriter {
    func writeSummaries() throws {
        for day in 0..<plan.calendar.count {
            // One day occurs twice: first with partial values, then with the final ones.
            if day == min(3, plan.calendar.baseDays - 1) { try writeSummary(day, done: 0.4) }
            try writeSummary(day, done: 1)
        }
    }

    private func writeSummary(_ day: Int, done: Double) throws {
        // The rings are the sums of the day's records.
        let burned = plan.sum("HKQuantityTypeIdentifierActiveEnergyBurned", day)
        let minutes = plan.sum("HKQuantityTypeIdentifierAppleExerciseTime", day)
        let energy = DemoUnit.kilocalorie
        try writer.begin("ActivitySummary")
        try writer.attribute("dateComponents", plan.calendar.dateText(day))
        try writer.attribute(
            "activeEnergyBurned", number: energy.value(burned * done, plan.options.units))
        try writer.attribute("activeEnergyBurnedGoal", number: energy.value(500, plan.options.units))
        try writer.attribute("activeEnergyBurnedUnit", energy.name(plan.options.units))
        try writer.attribute("appleMoveTime", number: 0)
        try writer.attribute("appleMoveTimeGoal", number: 0)
        try writer.attribute("appleExerciseTime", number: (minutes * done).rounded())
        try writer.attribute("appleExerciseTimeGoal", number: 30)
        try writer.attribute("appleStandHours", number: (Double(plan.standHours(day)) * done).rounded())
        try writer.attribute("appleStandHoursGoal", number: 12)
        try writer.end()
        truth.activitySummaries += 1
    }

    func writeClinicalRecords() throws {
        for record in plan.clinicalRecords {
            try writer.begin("ClinicalRecord")
            try writer.attribute("type", record.type)
            try writer.attribute("identifier", record.identifier)
            try writer.attribute("sourceName", "General Hospital")
            try writer.attribute("sourceURL", record.sourceURL)
            try writer.attribute("fhirVersion", record.fhirVersion)
            try writer.attribute("receivedDate", date: record.received)
            try writer.attribute("resourceFilePath", "/" + record.path)
            try writer.end()
            truth.clinicalRecords += 1
        }
    }

    func writeAudiograms() throws {
        for day in stride(from: 0, to: plan.calendar.count, by: 200) {
            var generator = SeededGenerator(seed: plan.seed, stream: 3006, index: UInt64(day))
            let start = plan.calendar.midnight(day) + 36_000
            let look = plan.look(.phone, day, purpose: 904)
            let head = ExportRecordHead(
                element: "Audiogram", type: "HKDataTypeIdentifierAudiogram", sourceName: look.name,
                sourceVersion: look.version, device: look.device)
            try writer.begin("Audiogram", head, created: start + 300, start: start, end: start + 290)
            let metadata = ExportMetadata([MetadataPair(key: "HKTimeZone", value: plan.calendar.zoneName(day))])
            try writer.metadata(metadata)
            truth.metadataEntries += metadata.count
            for frequency in [250, 500, 1000, 2000, 3000, 4000, 6000, 8000] {
                try writer.begin("SensitivityPoint")
                try writer.attribute("frequencyValue", number: Double(frequency))
                try writer.attribute("frequencyUnit", "Hz")
                for (value, unit, masked) in Self.ears {
                    try writer.attribute(value, number: Double(generator.below(9)) * 5 - 10)
                    try writer.attribute(unit, "dBHL")
                    try writer.attribute(masked, "NO")
                }
                try writer.end()
                truth.sensitivityPoints += 1
            }
            try writer.end()
            truth.audiograms += 1
        }
    }

    private static let ears: [(StaticString, StaticString, StaticString)] = [
        ("leftEarValue", "leftEarUnit", "leftEarMasked"), ("rightEarValue", "rightEarUnit", "rightEarMasked"),
    ]

    func writePrescriptions() throws {
        for day in stride(from: 0, to: plan.calendar.count, by: 400) {
            var generator = SeededGenerator(seed: plan.seed, stream: 3007, index: UInt64(day))
            let isContacts = day % 800 == 400
            try writer.begin("VisionPrescription")
            try writer.attribute(
                "type", isContacts ? "HKVisionPrescriptionTypeContacts" : "HKVisionPrescriptionTypeGlasses")
            try writer.attribute("dateIssued", date: plan.calendar.midnight(day) + 32_400)
            try writer.attribute("expirationDate", date: plan.calendar.midnight(day) + 32_400 + 730 * 86_400)
            if isContacts { try writer.attribute("brand", "Clear & Soft") }
            for eye in ["RightEye", "LeftEye"] as [StaticString] {
                try writer.begin(eye)
                for (name, unitName, unit, low, high) in Self.lens {
                    try writer.attribute(name, number: (generator.number(low, high) * 4).rounded() / 4)
                    try writer.attribute(unitName, unit)
                }
                try writer.end()
            }
            try writer.begin("Attachment")
            try writer.attribute("identifier", DemoText.uuid(&generator))
            try writer.end()
            try writer.end()
            truth.visionPrescriptions += 1
        }
    }

    private static let lens: [(StaticString, StaticString, String, Double, Double)] = [
        ("sphere", "sphereUnit", "D", -4, 1), ("cylinder", "cylinderUnit", "D", -2, 0),
        ("axis", "axisUnit", "deg", 1, 180),
        ("farPD", "farPDUnit", "mm", 29, 34),
    ]

    /// Writes an element of a version that does not exist yet.
    func writeUnknown() throws {
        try writer.begin("MoodJournal")
        try writer.attribute("startDate", date: plan.calendar.midnight(0))
        try writer.begin("MoodEntry")
        try writer.attribute("note", "fine & <dandy>")
        try writer.end()
        try writer.end()
        truth.unknownElements["MoodJournal", default: 0] += 1
    }
}
