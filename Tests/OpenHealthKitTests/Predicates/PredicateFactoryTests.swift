// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthKit
import Testing

/// Tests of the predicate methods of HKQuery, and of their preconditions.
@Suite struct PredicateFactoryTests {
    private let source = HKSource(name: "A", bundleIdentifier: "org.example.a")
    private let date = Date(timeIntervalSince1970: 1000)
    private let energy = HKQuantity(unit: .kilocalorie(), doubleValue: 3)
    private let steps = HKQuantityType(.stepCount)

    private func expect(
        _ predicate: NSPredicate, _ node: PredicateNode, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(PredicateNode(predicate) == node, sourceLocation: sourceLocation)
    }

    @Test func objects() {
        expect(HKQuery.predicateForObjects(withMetadataKey: "k"), .compare(.metadata("k"), .notEqualTo, .null))
        expect(
            HKQuery.predicateForObjects(withMetadataKey: "k", allowedValues: ["a", 1, date]),
            .compare(.metadata("k"), .in, .list([.text("a"), .number(1), .date(date)])))
        expect(
            HKQuery.predicateForObjects(withMetadataKey: "k", operatorType: .contains, value: "a"),
            .compare(.metadata("k"), .contains, .text("a")))
        expect(HKQuery.predicateForObjects(from: source), .compare(.source, .equalTo, .source(source)))
        expect(HKQuery.predicateForObjects(from: Set([source])), .compare(.source, .in, .list([.source(source)])))
        let revision = HKSourceRevision(source: source, version: "1")
        expect(
            HKQuery.predicateForObjects(from: Set([revision])),
            .compare(.sourceRevision, .in, .list([.revision(revision)])))
        let device = HKDevice.local()
        expect(HKQuery.predicateForObjects(from: Set([device])), .compare(.device, .in, .list([.device(device)])))
        let name = PredicateField.deviceProperty(HKDevicePropertyKeyName)
        expect(
            HKQuery.predicateForObjects(withDeviceProperty: HKDevicePropertyKeyName, allowedValues: ["b", "a"]),
            .compare(name, .in, .list([.text("a"), .text("b")])))
        expect(
            HKQuery.predicateForObjects(withDeviceProperty: HKDevicePropertyKeyName, allowedValues: []),
            .compare(name, .equalTo, .null))
        let uuid = UUID()
        expect(HKQuery.predicateForObject(with: uuid), .compare(.uuid, .equalTo, .uuid(uuid)))
        expect(HKQuery.predicateForObjects(with: Set([uuid])), .compare(.uuid, .in, .list([.uuid(uuid)])))
        expect(HKQuery.predicateForObjectsWithNoCorrelation(), .not(.related(.anyCorrelation)))
    }

    @Test func samples() {
        let interval = PredicateInterval(from: 1000, to: .infinity, isStartStrict: true)
        expect(
            HKQuery.predicateForSamples(withStart: date, end: nil, options: .strictStartDate), .interval(interval))
        expect(
            HKQuery.predicateForSamples(withStart: nil, end: date),
            .interval(PredicateInterval(from: -.infinity, to: 1000)))
        expect(
            HKQuery.predicateForSamples(withStart: date, end: nil),
            .interval(PredicateInterval(from: 1000, to: .infinity, includesEndAtStart: true)))
        expect(
            HKQuery.predicateForQuantitySamples(with: .lessThan, quantity: energy),
            .compare(.quantity, .lessThan, .quantity(energy)))
        expect(
            HKQuery.predicateForCategorySamples(with: .notEqualTo, value: 2),
            .compare(.categoryValue, .notEqualTo, .number(2)))
        expect(
            HKCategoryValueSleepAnalysis.predicateForSamples(equalTo: [.awake, .inBed]),
            .compare(.categoryValue, .in, .list([.number(0), .number(2)])))
        expect(
            HKCategoryValueSeverity.predicateForSamples(.greaterThanOrEqualTo, value: .mild),
            .compare(.categoryValue, .greaterThanOrEqualTo, .number(Double(HKCategoryValueSeverity.mild.rawValue))))
        let start = DateComponents(era: 1, year: 2024, month: 2, day: 29)
        let end = DateComponents(calendar: Calendar(identifier: .gregorian), era: 1, year: 2024, month: 3, day: 1)
        expect(HKQuery.predicateForActivitySummary(with: start), .compare(.day, .equalTo, .day(start)))
        let plainEnd = DateComponents(era: 1, year: 2024, month: 3, day: 1)
        expect(
            HKQuery.predicate(forActivitySummariesBetweenStart: start, end: end),
            .compare(.day, .between, .list([.day(start), .day(plainEnd)])))
    }

    @Test func workouts() {
        expect(HKQuery.predicateForWorkouts(with: .running), .compare(.workoutType, .equalTo, .number(37)))
        expect(
            HKQuery.predicateForWorkouts(with: .greaterThan, duration: 60),
            .compare(.duration, .greaterThan, .number(60)))
        expect(
            HKQuery.predicateForWorkouts(with: .lessThan, totalEnergyBurned: energy),
            .compare(.totalEnergyBurned, .lessThan, .quantity(energy)))
        let (way, count) = (HKQuantity(unit: .mile(), doubleValue: 1), HKQuantity(unit: .count(), doubleValue: 1))
        expect(
            HKQuery.predicateForWorkouts(with: .lessThan, totalDistance: way),
            .compare(.totalDistance, .lessThan, .quantity(way)))
        expect(
            HKQuery.predicateForWorkouts(with: .lessThan, totalSwimmingStrokeCount: count),
            .compare(.totalSwimmingStrokeCount, .lessThan, .quantity(count)))
        expect(
            HKQuery.predicateForWorkouts(with: .lessThan, totalFlightsClimbed: count),
            .compare(.totalFlightsClimbed, .lessThan, .quantity(count)))
        expect(
            HKQuery.predicateForWorkouts(operatorType: .equalTo, quantityType: steps, sumQuantity: count),
            .compare(.statisticsSum(steps.identifier), .equalTo, .quantity(count)))
        expect(
            HKQuery.predicateForWorkouts(operatorType: .equalTo, quantityType: steps, averageQuantity: count),
            .compare(.statisticsAverage(steps.identifier), .equalTo, .quantity(count)))
        let long = HKQuery.predicateForWorkoutActivities(operatorType: .greaterThan, duration: 60)
        expect(
            HKQuery.predicateForWorkouts(activityPredicate: long),
            .activity(.compare(.duration, .greaterThan, .number(60))))
        expect(
            HKQuery.predicateForWorkoutActivities(start: date, end: nil, options: .strictEndDate),
            .interval(PredicateInterval(from: 1000, to: .infinity, isEndStrict: true)))
        expect(
            HKQuery.predicateForWorkoutActivities(workoutActivityType: .yoga),
            .compare(.activityType, .equalTo, .number(57)))
        expect(
            HKQuery.predicateForWorkoutActivities(operatorType: .lessThan, quantityType: steps, maximumQuantity: count),
            .compare(.statisticsMaximum(steps.identifier), .lessThan, .quantity(count)))
    }

    @Test func relationships() {
        let workout = HKWorkout(activityType: .running, start: date, end: date.addingTimeInterval(60))
        let activity = HKWorkoutActivity(
            workoutConfiguration: HKWorkoutConfiguration(), start: date, end: nil, metadata: nil)
        expect(HKQuery.predicateForObjects(from: workout), .related(.workout(workout.uuid)))
        for part in [activity, nil] {
            expect(
                HKQuery.predicateForWorkoutEffortSamplesRelated(workout: workout, activity: part),
                .related(.effort(workout: workout.uuid, activity: part?.uuid)))
        }
        let electrocardiogram = HKElectrocardiogram(
            numberOfVoltageMeasurements: 1, samplingFrequency: nil, classification: .sinusRhythm, averageHeartRate: nil,
            symptomsStatus: .none, startDate: date, endDate: date,
            fields: HKObjectFields(uuid: UUID(), sourceRevision: HKSourceRevision(source: source, version: nil)))
        expect(
            HKQuery.predicateForObjectsAssociated(electrocardiogram: electrocardiogram),
            .related(.electrocardiogram(electrocardiogram.uuid)))
    }

    @Test func doses() {
        let medicine = HKHealthConceptIdentifier(domain: .medication, identifier: "m")
        let statuses: Set<HKMedicationDoseEvent.LogStatus> = [.taken]
        let taken = PredicateValue.number(Double(HKMedicationDoseEvent.LogStatus.taken.rawValue))
        expect(HKQuery.predicateForMedicationDoseEvent(status: .taken), .compare(.doseStatus, .equalTo, taken))
        expect(HKQuery.predicateForMedicationDoseEvent(statuses: statuses), .compare(.doseStatus, .in, .list([taken])))
        expect(
            HKQuery.predicateForMedicationDoseEvent(scheduledDate: date),
            .compare(.doseScheduledDate, .equalTo, .date(date)))
        expect(
            HKQuery.predicateForMedicationDoseEvent(scheduledDates: [date]),
            .compare(.doseScheduledDate, .in, .list([.date(date)])))
        expect(
            HKQuery.predicateForMedicationDoseEvent(medicationConceptIdentifier: medicine),
            .compare(.medicationConcept, .equalTo, .text("m")))
        expect(
            HKQuery.predicateForMedicationDoseEvent(medicationConceptIdentifiers: [medicine]),
            .compare(.medicationConcept, .in, .list([.text("m")])))
        expect(
            HKQuery.predicateForUserAnnotatedMedications(hasSchedule: false),
            .compare(.hasSchedule, .equalTo, .bool(false)))
    }

    @Test func others() {
        expect(
            HKQuery.predicateForClinicalRecords(from: source, fhirResourceType: .observation, identifier: "i"),
            .and([
                .compare(.source, .equalTo, .source(source)),
                .compare(.fhirResourceType, .equalTo, .text(HKFHIRResourceType.observation.rawValue)),
                .compare(.fhirIdentifier, .equalTo, .text("i")),
            ]))
        expect(
            HKQuery.predicateForElectrocardiograms(classification: .sinusRhythm),
            .compare(.ecgClassification, .equalTo, .number(1)))
        expect(
            HKQuery.predicateForVerifiableClinicalRecords(
                withRelevantDateWithin: DateInterval(start: date, duration: 5)),
            .compare(.relevantDate, .between, .list([.date(date), .date(date.addingTimeInterval(5))])))
        expect(
            HKQuery.predicateForStatesOfMind(withValence: 0.5, operatorType: .lessThan),
            .compare(.valence, .lessThan, .number(0.5)))
        expect(
            HKQuery.predicateForStatesOfMind(with: HKStateOfMind.Label.sad),
            .compare(.stateOfMindLabel, .equalTo, .number(Double(HKStateOfMind.Label.sad.rawValue))))
        expect(
            HKQuery.predicateForMedicationDoseEvent(scheduledStart: date, end: nil),
            .and([
                .compare(.doseScheduledDate, .notEqualTo, .null),
                .compare(.doseScheduledDate, .greaterThanOrEqualTo, .date(date)),
            ]))
        expect(
            HKQuery.predicateForUserAnnotatedMedications(isArchived: true),
            .compare(.isArchived, .equalTo, .bool(true)))
    }

    @Test func invalidArgumentsStopTheProcess() async {
        await #expect(processExitsWith: .failure) {
            _ = HKQuery.predicateForObjects(withMetadataKey: "k", allowedValues: [DateFormatter()])
        }
        await #expect(processExitsWith: .failure) {
            _ = HKQuery.predicateForObjects(withDeviceProperty: "colour", allowedValues: [])
        }
        await #expect(processExitsWith: .failure) {
            _ = HKQuery.predicateForWorkouts(
                with: .lessThan, totalDistance: HKQuantity(unit: .kilocalorie(), doubleValue: 1))
        }
        await #expect(processExitsWith: .failure) {
            _ = HKQuery.predicateForWorkouts(
                operatorType: .lessThan, quantityType: HKQuantityType(.stepCount),
                sumQuantity: HKQuantity(unit: .meter(), doubleValue: 1))
        }
        await #expect(processExitsWith: .failure) {
            _ = HKQuery.predicateForQuantitySamples(
                with: .matches, quantity: HKQuantity(unit: .meter(), doubleValue: 1))
        }
        await #expect(processExitsWith: .failure) {
            _ = HKQuery.predicateForActivitySummary(with: DateComponents(year: 2024, month: 3, day: 1))
        }
        await #expect(processExitsWith: .failure) {
            let calendar = Calendar(identifier: .hebrew)
            _ = HKQuery.predicateForActivitySummary(
                with: DateComponents(calendar: calendar, era: 0, year: 5784, month: 3, day: 1))
        }
    }
}
