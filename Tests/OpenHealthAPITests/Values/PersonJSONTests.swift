// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import OpenHealthSession
import OpenHealthTestSupport
import Testing

@Suite struct PersonJSONTests {
    private func reader(_ json: JSONValue) throws -> JSONReader { JSONReader(try #require(JSONValue(json.text))) }

    @Test func summariesRoundTrip() throws {
        var random = SeededGenerator(seed: 21)
        for number in 0..<300 {
            var state = HKActivitySummary.State(
                day: number == 0
                    ? nil : DateComponents(era: 1, year: 2000 + number / 12, month: 1 + number % 12, day: 9))
            func quantity(_ unit: HKUnit) -> HKQuantity { HKQuantity(unit: unit, doubleValue: random.number(0, 1e4)) }
            state.activeEnergyBurned = quantity(number % 2 == 0 ? .kilocalorie() : .jouleUnit(with: .kilo))
            state.activeEnergyBurnedGoal = quantity(.kilocalorie())
            state.appleMoveTime = quantity(.minute())
            state.appleMoveTimeGoal = quantity(.hour())
            state.appleExerciseTime = quantity(.second())
            state.appleStandHours = quantity(.count())
            if number % 3 == 0 { state.exerciseTimeGoal = quantity(.minute()) }
            if number % 5 == 0 { state.standHoursGoal = quantity(.count()) }
            state.isPaused = number % 7 == 0
            state.activityMoveMode = number % 4 == 0 ? .appleMoveTime : .activeEnergy
            let summary = HKActivitySummary(state)
            let json = JSONFormat.activitySummary.json(summary)
            #expect(try JSONFormat.activitySummary.decode(reader(json)) == summary)
            #expect(json["date"]?.string.flatMap(DayText.day) == state.day)
        }
    }

    @Test func medicationsRoundTrip() throws {
        for (nickname, forms) in [(nil, []), ("Morning \"pill\"", ["1049502", "2"])] as [(String?, [String])] {
            let medication = HKUserAnnotatedMedication(
                nickname: nickname, isArchived: nickname == nil, hasSchedule: nickname != nil,
                medication: HKMedicationConcept(
                    identifier: HKHealthConceptIdentifier(domain: .medication, identifier: "m"), displayText: "Änd",
                    generalForm: .tablet,
                    relatedCodings: Set(
                        forms.map {
                            HKClinicalCoding(
                                system: "http://www.nlm.nih.gov/research/umls/rxnorm", version: nil, code: $0)
                        })))
            let json = JSONFormat.medication.json(medication)
            #expect(try JSONFormat.medication.decode(reader(json)) == medication)
            #expect(json["codings"]?.array?.count == forms.count)
        }
    }

    @Test func zonesRoundTrip() throws {
        var random = SeededGenerator(seed: 22)
        let unit = HKUnit(from: "count/min")
        for source in [HKWorkoutZoneConfiguration.Source.system, .user, .app] {
            let bounds = (0..<4).map { HKQuantity(unit: unit, doubleValue: Double($0) * 20 + random.number(60, 80)) }
            let drawn = try HKWorkoutZoneConfiguration(quantityType: HKQuantityType(.heartRate), zoneBoundaries: bounds)
            let zones = HKWorkoutZoneConfiguration(source: source, quantityType: drawn.quantityType, zones: drawn.zones)
            let format = JSONFormat.zoneConfiguration
            #expect(try format.decode(reader(#require(format.encode(zones)))) == zones)
        }
    }

    @Test func attachmentsRoundTrip() throws {
        var random = SeededGenerator(seed: 23)
        let metadata: [[String: HKMetadataValue]] = [
            [:],
            [
                "a": .string("../../x"), "b": .integer(7), "c": .double(7), "d": .bool(true),
                "e": .date(Date(timeIntervalSince1970: random.number(0, 2e9))),
                "f": .quantity(HKQuantity(unit: HKUnit(from: "mg/dL"), doubleValue: random.number(0, 200))),
            ],
        ]
        for values in metadata {
            let attachment = StoredAttachment(
                uuid: UUID(), name: "../report <b>.pdf", contentType: "com.adobe.pdf", size: 104_857_600,
                created: Date(timeIntervalSince1970: random.number(0, 2e9)), metadata: values)
            let read = try StoredAttachment(reader(attachment.json))
            #expect(read.uuid == attachment.uuid && read.name == attachment.name)
            #expect(read.contentType == attachment.contentType && read.size == attachment.size)
            #expect(read.created == attachment.created && read.metadata == values)
        }
    }

    @Test func intervalsRoundTrip() throws {
        var random = SeededGenerator(seed: 24)
        for _ in 0..<2000 {
            let interval = DateInterval(
                start: Date(timeIntervalSinceReferenceDate: random.number(-1e9, 1e9)),
                duration: random.number(0, 1) * random.number(0, 1e6))
            #expect(try JSONFormat.interval.decode(reader(JSONFormat.interval.json(interval))) == interval)
        }
    }

    @Test func everyCharacteristicHasAName() {
        #expect(CharacteristicName.all.count == 7)
        for (name, type) in CharacteristicName.all {
            #expect(CharacteristicName.type(name) == type && CharacteristicName.type(type.identifier) == type)
            #expect(CharacteristicName.name(type) == name)
        }
    }
}
