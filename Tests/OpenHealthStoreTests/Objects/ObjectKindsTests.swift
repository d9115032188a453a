// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import Testing

@testable import OpenHealthStore

@Suite struct ObjectKindsTests {
    private func saved<Sample: HKSample>(_ sample: Sample, _ store: ScratchStore) throws -> Sample {
        try store.database.save([sample], source: MadeSamples.app)
        #expect(try store.database.check().findings == [])
        let read = try #require(try store.database.sample(uuid: sample.uuid))
        #expect(Swift.type(of: read) == Swift.type(of: sample))
        #expect(read.sourceRevision.source.name == "Journal")
        #expect(read.fields.metadata == sample.fields.metadata)
        #expect(read.startDate == sample.startDate)
        #expect(read.endDate == sample.endDate)
        let record = try #require(try store.database.record(uuid: sample.uuid))
        #expect(record.type == sample.sampleType.identifier)
        #expect(record.value == nil || sample is HKQuantitySample)
        return try #require(read as? Sample)
    }

    @Test func correlations() throws {
        let store = try ScratchStore()
        let pressure = MadeSamples.bloodPressure(121, 79, at: 0)
        let read = try saved(pressure, store)
        #expect(read.objects == pressure.objects)
        #expect(read.correlationType == pressure.correlationType)
        let details = try store.database.details(uuid: pressure.uuid)
        #expect(details.first?.0 == "Members")
        #expect(details.first?.1.count == 2)
        for member in pressure.objects {
            #expect(try store.database.record(uuid: member.uuid) != nil)
            #expect(try store.database.details(uuid: member.uuid).last?.1.first?.value == pressure.uuid.uuidString)
        }
    }

    @Test func membersGivenBesideTheirCorrelationAreSavedOnce() throws {
        for memberFirst in [true, false] {
            let store = try ScratchStore()
            let pressure = MadeSamples.bloodPressure(121, 79, at: 0)
            let member = try #require(pressure.objects.first)
            let objects: [HKObject] = memberFirst ? [member, pressure] : [pressure, member]
            #expect(try store.database.save(objects, source: MadeSamples.app) == objects.map(\.uuid))
            #expect(try store.count("SELECT count(*) FROM sample") == 3)
            #expect(try store.database.check().findings == [])
        }
    }

    @Test func workouts() throws {
        let store = try ScratchStore()
        let interval = DateInterval(start: MadeSamples.date(60), duration: 120)
        let workout = HKWorkout(
            activityType: .running, start: MadeSamples.date(0), end: MadeSamples.date(1800),
            workoutEvents: [
                HKWorkoutEvent(type: .pause, date: MadeSamples.date(600)),
                HKWorkoutEvent(type: .resume, date: MadeSamples.date(660)),
                HKWorkoutEvent(type: .lap, dateInterval: interval, metadata: ["lap": 1]),
            ],
            totalEnergyBurned: HKQuantity(unit: .kilocalorie(), doubleValue: 312.5),
            totalDistance: HKQuantity(unit: .mile(), doubleValue: 3.1),
            metadata: [HKMetadataKeyIndoorWorkout: false])
        let read = try saved(workout, store)
        #expect(read.workoutActivityType == .running)
        #expect(read.duration == 1740)
        #expect(read.workoutEvents == workout.workoutEvents)
        #expect(read.totalDistance == workout.totalDistance)
        #expect(read.totalEnergyBurned == workout.totalEnergyBurned)
        let record = try #require(try store.database.workouts().first)
        #expect(record.activityName == "HKWorkoutActivityTypeRunning")
        #expect(record.duration == 1740)
        #expect(record.events.map(\.type).sorted().first == "HKWorkoutEventTypeLap")
        #expect(record.attributes.contains(MetadataPair(key: "totalDistance", value: "3.1")))
    }

    /// The tables of a workout and its archive result in the same object, within the limits of exports.
    @Test func workoutTablesHaveTheCompleteWorkout() throws {
        let store = try ScratchStore()
        let type = HKQuantityType(.activeEnergyBurned)
        let heartRate = HKQuantityType(.heartRate)
        let unit = HKUnit(from: "count/min")
        let statistics = HKStatistics(
            quantityType: type, startDate: MadeSamples.date(0), endDate: MadeSamples.date(900),
            figures: HKStatisticsFigures(sum: HKQuantity(unit: .kilocalorie(), doubleValue: 101.5)))
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = .cycling
        configuration.locationType = .outdoor
        let part = HKWorkoutActivity(
            uuid: UUID(), workoutConfiguration: configuration, startDate: MadeSamples.date(0),
            endDate: MadeSamples.date(900), duration: 880,
            workoutEvents: [HKWorkoutEvent(type: .marker, date: MadeSamples.date(5))], statistics: [type: statistics])
        let zones = HKWorkoutZoneConfiguration(
            source: .user, quantityType: heartRate,
            zones: [
                HKWorkoutZone(index: 0, minimum: nil, maximum: HKQuantity(unit: unit, doubleValue: 120)),
                HKWorkoutZone(index: 1, minimum: HKQuantity(unit: unit, doubleValue: 120), maximum: nil),
            ])
        let workout = HKWorkout(
            activityType: .cycling, startDate: MadeSamples.date(0), endDate: MadeSamples.date(900), duration: 880,
            workoutEvents: [HKWorkoutEvent(type: .marker, date: MadeSamples.date(5))], workoutActivities: [part],
            statistics: [type: statistics],
            zoneGroups: [
                heartRate: HKWorkoutZoneGroup(configuration: zones, durations: zones.zones.map { _ in 440 })
            ],
            fields: HKObjectFields(newWith: nil, metadata: [HKMetadataKeyIndoorWorkout: .bool(false)]))
        let exact = try saved(workout, store)
        #expect(exact.workoutActivities.first?.workoutConfiguration == configuration)
        try store.database.write { db in try db.execute(sql: "DELETE FROM sample_detail") }
        let read = try #require(try store.database.sample(uuid: workout.uuid) as? HKWorkout)
        for candidate in [exact, read] {
            #expect(candidate.duration == 880)
            #expect(candidate.allStatistics == workout.allStatistics)
            #expect(candidate.workoutEvents == workout.workoutEvents)
            #expect(candidate.workoutActivities == [part])
            #expect(candidate.workoutActivities.first?.duration == 880)
            #expect(candidate.workoutActivities.first?.allStatistics == part.allStatistics)
            #expect(candidate.workoutActivities.first?.workoutConfiguration.locationType == .outdoor)
            let group = try #require(candidate.zoneGroup(for: heartRate))
            #expect(group.configuration == zones)
            #expect(group.zoneDurations.map(\.duration) == [440, 440])
        }
    }

    @Test func audiograms() throws {
        let store = try ScratchStore()
        let level = HKUnit.decibelHearingLevel()
        let point = try HKAudiogramSensitivityPoint(
            frequency: HKQuantity(unit: .hertz(), doubleValue: 500),
            tests: [
                HKAudiogramSensitivityTest(
                    sensitivity: HKQuantity(unit: level, doubleValue: 12.5), type: .air, masked: true, side: .left,
                    clampingRange: HKAudiogramSensitivityPointClampingRange(lowerBound: -10, upperBound: 100)),
                HKAudiogramSensitivityTest(
                    sensitivity: HKQuantity(unit: level, doubleValue: 8), type: .air, masked: false, side: .right,
                    clampingRange: nil),
            ])
        let sample = HKAudiogramSample(
            sensitivityPoints: [point], start: MadeSamples.date(0), end: MadeSamples.date(60), metadata: nil)
        #expect(try saved(sample, store).sensitivityPoints == [point])
        try store.database.write { db in try db.execute(sql: "DELETE FROM sample_detail") }
        let read = try #require(try store.database.sample(uuid: sample.uuid) as? HKAudiogramSample)
        #expect(read.sensitivityPoints == [point])
    }

    @Test func prescriptions() throws {
        let store = try ScratchStore()
        func quantity(_ value: Double, _ unit: HKUnit) -> HKQuantity { HKQuantity(unit: unit, doubleValue: value) }
        let prism = HKVisionPrism(
            amount: quantity(1.5, .prismDiopter()), angle: quantity(45, .degreeAngle()), eye: .right)
        let right = HKGlassesLensSpecification(
            sphere: quantity(-1.25, .diopter()), cylinder: quantity(0.5, .diopter()),
            axis: quantity(90, .degreeAngle()),
            addPower: nil, vertexDistance: quantity(12, .meterUnit(with: .milli)), prism: prism,
            farPupillaryDistance: quantity(31.5, .meterUnit(with: .milli)), nearPupillaryDistance: nil)
        let glasses = HKGlassesPrescription(
            rightEyeSpecification: right, leftEyeSpecification: nil, dateIssued: MadeSamples.date(0),
            expirationDate: MadeSamples.date(86_400 * 365), device: nil, metadata: nil)
        let lens = HKContactsLensSpecification(
            sphere: quantity(-2, .diopter()), cylinder: nil, axis: nil, addPower: nil,
            baseCurve: quantity(8.6, .meterUnit(with: .milli)), diameter: quantity(14.2, .meterUnit(with: .milli)))
        let contacts = HKContactsPrescription(
            rightEyeSpecification: nil, leftEyeSpecification: lens, brand: "Clear", dateIssued: MadeSamples.date(0),
            expirationDate: nil, device: nil, metadata: nil)
        let readGlasses = try saved(glasses, store)
        let readContacts = try saved(contacts, store)
        #expect(readGlasses.rightEye == right)
        #expect(readGlasses.expirationDate == glasses.expirationDate)
        #expect(readContacts.leftEye == lens)
        #expect(readContacts.brand == "Clear")
        try store.database.write { db in try db.execute(sql: "DELETE FROM sample_detail") }
        let tableGlasses = try #require(try store.database.sample(uuid: glasses.uuid) as? HKGlassesPrescription)
        let tableContacts = try #require(try store.database.sample(uuid: contacts.uuid) as? HKContactsPrescription)
        #expect(tableGlasses.rightEye == right)
        #expect(tableGlasses.leftEye == nil)
        #expect(tableContacts.leftEye == lens)
        #expect(tableContacts.expirationDate == nil)
    }

    @Test func moodsAndAssessments() throws {
        let store = try ScratchStore()
        for labels: [HKStateOfMind.Label] in [[], [.amazed, .amused]] {
            let mood = HKStateOfMind(
                date: MadeSamples.date(0), kind: .dailyMood, valence: labels.isEmpty ? 1 : -0.25, labels: labels,
                associations: [])
            let read = try saved(mood, store)
            #expect(read.valence == mood.valence)
            #expect(read.labels == labels)
            #expect(read.kind == .dailyMood)
        }
        let anxiety = HKGAD7Assessment(
            date: MadeSamples.date(0),
            answers: [.notAtAll, .severalDays, .notAtAll, .nearlyEveryDay, .notAtAll, .notAtAll, .notAtAll])
        #expect(try saved(anxiety, store).answers == anxiety.answers)
        let depression = HKPHQ9Assessment(
            date: MadeSamples.date(0), answers: Array(repeating: .severalDays, count: 8) + [.preferNotToAnswer])
        #expect(try saved(depression, store).score == 8)
        #expect(!(try store.database.details(uuid: depression.uuid)).isEmpty)
    }

    @Test func documentsAndClinicalRecords() throws {
        let store = try ScratchStore()
        let xml = """
            <ClinicalDocument xmlns="urn:hl7-org:v3"><title>Summary</title></ClinicalDocument>
            """
        let document = HKCDADocumentSample(
            document: HKCDADocument(
                documentData: Data(xml.utf8), title: "Summary", patientName: "A", authorName: "B", custodianName: "C"),
            startDate: MadeSamples.date(0), endDate: MadeSamples.date(0),
            fields: HKObjectFields(newWith: nil, metadata: [:]))
        #expect(try saved(document, store).document == document.document)
        let resource = HKFHIRResource(
            fhirVersion: .primaryR4(), resourceType: HKFHIRResourceType(rawValue: "Immunization"), identifier: "17",
            data: Data(#"{"vaccineCode":{"text":"Tetanus"}}"#.utf8), sourceURL: URL(string: "https://example.org/17"))
        let record = HKClinicalRecord(
            clinicalType: HKClinicalType(.immunizationRecord), displayName: "Tetanus", fhirResource: resource,
            startDate: MadeSamples.date(0), endDate: MadeSamples.date(0),
            fields: HKObjectFields(newWith: nil, metadata: [:]))
        #expect(try saved(record, store).fhirResource == resource)
        try store.database.write { db in try db.execute(sql: "DELETE FROM sample_detail WHERE detail LIKE '%FHIR%'") }
        let read = try #require(try store.database.sample(uuid: record.uuid) as? HKClinicalRecord)
        #expect(read.fhirResource == resource)
        #expect(read.displayName == "Tetanus")
    }

    @Test func seriesOfQuantities() throws {
        let store = try ScratchStore()
        func quantity(_ value: Double) -> HKQuantity { HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: value) }
        let series = HKDiscreteQuantitySample(
            quantityType: HKQuantityType(.heartRate), average: quantity(70), minimum: quantity(60),
            maximum: quantity(80), mostRecent: quantity(75),
            mostRecentInterval: DateInterval(start: MadeSamples.date(55), duration: 5), count: 12,
            startDate: MadeSamples.date(0), endDate: MadeSamples.date(60),
            fields: HKObjectFields(newWith: nil, metadata: ["a": .double(1)]))
        let read = try saved(series, store)
        #expect(read.count == 12)
        #expect(read.minimumQuantity == quantity(60))
        #expect(read.mostRecentQuantityDateInterval == series.mostRecentQuantityDateInterval)
        let steps = HKCumulativeQuantitySeriesSample(
            quantityType: HKQuantityType(.stepCount), quantity: HKQuantity(unit: .count(), doubleValue: 9), count: 3,
            startDate: MadeSamples.date(0), endDate: MadeSamples.date(60),
            fields: HKObjectFields(newWith: nil, metadata: [:]))
        #expect(try saved(steps, store).count == 3)
    }

    @Test func seriesWithoutMeasurementsAreRefused() throws {
        let store = try ScratchStore()
        let fields = HKObjectFields(newWith: nil, metadata: [:])
        let route = HKWorkoutRoute(
            count: 3, startDate: MadeSamples.date(0), endDate: MadeSamples.date(9), fields: fields)
        let steps = MadeSamples.steps(3, from: 0)
        let error = #expect(throws: StoreError.self) {
            try store.database.save([steps, route], source: MadeSamples.app)
        }
        #expect(error?.code == .invalidArgument)
        #expect(try store.count("SELECT count(*) FROM sample") == 0)
        #expect(try store.database.latestChange() == 0)
    }
}
