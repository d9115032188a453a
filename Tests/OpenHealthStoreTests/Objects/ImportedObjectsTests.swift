// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@testable import OpenHealthStore

/// Tests of imported records as objects.
@Suite struct ImportedObjectsTests {
    private let start = MadeSamples.newYear.timeIntervalSince1970

    private func batch(_ items: [ImportedItem], types: [String] = []) -> SampleBatch {
        var batch = SampleBatch()
        batch.newTypes = types
        batch.newProvenances = [
            ProvenanceData(
                sourceName: "Ada’s\u{00A0}Watch", sourceVersion: "10.1", device: DeviceData(name: "Watch")),
            ProvenanceData(sourceName: "Meter", unit: "mmHg"),
        ]
        batch.items = items
        return batch
    }

    private func only<Sample: HKSample>(_ store: ScratchStore, _ type: Sample.Type) throws -> Sample {
        #expect(try store.database.check().findings == [])
        let samples = try store.database.samples(SampleRequest()).compactMap { $0 as? Sample }
        #expect(samples.count == 1)
        return try #require(samples.first)
    }

    @Test func aWorkoutWithARoute() throws {
        let store = try ScratchStore()
        var facts = WorkoutData(
            activityType: "HKWorkoutActivityTypeHiking",
            sample: SampleData(
                provenance: 0, metadata: [MetadataPair(key: HKMetadataKeyElevationAscended, value: "418 cm")],
                start: start, end: start + 3600, created: start + 3601),
            duration: 3000)
        facts.attributes = [
            MetadataPair(key: "totalDistance", value: "5.5"), MetadataPair(key: "totalDistanceUnit", value: "km"),
            MetadataPair(key: "totalEnergyBurned", value: "400"),
            MetadataPair(key: "totalEnergyBurnedUnit", value: "Cal"),
        ]
        facts.events = [
            WorkoutEventData(type: "HKWorkoutEventTypePause", date: start + 60),
            WorkoutEventData(type: "HKWorkoutEventTypeNew", date: start + 61),
            WorkoutEventData(
                type: "HKWorkoutEventTypeSegment", date: start, duration: 600.5,
                metadata: [MetadataPair(key: "a", value: "b")]),
        ]
        var figures = WorkoutStatisticsData(
            type: "HKQuantityTypeIdentifierHeartRate", start: start, end: start + 3600, unit: "count/min")
        figures.average = 120
        figures.minimum = 80
        figures.maximum = 150
        facts.statistics = [figures]
        var part = WorkoutActivityData(uuid: UUID().uuidString, start: start, end: start + 3600, duration: 3000)
        part.statistics = [figures]
        part.events = [facts.events[0]]
        facts.activities = [part]
        facts.zoneGroups = [
            WorkoutZoneGroupData(
                attributes: [
                    MetadataPair(key: "type", value: "HKQuantityTypeIdentifierHeartRate"),
                    MetadataPair(key: "unit", value: "count/min"),
                ],
                zones: [
                    [
                        MetadataPair(key: "maximum", value: "120"), MetadataPair(key: "duration", value: "10"),
                        MetadataPair(key: "durationUnit", value: "min"),
                    ]
                ])
        ]
        let points = (0..<500).map {
            RoutePoint(
                time: start + Double($0), latitude: 48.1 + Double($0) * 1e-6, longitude: 11.5, altitude: 520.25,
                speed: $0 == 0 ? -1 : 1.5)
        }
        facts.routes = [
            WorkoutRouteData(
                sample: SampleData(provenance: 0, start: start, end: start + 499), files: ["/workout-routes/a.gpx"])
        ]
        try store.importBatches([
            batch(
                [.workout(facts), .routeFile(RouteFileData(path: "/workout-routes/a.gpx", points: points))],
                types: ["HKWorkoutTypeIdentifier", "HKWorkoutRouteTypeIdentifier"])
        ])

        let record = try #require(try store.database.workouts().first)
        #expect(record.activityType == .hiking)
        #expect(record.duration == 3000)
        #expect(record.statistics == [figures])
        #expect(record.events == facts.events)
        #expect(record.activities == [part])
        #expect(record.attributes == facts.attributes)
        #expect(record.zoneGroups == facts.zoneGroups)
        #expect(record.sample.metadata == facts.sample.metadata)
        #expect(record.sample.created == Date(timeIntervalSince1970: start + 3601))
        #expect(record.sample.value == nil)
        #expect(record.sample.source == "Ada’s\u{00A0}Watch")
        #expect(record.routes.map(\.pointCount) == [500])

        let workout = try only(store, HKWorkout.self)
        #expect(workout.uuid == record.sample.uuid)
        #expect(workout.totalDistance == HKQuantity(unit: .meter(), doubleValue: 5500))
        #expect(workout.workoutEvents?.count == 2)
        #expect(workout.statistics(for: HKQuantityType(.heartRate))?.averageQuantity()?.originalValue == 120)
        #expect(workout.zoneGroup(for: HKQuantityType(.heartRate))?.zoneDurations.first?.duration == 600)
        #expect(
            workout.metadata?[HKMetadataKeyElevationAscended] as? HKQuantity
                == HKQuantity(unit: HKUnit(from: "cm"), doubleValue: 418))
        #expect(workout.sourceRevision.source.bundleIdentifier == "Ada's Watch")

        let route = try only(store, HKWorkoutRoute.self)
        #expect(route.count == 500)
        let read = try store.database.routePoints(uuid: route.uuid)
        #expect(read.count == 500)
        #expect(read.map(\.latitude) == points.map(\.latitude))
        #expect(read[0].speed == -1)
        #expect(read[0].course.isNaN)
        let summary = try #require(try store.database.routes().first)
        #expect(summary.workout == workout.uuid)
        #expect(summary.files == ["/workout-routes/a.gpx"])
        let titles = try store.database.details(uuid: workout.uuid).map(\.0)
        #expect(titles == ["Workout", "Statistics", "Events", "Activity 1", "Zones", "Routes"])

        try store.database.delete([workout.uuid])
        #expect(try store.database.routes().first?.workout == nil)
        #expect(try store.count("SELECT count(*) FROM workout_event") == 0)
        #expect(try store.count("SELECT count(*) FROM workout_statistics") == 0)
        try store.database.delete([route.uuid])
        #expect(try store.count("SELECT count(*) FROM route_point") == 0)
        #expect(try store.database.check().findings == [])
    }

    @Test func correlation() throws {
        let store = try ScratchStore()
        let systolic = SampleRow(type: 1, provenance: 1, start: start, end: start, value: 121)
        let diastolic = SampleRow(type: 2, provenance: 1, start: start, end: start, value: 79)
        let facts = CorrelationData(
            type: "HKCorrelationTypeIdentifierBloodPressure",
            sample: SampleData(provenance: 1, start: start, end: start),
            members: [NestedRow(row: systolic), NestedRow(row: diastolic)])
        var first = batch(
            [.correlation(facts)],
            types: [
                "HKCorrelationTypeIdentifierBloodPressure", "HKQuantityTypeIdentifierBloodPressureSystolic",
                "HKQuantityTypeIdentifierBloodPressureDiastolic",
            ])
        first.rows = [systolic]
        try store.importBatches([first])
        let correlation = try only(store, HKCorrelation.self)
        #expect(correlation.objects.count == 2)
        #expect(try store.database.records(SampleRequest()).count == 3)
        let values = correlation.objects.compactMap { ($0 as? HKQuantitySample)?.quantity.originalValue }
        #expect(Set(values) == [121, 79])
    }

    @Test func electrocardiogram() throws {
        let store = try ScratchStore()
        let voltages = (0..<15_360).map { Double(($0 * 7919) % 1000) / 1000 - 0.5 }
        try store.importBatches([
            batch([
                .electrocardiogram(
                    ElectrocardiogramData(
                        path: "electrocardiograms/ecg.csv", start: start, classification: "Sinus Rhythm",
                        header: [MetadataPair(key: "Lead", value: "Lead I")], device: "Watch7,11",
                        softwareVersion: "2.0", sampleRate: 512, unit: "µV", voltages: voltages))
            ])
        ])
        let sample = try only(store, HKElectrocardiogram.self)
        #expect(sample.classification == .sinusRhythm)
        #expect(sample.numberOfVoltageMeasurements == 15_360)
        #expect(sample.samplingFrequency == HKQuantity(unit: .hertz(), doubleValue: 512))
        #expect(sample.endDate.timeIntervalSince(sample.startDate) == 30)
        #expect(try store.database.voltages(uuid: sample.uuid) == voltages)
        let record = try #require(try store.database.electrocardiograms().first)
        #expect(record.classification == "Sinus Rhythm")
        #expect(record.header == [MetadataPair(key: "Lead", value: "Lead I")])
        #expect(record.measurements == 15_360)
        #expect(try store.database.voltages(uuid: UUID()).isEmpty)
    }

    @Test func audiogramPrescriptionAndClinicalRecord() throws {
        let store = try ScratchStore()
        func pairs(_ pairs: KeyValuePairs<String, String>) -> [MetadataPair] {
            pairs.map { MetadataPair(key: $0.key, value: $0.value) }
        }
        let audiogram = AudiogramData(
            type: "HKDataTypeIdentifierAudiogram", sample: SampleData(provenance: 0, start: start, end: start + 9),
            points: [
                pairs([
                    "frequencyValue": "1000", "frequencyUnit": "Hz", "leftEarValue": "15", "leftEarUnit": "dBHL",
                    "leftEarMasked": "YES", "leftEarClampingRangeLowerBound": "-10",
                ]), pairs(["frequencyValue": "2000", "frequencyUnit": "Hz"]),
            ])
        var prescription = VisionPrescriptionData(type: "HKVisionPrescriptionTypeContacts", dateIssued: start)
        prescription.brand = "Clear"
        prescription.rightEye = pairs(["sphere": "-1.5", "sphereUnit": "D", "baseCurve": "8.6", "baseCurveUnit": "mm"])
        let clinical = ClinicalRecordData(
            type: "Observation", identifier: "x-1", sourceName: "Clinic", sourceURL: "https://example.org",
            fhirVersion: "4.0.1", receivedDate: start, resourcePath: "/clinical-records/x.json",
            resource: Data(#"{"code":{"coding":[{"display":"Glucose"}]}}"#.utf8))
        let patient = ClinicalRecordData(
            type: "Patient", identifier: "p", sourceName: "Clinic", sourceURL: "", fhirVersion: "4.0.1",
            receivedDate: start, resourcePath: "", resource: nil)
        try store.importBatches([
            batch(
                [
                    .audiogram(audiogram), .visionPrescription(prescription), .clinicalRecord(clinical),
                    .clinicalRecord(patient),
                    .activitySummary(
                        ActivitySummaryData(day: "2024-01-01", values: pairs(["activeEnergyBurned": "4", "x": "1"]))),
                    .characteristics(pairs(["HKCharacteristicTypeIdentifierBiologicalSex": "HKBiologicalSexFemale"])),
                    .unknownElement(UnknownElementData(name: "Mood", parent: "HealthData", xml: "<Mood/>")),
                ],
                types: ["HKDataTypeIdentifierAudiogram"])
        ])
        let hearing = try only(store, HKAudiogramSample.self)
        #expect(hearing.sensitivityPoints.count == 1)
        #expect(hearing.sensitivityPoints.first?.tests.first?.masked == true)
        #expect(hearing.sensitivityPoints.first?.leftEarSensitivity == nil)
        let contacts = try only(store, HKContactsPrescription.self)
        #expect(contacts.rightEye?.baseCurve == HKQuantity(unit: HKUnit(from: "mm"), doubleValue: 8.6))
        #expect(contacts.expirationDate == nil)
        let lab = try only(store, HKClinicalRecord.self)
        #expect(lab.displayName == "Glucose")
        #expect(lab.clinicalType.identifier == "HKClinicalTypeIdentifierLabResultRecord")

        let kinds = Dictionary(
            uniqueKeysWithValues: try store.database.types().map { ($0.identifier, $0.kind) })
        #expect(kinds["Mood"] == .unknownElement)
        #expect(kinds["Patient"] == .unknown)
        #expect(kinds["HKActivitySummaryTypeIdentifier"] == .other)
        #expect(kinds["HKDataTypeIdentifierAudiogram"] == .other)
        #expect(try store.database.person.activitySummaries().first?.values.map(\.key) == ["activeEnergyBurned", "x"])
        #expect(try store.database.person.characteristics().first?.value == "HKBiologicalSexFemale")
        let record = try #require(try store.database.records(SampleRequest(types: ["Patient"])).first)
        #expect(record.value == nil)
        for sample in try store.database.records(SampleRequest()) {
            #expect(!(try store.database.details(uuid: sample.uuid)).isEmpty, "\(sample.type)")
        }
    }

    @Test func unknownTypesAndStringValues() throws {
        let store = try ScratchStore()
        var export = TestExport()
        export.add(
            .init(type: "HKQuantityTypeIdentifierOfTomorrow", unit: "furlong", value: "3.5"),
            .init(type: "HKQuantityTypeIdentifierOfTomorrow", unit: nil, value: "much"),
            .init(
                type: "HKCategoryTypeIdentifierSleepAnalysis", unit: nil, value: "HKCategoryValueSleepAnalysisDream"),
            .init(type: "HKCategoryTypeIdentifierMindfulSession", unit: nil, value: nil))
        try store.importXML(export.document)
        let records = try store.database.records(SampleRequest())
        let number = try #require(records.first { $0.value == 3.5 })
        #expect(number.originalUnit == "furlong")
        #expect(number.originalValue == 3.5)
        #expect(number.unit == nil)
        #expect(Set(records.compactMap(\.text)) == ["much", "HKCategoryValueSleepAnalysisDream"])
        #expect(try store.database.samples(SampleRequest()).count == 1)
        for record in records { #expect(try store.database.record(uuid: record.uuid) == record) }
        let types = try store.database.types()
        #expect(types.first { $0.identifier.hasSuffix("OfTomorrow") }?.kind == .unknown)
        #expect(types.first { $0.name == "sleepAnalysis" }?.kind == .category)
    }
}
