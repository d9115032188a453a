// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

/// Tests of every property in predicates, with one object of every class.
@Suite struct PredicateFieldTests {
    typealias Samples = HealthModelTestSamples

    private let objects: [Any] = (Samples.objects + Samples.values).map { $0.make() }

    /// A value of one of the objects for every property.
    static let values: [(PredicateField, PredicateValue)] =
        [
            (.uuid, .uuid(Samples.uuid)), (.source, .source(Samples.source)), (.sourceName, .text("Müsli")),
            (.sourceBundleIdentifier, .text("org.example.muesli")), (.sourceRevision, .revision(Samples.revision)),
            (.sourceVersion, .text("3.1")), (.productType, .text("Watch6,7")), (.device, .device(Samples.device)),
            (.deviceProperty(HKDevicePropertyKeyName), .text("n")),
            (.deviceProperty(HKDevicePropertyKeyUDIDeviceIdentifier), .text("u")),
            (.metadata("text"), .text("größer")), (.metadata("whole"), .number(-7)), (.metadata("yes"), .bool(true)),
            (.metadata("yes"), .number(1)), (.metadata("double"), .bool(true)), (.metadata("date"), .date(Samples.end)),
            (.metadata("quantity"), .quantity(Samples.quantity(5.5, "mg/dL"))), (.startDate, .date(Samples.start)),
            (.endDate, .date(Samples.end)), (.sampleType, .text("HKWorkoutTypeIdentifier")),
            (.quantity, .quantity(Samples.quantity(60, "count/min"))),
            (.quantity, .quantity(.init(unit: .hertz(), doubleValue: 1))),
            (.count, .number(12)), (.sum, .quantity(Samples.quantity(60, "count"))),
            (.minimum, .quantity(Samples.quantity(50, "count/min"))),
            (.maximum, .quantity(Samples.quantity(70, "count/min"))),
            (.mostRecent, .quantity(Samples.quantity(61, "count/min"))), (.mostRecentStart, .date(Samples.start)),
            (.mostRecentEnd, .date(Samples.start.addingTimeInterval(5))), (.mostRecentDuration, .number(5)),
            (.categoryValue, .number(3)), (.workoutType, .number(46)), (.duration, .number(1700)),
        ] + workouts + others

    private static let workouts: [(PredicateField, PredicateValue)] = [
        (.totalDistance, .quantity(Samples.quantity(2000, "m"))),
        (.totalEnergyBurned, .quantity(Samples.quantity(100, "kcal"))),
        (.totalSwimmingStrokeCount, .quantity(Samples.quantity(9, "count"))),
        (.totalFlightsClimbed, .quantity(Samples.quantity(1, "count"))),
        (.statisticsMinimum(Samples.heartRate.identifier), .quantity(Samples.quantity(60, "count/min"))),
        (.statisticsMaximum(Samples.heartRate.identifier), .quantity(Samples.quantity(3, "count/s"))),
        (.statisticsAverage(Samples.heartRate.identifier), .quantity(Samples.quantity(2, "count/s"))),
        (.activityType, .number(46)), (.activityStart, .date(Samples.start)), (.activityEnd, .date(Samples.end)),
    ]

    private static let others: [(PredicateField, PredicateValue)] = [
        (.ecgClassification, .number(Double(HKElectrocardiogram.Classification.atrialFibrillation.rawValue))),
        (.ecgSymptomsStatus, .number(Double(HKElectrocardiogram.SymptomsStatus.present.rawValue))),
        (.ecgAverageHeartRate, .quantity(Samples.quantity(1, "count/s"))), (.cdaTitle, .text("t")),
        (.cdaPatientName, .text("p")), (.cdaAuthorName, .text("a")), (.cdaCustodianName, .text("c")),
        (.fhirResourceType, .text(HKFHIRResourceType.observation.rawValue)), (.fhirIdentifier, .text("o1")),
        (.relevantDate, .date(Samples.end)), (.valence, .number(0.25)),
        (.stateOfMindKind, .number(Double(HKStateOfMind.Kind.dailyMood.rawValue))),
        (.stateOfMindLabel, .number(Double(HKStateOfMind.Label.sad.rawValue))),
        (.stateOfMindAssociation, .number(Double(HKStateOfMind.Association.work.rawValue))),
        (.doseStatus, .number(Double(HKMedicationDoseEvent.LogStatus.taken.rawValue))),
        (.doseScheduledDate, .date(Samples.start)),
        (.doseOrigin, .number(Double(HKMedicationDoseEvent.ScheduleType.schedule.rawValue))),
        (.medicationConcept, .text("m1")), (.isArchived, .bool(true)), (.hasSchedule, .number(1)),
        (.day, .day(DateComponents(era: 1, year: 2024, month: 3, day: 10))),
    ]

    @Test func everyFieldHasAnExample() {
        let covered = Set(Self.values.map(\.0))
        #expect(PredicateField.plain.filter { !covered.contains($0) } == [])
        #expect(Set(PredicateField.plain).count == PredicateField.plain.count)
    }

    @Test func valuesAreRead() {
        for (field, value) in Self.values {
            let matching = objects.filter { PredicateNode.compare(field, .equalTo, value).matches($0) }
            #expect(!matching.isEmpty, "\(field) \(value)")
            for object in objects {
                let (mine, isThere) = (
                    matching.contains { $0 as AnyObject === object as AnyObject }, !field.values(of: object).isEmpty
                )
                func holds(_ comparison: PredicateOperator, _ value: PredicateValue) -> Bool {
                    PredicateNode.compare(field, comparison, value).matches(object)
                }
                #expect(holds(.notEqualTo, value) == !mine)
                #expect(holds(.equalTo, .null) == !isThere && holds(.notEqualTo, .null) == isThere)
                #expect(holds(.in, .list([.null])) == !isThere && !holds(.in, .list([])))
                #expect(holds(.in, .list([.text("other"), value])) == mine)
                let order = field.values(of: object).first?.order(to: value)
                if mine && order != nil && field.values(of: object).count == 1 {
                    #expect(holds(.lessThanOrEqualTo, value) && holds(.greaterThanOrEqualTo, value))
                    #expect(!holds(.lessThan, value) && !holds(.greaterThan, value))
                    #expect(holds(.between, .list([value, value])))
                }
                if !isThere {
                    for comparison in PredicateOperator.allCases where comparison != .notEqualTo {
                        #expect(!holds(comparison, value), "\(field) \(comparison)")
                    }
                }
            }
        }
    }

    @Test func seriesHaveNoFiguresOfTheOtherStyle() throws {
        let discrete = try #require(objects.first { $0 is HKDiscreteQuantitySample })
        let cumulative = try #require(objects.first { $0 is HKCumulativeQuantitySample })
        #expect(PredicateField.sum.values(of: discrete).isEmpty)
        for field in [
            PredicateField.minimum, .maximum, .mostRecent, .mostRecentStart, .mostRecentEnd, .mostRecentDuration,
        ] {
            #expect(field.values(of: cumulative).isEmpty && !field.values(of: discrete).isEmpty)
            #expect(!field.values(of: Samples.bodyMass).isEmpty)
        }
        #expect(PredicateField.sum.values(of: Samples.bodyMass) == [.quantity(Samples.bodyMass.quantity)])
    }

    @Test func activitiesAreMatchedWithinTheirWorkout() {
        func matches(_ node: PredicateNode, _ object: Any) -> Bool { node.matches(object) }
        let type = PredicateNode.compare(.activityType, .equalTo, .number(46))
        #expect(matches(.activity(type), Samples.workout) && !matches(type, Samples.workout))
        #expect(matches(type, Samples.activity) && !matches(.activity(type), Samples.activity))
        let interval = PredicateInterval(from: Samples.start.timeIntervalSince1970, to: .infinity, isStartStrict: true)
        #expect(matches(.activity(.interval(interval)), Samples.workout))
        #expect(!matches(.activity(.not(type)), Samples.workout))
        #expect(!matches(.activity(.compare(.workoutType, .equalTo, .number(46))), Samples.workout))
    }
}
