// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import OpenHealthModel

/// One object of every class, with every property set, for tests that loop over all of them.
struct HealthModelTestSamples: CustomStringConvertible, Sendable {
    /// The class.
    let name: String
    /// The closure that creates the object; every call returns an equal one.
    let make: @Sendable () -> any NSObject & NSSecureCoding

    var description: String { name }

    private init<Object: NSObject & NSSecureCoding>(_ make: @escaping @Sendable () -> Object) {
        name = String(describing: Object.self)
        self.make = make
    }

    // MARK: - Parts

    static let start = Date(timeIntervalSinceReferenceDate: 700_000_000.125)
    static let end = start.addingTimeInterval(1800)
    static let uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

    static let source = HKSource(name: "Müsli", bundleIdentifier: "org.example.muesli")
    static let revision = HKSourceRevision(
        source: source, version: "3.1", productType: "Watch6,7",
        operatingSystemVersion: OperatingSystemVersion(majorVersion: 10, minorVersion: 1, patchVersion: 2))
    static let device = HKDevice(
        name: "n", manufacturer: "m", model: "o", hardwareVersion: "h", firmwareVersion: "f", softwareVersion: "s",
        localIdentifier: "l", udiDeviceIdentifier: "u")
    static let metadata: [String: HKMetadataValue] = [
        "text": .string("größer"), "whole": .integer(-7), "double": .double(1), "yes": .bool(true), "date": .date(end),
        "quantity": .quantity(HKQuantity(unit: HKUnit(from: "mg/dL"), doubleValue: 5.5)), "": .string(""),
    ]
    static let fields = HKObjectFields(
        uuid: uuid, sourceRevision: revision, device: device, metadata: metadata, creationDate: end)

    static func quantity(_ value: Double, _ unit: String) -> HKQuantity {
        HKQuantity(unit: HKUnit(from: unit), doubleValue: value)
    }

    static let heartRate = HKQuantityType(.heartRate)
    static let statistics = HKStatistics(
        quantityType: heartRate, startDate: start, endDate: end,
        figures: HKStatisticsFigures(
            average: quantity(2, "count/s"), minimum: quantity(1, "count/s"), maximum: quantity(3, "count/s"),
            mostRecent: quantity(2.5, "count/s"), mostRecentInterval: DateInterval(start: start, duration: 3),
            duration: quantity(9, "s")),
        figuresBySource: [(source, HKStatisticsFigures(average: quantity(2, "count/s")))])
    static let zones = HKWorkoutZoneGroup(
        configuration: HKWorkoutZoneConfiguration(
            source: .user, quantityType: heartRate,
            zones: [
                HKWorkoutZone(index: 0, minimum: nil, maximum: quantity(120, "count/min")),
                HKWorkoutZone(index: 1, minimum: quantity(120, "count/min"), maximum: nil),
            ]),
        zoneDurations: [HKWorkoutZoneDuration(zone: HKWorkoutZone(index: 0, minimum: nil, maximum: nil), duration: 4)])
    static let pause = HKWorkoutEvent(
        type: .pause, dateInterval: DateInterval(start: start, duration: 0), metadataValues: metadata)
    static var configuration: HKWorkoutConfiguration {
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = .swimming
        configuration.locationType = .indoor
        configuration.swimmingLocationType = .pool
        configuration.lapLength = quantity(25, "m")
        return configuration
    }
    static let activity = HKWorkoutActivity(
        uuid: uuid, workoutConfiguration: configuration, startDate: start, endDate: end, duration: 1700,
        workoutEvents: [pause], statistics: [heartRate: statistics], zoneGroups: [heartRate: zones],
        metadataValues: metadata)
    static let workout = HKWorkout(
        activityType: .swimming, startDate: start, endDate: end, duration: 1700, workoutEvents: [pause],
        workoutActivities: [activity], statistics: [heartRate: statistics],
        totals: HKWorkoutTotals(
            energyBurned: quantity(100, "kcal"), distance: quantity(2, "km"), swimmingStrokeCount: quantity(9, "count"),
            flightsClimbed: quantity(1, "count")),
        zoneGroups: [heartRate: zones], fields: fields)
    static let prism = HKVisionPrism(amount: quantity(2, "pD"), angle: quantity(30, "deg"), eye: .right)
    static let glasses = HKGlassesLensSpecification(
        sphere: quantity(-1.25, "D"), cylinder: quantity(0.5, "D"), axis: quantity(90, "deg"),
        addPower: quantity(1, "D"), vertexDistance: quantity(12, "mm"), prism: prism,
        farPupillaryDistance: quantity(31, "mm"), nearPupillaryDistance: quantity(30, "mm"))
    static let contacts = HKContactsLensSpecification(
        sphere: quantity(-1.25, "D"), cylinder: quantity(0.5, "D"), axis: quantity(90, "deg"),
        addPower: quantity(1, "D"), baseCurve: quantity(8.6, "mm"), diameter: quantity(14, "mm"))
    static var clampingRange: HKAudiogramSensitivityPointClampingRange {
        try! HKAudiogramSensitivityPointClampingRange(lowerBound: -10, upperBound: 90)
    }
    static var hearing: [HKAudiogramSensitivityTest] {
        [HKAudiogramSensitivityTestSide.left, .right].map {
            try! HKAudiogramSensitivityTest(
                sensitivity: quantity(20, "dBHL"), type: .air, masked: $0 == .right, side: $0,
                clampingRange: clampingRange)
        }
    }
    static var tones: [HKAudiogramSensitivityPoint] {
        [250.0, 500].map { try! HKAudiogramSensitivityPoint(frequency: quantity($0, "Hz"), tests: hearing) }
    }
    static let medicine = HKHealthConceptIdentifier(domain: .medication, identifier: "m1")
    static let concept = HKMedicationConcept(
        identifier: medicine, displayText: "Aspirin", generalForm: .tablet,
        relatedCodings: [
            HKClinicalCoding(system: "a", version: "1", code: "x"),
            HKClinicalCoding(system: "b", version: nil, code: "x"),
        ])
    static let resource = HKFHIRResource(
        fhirVersion: .primaryR4(), resourceType: .observation, identifier: "o1", data: Data("{}".utf8),
        sourceURL: URL(string: "https://example.org/o1"))
    static let subject = HKVerifiableClinicalRecordSubject(
        fullName: "Ana", dateOfBirthComponents: DateComponents(year: 1980, month: 2, day: 29))
    static let bodyMass = HKQuantitySample.stored(
        quantityType: HKQuantityType(.bodyMass), quantity: quantity(150, "lb"), startDate: start, endDate: start,
        fields: HKObjectFields(uuid: UUID(), sourceRevision: revision))
}

extension HealthModelTestSamples {
    /// Samples and other objects with an identity.
    static let objects: [HealthModelTestSamples] = [
        .init { HKObject(fields: fields) },
        .init { HKSample(sampleType: .workoutType(), startDate: start, endDate: end, fields: fields) },
        .init {
            HKQuantitySample(
                quantityType: heartRate, quantity: quantity(60, "count/min"), count: 2, startDate: start, endDate: end,
                fields: fields)
        },
        .init {
            HKCumulativeQuantitySample(
                quantityType: HKQuantityType(.stepCount), quantity: quantity(60, "count"), count: 2, startDate: start,
                endDate: end, fields: fields)
        },
        .init {
            HKCumulativeQuantitySeriesSample(
                quantityType: HKQuantityType(.stepCount), quantity: quantity(60, "count"), count: 2, startDate: start,
                endDate: end, fields: fields)
        },
        .init {
            HKDiscreteQuantitySample(
                quantityType: heartRate, average: quantity(60, "count/min"), minimum: quantity(50, "count/min"),
                maximum: quantity(70, "count/min"), mostRecent: quantity(61, "count/min"),
                mostRecentInterval: DateInterval(start: start, duration: 5), count: 12, startDate: start, endDate: end,
                fields: fields)
        },
        .init {
            HKCategorySample(
                categoryType: HKCategoryType(.sleepAnalysis), value: 3, startDate: start, endDate: end, fields: fields)
        },
        .init {
            HKCorrelation(
                correlationType: HKCorrelationType(.food), objects: [bodyMass, workout], startDate: start, endDate: end,
                fields: fields)
        },
        .init { workout },
        .init { HKSeriesSample(seriesType: .heartbeat(), count: 5, startDate: start, endDate: end, fields: fields) },
        .init { HKWorkoutRoute(count: 5, startDate: start, endDate: end, fields: fields) },
        .init { HKHeartbeatSeriesSample(count: 5, startDate: start, endDate: end, fields: fields) },
        .init {
            HKElectrocardiogram(
                numberOfVoltageMeasurements: 15360, samplingFrequency: quantity(512, "Hz"),
                classification: .atrialFibrillation, averageHeartRate: quantity(60, "count/min"),
                symptomsStatus: .present, startDate: start, endDate: end, fields: fields)
        },
        .init { HKAudiogramSample(sensitivityPoints: tones, startDate: start, endDate: end, fields: fields) },
        .init {
            HKClinicalRecord(
                clinicalType: HKClinicalType(.labResultRecord), displayName: "Hb", fhirResource: resource,
                startDate: start, endDate: end, fields: fields)
        },
        .init {
            HKVerifiableClinicalRecord(
                sampleType: HKClinicalType(.immunizationRecord), recordTypes: ["a"], issuerIdentifier: "i",
                subject: subject, issuedDate: start, relevantDate: end, expirationDate: end, itemNames: ["x", "y"],
                sourceType: .smartHealthCard, dataRepresentation: Data([1, 2]), startDate: start, endDate: end,
                fields: fields)
        },
        .init {
            HKVisionPrescription(
                prescriptionType: .contacts, dateIssued: start, expirationDate: end, fields: fields)
        },
        .init {
            HKGlassesPrescription(
                rightEye: glasses, leftEye: glasses, dateIssued: start, expirationDate: end, fields: fields)
        },
        .init {
            HKContactsPrescription(
                rightEye: contacts, leftEye: nil, brand: "B", dateIssued: start, expirationDate: nil, fields: fields)
        },
        .init {
            HKStateOfMind(
                kind: .dailyMood, valence: 0.25, labels: [.hopeful, .sad], associations: [.work], startDate: start,
                endDate: start, fields: fields)
        },
        .init { HKScoredAssessment(type: HKScoredAssessmentType(.GAD7), score: 4, date: start, fields: fields) },
        .init {
            HKGAD7Assessment(
                answers: Array(repeating: .severalDays, count: 7), date: start, fields: fields)
        },
        .init {
            HKPHQ9Assessment(
                answers: Array(repeating: .severalDays, count: 8) + [.preferNotToAnswer], date: start, fields: fields)
        },
        .init {
            HKMedicationDoseEvent(
                scheduleType: .schedule, medicationConceptIdentifier: medicine, scheduledDate: start,
                logStatus: .taken, unit: .count(), doseQuantity: 1, scheduledDoseQuantity: 2, startDate: start,
                endDate: end, fields: fields)
        },
        .init {
            HKDocumentSample(documentType: HKDocumentType(.CDA), startDate: start, endDate: end, fields: fields)
        },
        .init {
            HKCDADocumentSample(
                document: HKCDADocument(
                    documentData: Data("<x/>".utf8), title: "t", patientName: "p", authorName: "a",
                    custodianName: "c"), startDate: start, endDate: end, fields: fields)
        },
    ]

    /// Objects whose equality depends only on their properties.
    static let values: [HealthModelTestSamples] =
        [
            .init { HKDeletedObject(uuid: uuid, metadata: [HKMetadataKeySyncIdentifier: .string("s")]) },
            .init { HKQueryAnchor(fromValue: 7) },
            .init { HKSource(name: source.name, bundleIdentifier: source.bundleIdentifier) },
            .init {
                HKSourceRevision(
                    source: source, version: revision.version, productType: revision.productType,
                    operatingSystemVersion: revision.operatingSystemVersion)
            },
            .init {
                HKDevice(
                    name: "n", manufacturer: "m", model: "o", hardwareVersion: "h", firmwareVersion: "f",
                    softwareVersion: "s", localIdentifier: "l", udiDeviceIdentifier: "u")
            },
            .init { statistics },
            .init { () -> HKActivitySummary in
                let summary = HKActivitySummary(.init(day: DateComponents(era: 1, year: 2024, month: 3, day: 10)))
                summary.activeEnergyBurned = quantity(1, "kcal")
                summary.activeEnergyBurnedGoal = quantity(2, "kcal")
                summary.appleMoveTime = quantity(3, "min")
                summary.appleMoveTimeGoal = quantity(4, "min")
                summary.appleExerciseTime = quantity(5, "min")
                summary.exerciseTimeGoal = quantity(6, "min")
                summary.appleStandHours = quantity(7, "count")
                summary.standHoursGoal = quantity(8, "count")
                summary.activityMoveMode = .appleMoveTime
                summary.isPaused = true
                return summary
            },
            .init {
                HKWorkoutEvent(type: .pause, dateInterval: pause.dateInterval, metadataValues: metadata)
            },
            .init { configuration }, .init { activity },
            .init { HKWorkoutEffortRelationship(workout: workout, activity: activity, samples: [bodyMass]) },
            .init { HKVisionPrism(amount: prism.amount, angle: prism.angle, eye: .right) },
        ] + valuesWithParts

    private static let valuesWithParts: [HealthModelTestSamples] =
        [
            .init { glasses }, .init { contacts },
            .init { clampingRange }, .init { hearing[0] }, .init { tones[0] },
            .init { HKHealthConceptIdentifier(domain: .medication, identifier: "m1") },
            .init { HKClinicalCoding(system: "a", version: "1", code: "x") }, .init { concept },
            .init {
                HKUserAnnotatedMedication(nickname: "A", isArchived: true, hasSchedule: true, medication: concept)
            },
            .init { resource }, .init { HKFHIRVersion.primaryDSTU2() }, .init { subject },
            .init { HKBiologicalSexObject(biologicalSex: .female) },
            .init { HKBloodTypeObject(bloodType: .abNegative) },
            .init { HKFitzpatrickSkinTypeObject(skinType: .IV) },
            .init { HKWheelchairUseObject(wheelchairUse: .yes) },
            .init { HKActivityMoveModeObject(activityMoveMode: .appleMoveTime) },
        ]

    static let all = objects + values
}
