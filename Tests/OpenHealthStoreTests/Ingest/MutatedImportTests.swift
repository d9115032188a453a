// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import OpenHealthTestSupport
import Testing

@testable import OpenHealthStore

/// Tests of imports of mutated exports: each is refused, or leaves a store without findings in which everything can be read.
@Suite struct MutatedImportTests {
    private static let document: [String] = {
        let dates = "sourceName=\"S\" startDate=\"2024-03-09 10:00:00 +0000\" endDate=\"2024-03-09 10:30:00 +0000\""
        let steps = "<Record type=\"HKQuantityTypeIdentifierStepCount\" unit=\"count\" value=\"12\" \(dates)/>"
        let pressure = "<Record type=\"HKQuantityTypeIdentifierBloodPressure"
        return [
            "<HealthData locale=\"en_GB\">", "<ExportDate value=\"2024-03-10 12:00:00 +0000\"/>",
            "<Me HKCharacteristicTypeIdentifierBiologicalSex=\"HKBiologicalSexFemale\"/>", steps,
            "<Record type=\"HKCategoryTypeIdentifierSleepAnalysis\" value=\"HKCategoryValueSleepAnalysisInBed\" \(dates)/>",
            "<Record type=\"HKDataTypeIdentifierOfTomorrow\" unit=\"count\" value=\"5\" \(dates)>",
            "<MetadataEntry key=\"HKTimeZone\" value=\"Europe/Lisbon\"/>", "</Record>",
            "<Record type=\"HKQuantityTypeIdentifierHeartRateVariabilitySDNN\" unit=\"ms\" value=\"48.5\" \(dates)>",
            "<HeartRateVariabilityMetadataList>",
            "<InstantaneousBeatsPerMinute bpm=\"61\" time=\"3:10:00.85 AM\"/>",
            "</HeartRateVariabilityMetadataList>", "</Record>",
            "<Correlation type=\"HKCorrelationTypeIdentifierBloodPressure\" \(dates)>",
            "\(pressure)Systolic\" unit=\"mmHg\" value=\"120\" \(dates)/>",
            "\(pressure)Diastolic\" unit=\"mmHg\" value=\"80\" \(dates)/>", "</Correlation>",
            "<Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" duration=\"30\" durationUnit=\"min\" \(dates)>",
            "<WorkoutEvent type=\"HKWorkoutEventTypePause\" date=\"2024-03-09 10:10:00 +0000\" duration=\"1\" "
                + "durationUnit=\"min\"/>",
            "<WorkoutStatistics type=\"HKQuantityTypeIdentifierStepCount\" sum=\"900\" unit=\"count\" \(dates)/>",
            "<WorkoutActivity uuid=\"5BFB1B2A-7020-4C84-8A32-1963F0BF643C\" duration=\"30\" durationUnit=\"min\" \(dates)/>",
            "<WorkoutRoute \(dates)>",
            "<Location date=\"2024-03-09 10:05:00 +0000\" latitude=\"41.1\" longitude=\"-8.6\" altitude=\"90\" "
                + "speed=\"2.5\" course=\"-1\" horizontalAccuracy=\"3\" verticalAccuracy=\"2\"/>",
            "</WorkoutRoute>", steps, "</Workout>",
            "<Audiogram type=\"HKDataTypeIdentifierAudiogram\" \(dates)>",
            "<SensitivityPoint frequencyValue=\"1000\" frequencyUnit=\"Hz\" leftEarValue=\"10\" leftEarUnit=\"dBHL\"/>",
            "</Audiogram>",
            "<VisionPrescription type=\"Glasses\" dateIssued=\"2024-03-09 10:00:00 +0000\" "
                + "expirationDate=\"2026-03-09 10:00:00 +0000\">",
            "<RightEye sphere=\"1\"/>", "</VisionPrescription>",
            "<ActivitySummary dateComponents=\"2024-03-09\" activeEnergyBurned=\"500\" activeEnergyBurnedUnit=\"kcal\"/>",
            "<ClinicalRecord type=\"Condition\" identifier=\"1\" sourceName=\"C\" sourceURL=\"\" fhirVersion=\"4.0.1\" "
                + "receivedDate=\"2024-03-09 10:00:00 +0000\" resourceFilePath=\"\"/>",
            "</HealthData>",
        ]
    }()

    @Test func `the unchanged document is imported without remarks about its records`() throws {
        let store = try ScratchStore()
        let receipt = try store.importXML(Self.document.joined(separator: "\n"))
        #expect(receipt.records.rejected == 0)
        #expect(receipt[.workouts].added == 1)
        #expect(receipt[.routePoints].added == 1)
        #expect(try store.database.check().findings == [])
    }

    @Test(arguments: UInt64(0)..<12)
    func `a check finds nothing after imports of changed documents`(stream: UInt64) throws {
        let store = try ScratchStore()
        for index in 0..<12 {
            var mutator = ExportMutator(random: SeededGenerator(seed: 18, stream: stream, index: UInt64(index)))
            let document = mutator.mutated(Self.document)
            do {
                try store.importXML(document, partial: index % 2 == 0)
            } catch is FormatError {
                continue
            }
            if index % 4 == 3 {
                #expect(try store.database.check().findings == [], "stream \(stream), index \(index): \(document)")
            }
        }
        #expect(try store.database.check().findings == [])
        _ = try store.database.workouts()
        _ = try store.database.records(SampleRequest())
        _ = try store.database.samples(SampleRequest())
    }
}
