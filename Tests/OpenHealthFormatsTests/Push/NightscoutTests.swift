// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@testable import OpenHealthFormats

@Suite("Pushes of Nightscout uploaders") struct NightscoutTests {
    @Test("Entries of sensors and meters are readings of glucose")
    func entries() throws {
        let json = """
            [{"type": "sgv", "sgv": 112, "date": 1795435200000, "dateString": "2026-11-23T12:00:00.000Z", "direction": "Flat",
              "device": "xDrip-DexcomG6", "uuid": "11111111-2222-4333-8444-555555555501"},
             {"type": "mbg", "mbg": 105, "date": 1795435500000, "device": "meter"},
             {"type": "cal", "slope": 800, "date": 1795435200000}, {"type": "sgv", "sgv": 5, "date": 1795435200000},
             {"type": "sgv", "sgv": 112}, {"type": "rawbg", "date": 1795435200000}]
            """
        let batch = try NightscoutReader.entries(Array(json.utf8), now: pushNow)
        #expect(
            batch.lines == [
                "HKQuantityBloodGlucose 0-0 112 mg/dL xDrip-DexcomG6 NightscoutDirection=Flat",
                "HKQuantityBloodGlucose 300-300 105 mg/dL meter NightscoutType=mbg",
            ])
        #expect(batch.uuids.count == 1)
        #expect(batch.refusedPlaces == ["/3/sgv", "/4", "/5"])
    }

    @Test("A push with a document that is not an object is refused with its place", arguments: ["7", "[]", "null"])
    func others(document: String) {
        let bytes = Array("[{\"type\": \"sgv\"}, \(document)]".utf8)
        #expect {
            try NightscoutReader.entries(bytes, now: pushNow)
        } throws: { error in
            (error as? FormatError)?.message.contains("/1 ") == true
        }
    }

    @Test("Treatments are insulin, food and finger pricks")
    func treatments() throws {
        let json = """
            [{"eventType": "Meal Bolus", "created_at": "2026-11-23T12:00:00Z", "insulin": 4.5, "carbs": 45, "fat": 10,
              "enteredBy": "Loop", "syncIdentifier": "11111111-2222-4333-8444-555555555501"},
             {"eventType": "Temp Basal", "created_at": "2026-11-23T12:00:00Z", "duration": 30, "rate": 1.2, "amount": 0.6},
             {"eventType": "Temp Basal", "created_at": "2026-11-23T12:00:00Z", "duration": 30, "rate": 1.2},
             {"eventType": "BG Check", "created_at": "2026-11-23T12:00:00Z", "glucose": 5.5, "glucoseType": "Finger", "units": "mmol"},
             {"eventType": "Note", "created_at": "2026-11-23T12:00:00Z", "notes": "walk"}]
            """
        let batch = try NightscoutReader.treatments(Array(json.utf8), now: pushNow)
        #expect(
            batch.lines == [
                "HKQuantityInsulinDelivery 0-0 4.5 IU Loop HKInsulinDeliveryReason=2",
                "HKQuantityDietaryCarbohydrates 0-0 45 g Loop", "HKQuantityDietaryFatTotal 0-0 10 g Loop",
                "HKQuantityInsulinDelivery 0-1800 0.6 IU Nightscout HKInsulinDeliveryReason=1",
                "HKQuantityBloodGlucose 0-0 99.0857 mmol<180.1558800000541>/L Nightscout",
            ])
        // One UUID for one sample.
        #expect(batch.uuids.count == 1)
        #expect(batch.refusedPlaces == ["/2", "/4"])
    }

    @Test("The answer has every document with an identifier")
    func answer() throws {
        let json = "[{\"sgv\": 100, \"date\": 1795435200000}, {\"_id\": \"abc\", \"sgv\": 101}]"
        let answer = try NightscoutReader.answer(Array(json.utf8)) { _ in "new" }
        #expect(answer.text == "[{\"_id\":\"new\",\"sgv\":100,\"date\":1795435200000},{\"_id\":\"abc\",\"sgv\":101}]")
        let one = try NightscoutReader.answer(Array("{\"sgv\": 100}".utf8)) { _ in "new" }
        #expect(one.text == "[{\"_id\":\"new\",\"sgv\":100}]")
    }

    @Test("Hostile bodies are refused or read without a trap")
    func hostile() {
        for body in hostileBodies {
            let entries = try? NightscoutReader.entries(body, now: pushNow)
            #expect(entries?.samples.rows.isEmpty ?? true)
            let treatments = try? NightscoutReader.treatments(body, now: pushNow)
            #expect(treatments?.samples.rows.isEmpty ?? true)
        }
    }
}
