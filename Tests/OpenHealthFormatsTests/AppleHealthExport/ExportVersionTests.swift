// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import Testing

/// Tests of one document of each version of the format, read field by field.
@Suite struct ExportVersionTests {
    /// Returns the seconds since 1970 of a date in an export, computed by Foundation.
    private func date(_ text: String) throws -> Double {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.dateFormat = "yyyy-MM-dd HH:mm:ss Z"
        return try #require(formatter.date(from: text)).timeIntervalSince1970
    }

    private func pairs(_ pairs: KeyValuePairs<String, String>) -> [MetadataPair] {
        pairs.map { MetadataPair(key: $0.key, value: $0.value) }
    }

    @Test func version3() throws {
        let export = try ReadExport(ExportText.fixture("version-3.xml"))
        var info = ExportInfo()
        info.locale = "nl_BE"
        info.version = 3
        info.exportDate = try date("2016-05-02 21:15:00 +0200")
        info.offset = 7200
        #expect(export.exportInfo == info)
        #expect(
            export.characteristics == [
                pairs([
                    "HKCharacteristicTypeIdentifierDateOfBirth": "1971-11-30",
                    "HKCharacteristicTypeIdentifierBiologicalSex": "HKBiologicalSexMale",
                    "HKCharacteristicTypeIdentifierBloodType": "HKBloodTypeABNegative",
                    "HKCharacteristicTypeIdentifierFitzpatrickSkinType": "HKFitzpatrickSkinTypeNotSet",
                ])
            ])
        try #require(export.records.count == 2)
        let mass = export.records[0]
        #expect(mass.type == "HKQuantityTypeIdentifierBodyMass")
        #expect(mass.provenance == ProvenanceData(sourceName: "Scale App", sourceVersion: "3", unit: "lb"))
        #expect(abs((mass.value ?? 0) - 165 * 0.45359237) < 1e-9)
        #expect(mass.created == (try date("2016-05-01 07:01:00 +0200")))
        #expect(mass.start == (try date("2016-05-01 07:00:00 +0200")) && mass.end == mass.start)
        #expect(mass.metadata == pairs(["HKWasUserEntered": "1"]))
        let sleep = export.records[1]
        // The name is a former one of this value.
        #expect(sleep.value == 1 && sleep.text == nil && sleep.created == nil)
        #expect(sleep.provenance.unit == "HKCategoryValueSleepAnalysisAsleep")
        let food = try #require(export.correlations.first)
        #expect(food.type == "HKCorrelationTypeIdentifierFood")
        #expect(food.sample.metadata == pairs(["HKFoodType": "Soup", "HKFoodType": "Leek soup"]))
        #expect(food.sample.created == (try date("2016-05-01 12:31:00 +0200")))
        #expect(
            export.provenances[Int(food.sample.provenance)] == ProvenanceData(sourceName: "Diary", sourceVersion: "9"))
        #expect(export.nested.map(\.value) == [210, 9.5])
        #expect(export.nested.map(\.provenance.unit) == ["Cal", "g"])
        #expect(export.nested[0].metadata == pairs(["HKFoodType": "Leek soup"]))
        let workout = try #require(export.workouts.first)
        #expect(workout.activityType == "HKWorkoutActivityTypeCycling")
        #expect(workout.duration == 45.5 * 60)
        #expect(
            workout.attributes
                == pairs([
                    "duration": "45.5", "durationUnit": "min", "totalDistance": "16.25", "totalDistanceUnit": "km",
                    "totalEnergyBurned": "390", "totalEnergyBurnedUnit": "Cal",
                ]))
        #expect(workout.sample.metadata == pairs(["HKIndoorWorkout": "0", "HKIndoorWorkout": "0"]))
        #expect(
            workout.events == [
                WorkoutEventData(type: "HKWorkoutEventTypePause", date: try date("2016-05-01 09:20:00 +0200")),
                WorkoutEventData(type: "HKWorkoutEventTypeResume", date: try date("2016-05-01 09:24:30 +0200")),
            ])
        #expect(export.summaries.map(\.day) == ["2016-05-01"])
        #expect(
            export.summaries[0].values
                == pairs([
                    "activeEnergyBurned": "512.5", "activeEnergyBurnedGoal": "500", "activeEnergyBurnedUnit": "kJ",
                    "appleExerciseTime": "41", "appleExerciseTimeGoal": "30", "appleStandHours": "11",
                    "appleStandHoursGoal": "12",
                ]))
        // The summary has no day.
        #expect(export.diagnostics.map(\.line) == [32])
        #expect(export.tally.metadataEntries == 6)
    }

    @Test func version8() throws {
        let export = try ReadExport(ExportText.fixture("version-8-inline-locations.xml"))
        #expect(export.exportInfo?.version == 8)
        #expect(export.exportInfo?.exportDate == nil)
        let variability = try #require(export.records.first)
        #expect(
            variability.beats == [
                Beat(bpm: 64, centisecondOfDay: 4_446_030), Beat(bpm: 66, centisecondOfDay: 4_446_120),
                Beat(bpm: 65, centisecondOfDay: -1),
            ])
        #expect(variability.metadata == pairs(["HKAlgorithmVersion": "1"]))
        #expect(export.tally.heartbeats == 4)
        let workout = try #require(export.workouts.first)
        #expect(workout.duration == 1800)
        #expect(workout.events.map(\.duration) == [45, 90])
        #expect(workout.events[0].metadata == pairs(["HKSwimmingStrokeStyle": "2"]))
        let route = try #require(workout.routes.first)
        #expect(export.provenances[Int(route.sample.provenance)].sourceVersion == "5.1")
        #expect(route.sample.metadata == pairs(["HKMetadataKeySyncVersion": "2"]))
        #expect(route.sample.end == (try date("2018-12-02 07:30:00 -0200")))
        #expect(route.files.isEmpty && route.points.count == 2)
        #expect(
            route.points[0]
                == RoutePoint(
                    time: try date("2018-12-02 07:00:05 -0200"), latitude: -22.971964, longitude: -43.182543,
                    altitude: 3.5, speed: 0.8, course: 271.5, horizontalAccuracy: 4, verticalAccuracy: 3))
        #expect(route.points[1].longitude == -43.18255 && route.points[1].altitude.isNaN)
        let clinical = try #require(export.clinicalRecords.first)
        #expect(clinical.type == "Observation" && clinical.identifier == "obs-1" && clinical.sourceName == "Clinic")
        #expect(clinical.sourceURL == "https://clinic.example/r" && clinical.fhirVersion == "1.0.2")
        #expect(clinical.receivedDate == (try date("2018-12-01 00:00:00 -0200")))
        #expect(clinical.resourcePath == "/clinical-records/Observation-1.json" && clinical.resource == nil)
        // A beat without a rate, an invalid location, and a missing document.
        #expect(export.diagnostics.map(\.element) == ["InstantaneousBeatsPerMinute", "Location", "ClinicalRecord"])
        #expect(export.diagnostics.map(\.line) == [12, 25, 0])
    }

    @Test func version11() throws {
        let export = try ReadExport(ExportText.fixture("version-11"))
        #expect(export.exportInfo?.version == 11)
        #expect(
            export.characteristics == [
                pairs([
                    "HKCharacteristicTypeIdentifierDateOfBirth": "",
                    "HKCharacteristicTypeIdentifierCardioFitnessMedicationsUse": "None",
                ])
            ])
        let device = DeviceData(
            name: "Apple Watch", manufacturer: "Apple Inc.", model: "Watch", hardware: "Watch6,2", software: "7.5")
        #expect(
            export.records.map(\.provenance) == [
                ProvenanceData(sourceName: "Apple Watch de Iñaki", device: device, unit: "count/min")
            ])
        let routes = try #require(export.workouts.first?.routes)
        #expect(
            routes.map(\.files) == [
                ["/workout-routes/route_2021-07-04_6.01pm.gpx"],
                [
                    "/workout-routes/route_2021-07-04_6.01pm.gpx", "/workout-routes/missing.gpx",
                    "/workout-routes/../exportar.xml",
                ],
            ])
        #expect(export.routeFiles.map(\.path) == ["/workout-routes/route_2021-07-04_6.01pm.gpx"])
        #expect(export.routeFiles.first?.points.map(\.longitude) == [-2.93501, -2.93502])
        #expect(export.routeFiles.first?.points.first?.time == (try date("2021-07-04 17:00:03 +0200")))
        #expect(
            export.summaries[0].values
                == pairs([
                    "activeEnergyBurned": "400", "activeEnergyBurnedUnit": "Cal", "appleMoveMinutes": "60",
                    "appleMoveTime": "61", "appleMoveTimeGoal": "0",
                ]))
        let audiogram = try #require(export.audiograms.first)
        #expect(audiogram.type == "HKDataTypeIdentifierAudiogram")
        #expect(audiogram.sample.metadata == pairs(["HKExternalUUID": "A1"]))
        #expect(
            export.provenances[Int(audiogram.sample.provenance)]
                == ProvenanceData(sourceName: "Hearing", sourceVersion: "2", device: DeviceData(name: "Buds")))
        #expect(
            audiogram.points == [
                pairs([
                    "frequencyValue": "1000", "frequencyUnit": "Hz", "leftEarValue": "12.5", "leftEarUnit": "dBHL",
                    "rightEarValue": "10", "rightEarUnit": "dBHL",
                ]),
                pairs([
                    "frequencyValue": "2000", "frequencyUnit": "Hz", "leftEarValue": "20", "leftEarUnit": "dBHL",
                ]),
            ])
        #expect(
            export.clinicalRecords.map(\.resource) == [Data("{\"resourceType\":\"Observation\",\"id\":\"obs-7\"}".utf8)]
        )
        let ecg = try #require(export.electrocardiograms.first)
        #expect(ecg.voltages == [-12.5, 0.25, 7] && ecg.classification == "Ritmo sinusal" && ecg.unit == "µV")
        #expect(export.diagnostics.map(\.severity) == [.warning, .rejected])
        #expect(export.tally.skippedFiles.count == 1)
    }

    @Test func version12() throws {
        let export = try ReadExport(ExportText.fixture("version-12-broken-doctype.xml"))
        #expect(export.exportInfo?.version == 12)
        let workout = try #require(export.workouts.first)
        #expect(export.provenances[Int(workout.sample.provenance)].device == DeviceData())
        let (start, end) = (try date("2022-10-01 07:00:00 +1000"), try date("2022-10-01 07:31:00 +1000"))
        var distance = WorkoutStatisticsData(
            type: "HKQuantityTypeIdentifierDistanceWalkingRunning", start: start, end: end, unit: "km")
        distance.sum = 5.02
        let energy = WorkoutStatisticsData(
            type: "HKQuantityTypeIdentifierActiveEnergyBurned", start: start, end: end, unit: "Cal")
        #expect(workout.statistics == [distance, energy])
        let marker = WorkoutEventData(type: "HKWorkoutEventTypeMarker", date: try date("2022-10-01 07:10:00 +1000"))
        #expect(workout.events == [marker])
        var first = WorkoutActivityData(
            uuid: "8E0A7F64-0C4A-4E0E-9C7B-2F6B1B0F2E11", start: start, end: end, duration: 1815)
        first.events = [marker]
        first.metadata = pairs(["HKLapLength": "400 m"])
        first.other = pairs(["lane": "4"])
        var heart = WorkoutStatisticsData(
            type: "HKQuantityTypeIdentifierHeartRate", start: start, end: end, unit: "count/min")
        heart.average = 151.5
        heart.minimum = 98
        heart.maximum = 177
        first.statistics = [heart]
        #expect(
            workout.activities == [
                first, WorkoutActivityData(uuid: "B7E0C1C6-5C7E-4E55-8DB4-1D0A9A6F9F12", start: end),
            ])
        var lenses = VisionPrescriptionData(
            type: "HKVisionPrescriptionTypeContacts", dateIssued: try date("2022-09-01 00:00:00 +1000"))
        lenses.expirationDate = try date("2024-09-01 00:00:00 +1000")
        lenses.brand = "Clear & Bright"
        lenses.rightEye = pairs([
            "sphere": "-1.25", "sphereUnit": "D", "cylinder": "-0.5", "cylinderUnit": "D", "axis": "90",
            "axisUnit": "deg", "baseCurve": "8.6", "baseCurveUnit": "mm", "diameter": "14.2", "diameterUnit": "mm",
        ])
        lenses.leftEye = pairs(["sphere": "-1.5", "sphereUnit": "D"])
        lenses.attachments = ["scan-1", "scan-2"]
        lenses.metadata = pairs(["Optician": "Corner shop"])
        lenses.other = pairs(["lot": "7"])
        #expect(export.prescriptions == [lenses])
        // A sum that is not a number.
        #expect(export.diagnostics.map(\.line) == [27])
    }

    @Test func version14() throws {
        let export = try ReadExport(ExportText.fixture("version-14.xml"), strict: true)
        let values: [Double?] = [5.5 * 18.01558800000541, 41.5, 41.5, 4.25, 0.97, 37, nil, 480]
        #expect(export.records.count == values.count)
        for (record, expected) in zip(export.records, values) {
            switch (record.value, expected) {
            case (let value?, let expected?): #expect(abs(value - expected) < 1e-9 * expected, "\(record.type)")
            default: #expect(record.value == expected, "\(record.type)")
            }
            #expect(record.text == nil)
        }
        #expect(
            export.records.prefix(3).map(\.provenance.unit) == ["mmol<180.1558800000541>/L", "mL/min·kg", "mL/min·kg"])
        #expect(export.records.last?.type == "HKDataTypeSleepDurationGoal")
        #expect(export.nested.map(\.type) == ["HKQuantityTypeIdentifierWorkoutEffortScore"])
        #expect(export.nested.map(\.value) == [4])
        #expect(export.nested.map(\.metadata) == [pairs(["HKWasUserEntered": "1"])])
        let audiogram = try #require(export.audiograms.first)
        #expect(audiogram.sample.metadata == pairs(["@quality": "2"]))
        #expect(
            audiogram.points == [
                pairs([
                    "frequencyValue": "500", "frequencyUnit": "Hz", "leftEarValue": "5", "leftEarUnit": "dBHL",
                    "leftEarMasked": "NO", "leftEarClampingRangeLowerBound": "-10",
                    "leftEarClampingRangeUpperBound": "75",
                    "rightEarValue": "10", "rightEarUnit": "dBHL", "rightEarMasked": "YES",
                ])
            ])
        #expect(export.diagnostics.isEmpty && export.tally.unknownElements.isEmpty)
    }

    @Test func version27() throws {
        let export = try ReadExport(ExportText.fixture("version-27-zone-groups.xml"), strict: true)
        #expect(export.exportInfo?.version == nil)
        #expect(export.records.map(\.value) == [42])
        let groups = try #require(export.workouts.first?.zoneGroups)
        #expect(
            groups == [
                WorkoutZoneGroupData(
                    attributes: pairs([
                        "type": "HKQuantityTypeIdentifierHeartRate", "source": "automatic", "unit": "count/min",
                    ]),
                    zones: [
                        pairs(["maximum": "120", "duration": "600", "durationUnit": "s"]),
                        pairs(["minimum": "120", "maximum": "140", "duration": "1200", "durationUnit": "s"]),
                    ]),
                WorkoutZoneGroupData(
                    attributes: pairs(["type": "HKQuantityTypeIdentifierCyclingPower", "source": "manual", "unit": "W"])
                ),
            ])
        #expect(export.workouts.first?.duration == nil)
        let mood = """
            <StateOfMind kind="HKStateOfMindKindDailyMood" valence="0.5">
              <Label>Calm &amp; clear</Label><!-- kept -->
              <![CDATA[ <raw> ]]>
              <Nested><Deeper a='1'/> text </Nested>
             </StateOfMind>
            """
        #expect(
            export.unknownElements == [
                UnknownElementData(name: "NewInside", parent: "WorkoutZoneGroup", xml: "<NewInside a=\"1\"/>"),
                UnknownElementData(name: "StateOfMind", parent: "HealthData", xml: mood),
            ])
        #expect(export.tally.unknownElements == ["NewInside": 1, "StateOfMind": 1])
    }
}
