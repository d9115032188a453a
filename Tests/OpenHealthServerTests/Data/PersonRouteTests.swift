// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import OpenHealthTestSupport
import TestTimeLimits
import Testing

@testable import OpenHealthServer

@Suite(.timeLimit(.usual)) struct PersonRouteTests {
    private static let values = [
        "HKCharacteristicTypeIdentifierDateOfBirth": "1980-01-31",
        "HKCharacteristicTypeIdentifierBiologicalSex": "HKBiologicalSexFemale",
        "HKCharacteristicTypeIdentifierReferenceSex": "HKReferenceSexMale",
        "HKCharacteristicTypeIdentifierBloodType": "HKBloodTypeABNegative",
        "HKCharacteristicTypeIdentifierFitzpatrickSkinType": "HKFitzpatrickSkinTypeIV",
        "HKCharacteristicTypeIdentifierWheelchairUse": "HKWheelchairUseNo",
        "HKCharacteristicTypeIdentifierActivityMoveMode": "HKActivityMoveModeActiveEnergy",
    ]

    private static func fill(_ database: HealthDatabase) throws {
        for (name, value) in values { try database.person.setCharacteristic(name, value: value) }
        for day in 1...28 {
            try database.person.setActivitySummary(
                ActivitySummaryData(
                    day: "2026-02-\(day < 10 ? "0" : "")\(day)",
                    values: [
                        MetadataPair(key: "activeEnergyBurned", value: "\(Double(day) * 17.3)"),
                        MetadataPair(key: "activeEnergyBurnedUnit", value: day % 2 == 0 ? "kcal" : "kJ"),
                        MetadataPair(key: "appleExerciseTime", value: "\(day)"),
                        MetadataPair(key: "appleStandHoursGoal", value: "12"),
                    ]))
        }
        try database.medications.add(
            ["one", "two", "three"].map { name in
                HKUserAnnotatedMedication(
                    nickname: name == "two" ? nil : "My \(name)", isArchived: name == "three",
                    hasSchedule: name == "one",
                    medication: HKMedicationConcept(
                        identifier: HKHealthConceptIdentifier(domain: .medication, identifier: name), displayText: name,
                        generalForm: .tablet,
                        relatedCodings: [HKClinicalCoding(system: "rxnorm", version: nil, code: name)]))
            })
    }

    @Test func permittedCharacteristicsAreReturned() async throws {
        try await DataWorld.run { world in
            let (app, some, none) = (try world.trustedApp("all"), try world.app("some"), try world.app("none"))
            let unset = try await app.get("/v1/characteristics")
            #expect(unset.text == "{}")
            try Self.fill(world.database)
            try some.access.record(
                AuthorizationDecision(
                    share: [:],
                    read: [
                        HKCharacteristicType(.biologicalSex): .authorized, HKCharacteristicType(.bloodType): .denied,
                    ]))
            let all = try await app.get("/v1/characteristics").json()
            #expect(try all.entries().count == Self.values.count)
            for (name, type) in CharacteristicName.all {
                #expect(try all.required(name).string() == Self.values[type.identifier])
                let one = try await app.get("/v1/characteristics/\(name)").json()
                #expect(try one.required("value").string() == app.access.characteristic(type))
            }
            #expect(try await some.get("/v1/characteristics").text == #"{"biologicalSex":"HKBiologicalSexFemale"}"#)
            #expect(try await none.get("/v1/characteristics") == unset)
            #expect(try await some.get("/v1/characteristics/bloodType").text == #"{"name":"bloodType","value":null}"#)
            let notAsked = try await some.get("/v1/characteristics/dateOfBirth")
            #expect(notAsked.status == 403)
            #expect(
                try Problem(notAsked.json().value)?.healthKitCode
                    == HKError.Code.errorAuthorizationNotDetermined.rawValue)
            #expect(try await app.get("/v1/characteristics/shoeSize").status == 404)
        }
    }

    @Test func ringsAndMedicationsRoundTrip() async throws {
        try await DataWorld.run { world in
            let app = try world.trustedApp("all")
            let empty = [try await app.get("/v1/activity-summaries"), try await app.get("/v1/medications")]
            try Self.fill(world.database)
            // Permission for the type of medications applies to the existing ones.
            try world.database.apps.setPermission(
                share: nil, read: .authorized, app: app.access.app.identifier,
                types: [HKObjectType.userAnnotatedMedicationType().identifier])
            func summaries(_ response: DataWorld.Client.Response) throws -> [HKActivitySummary] {
                try response.json().required("activitySummaries").array().map {
                    try JSONFormat.activitySummary.decode($0)
                }
            }
            func medications(_ response: DataWorld.Client.Response) throws -> [HKUserAnnotatedMedication] {
                try response.json().required("medications").array().map { try JSONFormat.medication.decode($0) }
            }
            let all = try app.access.activitySummaries(.constant(true))
            #expect(all.count == 28)
            #expect(try summaries(await app.get("/v1/activity-summaries")) == all)
            #expect(
                try summaries(await app.get("/v1/activity-summaries?from=2026-02-03&to=2026-02-05"))
                    == Array(all[2..<5]))
            let predicate = PredicateNode.compare(
                .day, .equalTo, .day(DateComponents(era: 1, year: 2026, month: 2, day: 7)))
            let query = JSONValue.object([("predicate", try #require(PredicateJSON(predicate).json))])
            #expect(try summaries(await app.post("/v1/activity-summaries/query", query)) == [all[6]])

            let medicines = try app.access.medications(.constant(true))
            #expect(medicines.count == 3)
            #expect(try medications(await app.get("/v1/medications")) == medicines)
            let scheduled = PredicateNode.compare(.hasSchedule, .equalTo, .bool(true))
            let ask = JSONValue.object([("predicate", try #require(PredicateJSON(scheduled).json))])
            #expect(try medications(await app.post("/v1/medications/query", ask)) == [medicines[0]])
            let two = JSONValue.object([("limit", .integer(2))])
            #expect(try medications(await app.post("/v1/medications/query", two)) == Array(medicines.prefix(2)))

            let denied = try world.app("denied")
            #expect(try await denied.get("/v1/activity-summaries").status == 403)
            try denied.access.record(
                AuthorizationDecision(
                    share: [:],
                    read: [
                        HKObjectType.activitySummaryType(): .denied,
                        HKObjectType.userAnnotatedMedicationType(): .denied,
                    ]))
            #expect(try await [denied.get("/v1/activity-summaries"), denied.get("/v1/medications")] == empty)
        }
    }

    @Test func unitsAreTheOwnersChoice() async throws {
        try await DataWorld.run { world in
            let app = try world.trustedApp("all")
            try world.database.setPreferredUnit(.pound(), for: HKQuantityType(.bodyMass))
            let types = HealthTypes.all.compactMap { HKObjectType.named($0.identifier) as? HKQuantityType }
            for locale in ["en_US", "de_DE", "en_GB"] {
                let query = types.map { "type=\($0.identifier)" }.joined(separator: "&")
                let expected = try app.access.preferredUnits(for: Set(types), locale: Locale(identifier: locale))
                var units: [HKQuantityType: HKUnit] = [:]
                for entry in try await app.get("/v1/units?\(query)&locale=\(locale)").json().required("units").array() {
                    units[try entry.required("type").quantityType()] = try entry.required("unit").unit()
                }
                #expect(units == expected)
                #expect(units[HKQuantityType(.bodyMass)] == .pound())
            }
            #expect(try await world.app("none").get("/v1/units?type=bodyMass").status == 403)
        }
    }

    @Test func energyIsSplitAsInTheProcess() async throws {
        try await DataWorld.run { world in
            let app = try world.trustedApp("all")
            let (start, end) = (Date(timeIntervalSince1970: 1.77e9), Date(timeIntervalSince1970: 1.77e9 + 3600))
            let total = HKQuantity(unit: .jouleUnit(with: .kilo), doubleValue: 812.25)
            let query = JSONValue.object([
                ("total", JSONFormat.quantity.json(total)), ("startDate", .string(APIDate.text(start))),
                ("endDate", .string(APIDate.text(end))), ("timeZone", .string("Asia/Tokyo")),
            ])
            let unknown = try await app.post("/v1/energy/split", query)
            #expect(unknown.status == 404)
            #expect(try Problem(unknown.json().value)?.healthKitCode == HKError.Code.errorNoData.rawValue)
            try Self.fill(world.database)
            try app.access.save([
                HKQuantitySample(
                    type: HKQuantityType(.bodyMass),
                    quantity: HKQuantity(unit: .gramUnit(with: .kilo), doubleValue: 61.5),
                    start: start, end: start),
                HKQuantitySample(
                    type: HKQuantityType(.height), quantity: HKQuantity(unit: .meter(), doubleValue: 1.68),
                    start: start,
                    end: start),
            ])
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = try #require(TimeZone(identifier: "Asia/Tokyo"))
            let expected = try app.access.splitEnergy(total, start: start, end: end, calendar: calendar)
            let response = try await app.post("/v1/energy/split", query).json()
            #expect(try JSONFormat.quantity.decode(response.required("resting")) == expected.resting)
            #expect(try JSONFormat.quantity.decode(response.required("active")) == expected.active)
            // An app without permission to read the weight gets the same response as for a person without a weight.
            let denied = try world.trustedApp("denied")
            try denied.access.record(AuthorizationDecision(share: [:], read: [HKQuantityType(.bodyMass): .denied]))
            #expect(try await denied.post("/v1/energy/split", query).status == 404)
        }
    }
}
