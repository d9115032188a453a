// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import Testing

@Suite("health add, show, delete and me")
struct AddShowDeleteTests {
    private static func add(_ arguments: [String], in home: Home) throws -> String {
        let result = try Tool.run(["add"] + arguments, in: home)
        #expect(result.status == 0, "\(arguments): \(result.errors)")
        let uuid = try #require(result.lines.first)
        #expect(UUID(uuidString: uuid) != nil)
        #expect(result.lines.count == 1)
        return uuid
    }

    private static func show(_ uuid: String, in home: Home) throws -> [String: Any] {
        let result = try Tool.run(["show", uuid, "--format", "json"], in: home)
        #expect(result.status == 0, "\(result.errors)")
        return try Parsed.object(result.output)
    }

    @Test("added entries are shown, listed and deleted")
    func roundTrip() throws {
        let home = try Home()
        let uuid = try Self.add(
            ["body_mass", "160", "lb", "--at", "2024-03-10T07:30", "--timezone", "Europe/Berlin"], in: home)
        let shown = try Self.show(uuid, in: home)
        #expect(shown["type"] as? String == "HKQuantityTypeIdentifierBodyMass")
        #expect(shown["start"] as? String == "2024-03-10T06:30:00Z")
        #expect(shown["end"] as? String == "2024-03-10T06:30:00Z")
        #expect(shown["originalValue"] as? Double == 160)
        #expect(shown["originalUnit"] as? String == "lb")
        #expect(abs((shown["value"] as? Double ?? 0) - 72.57) < 0.01)
        #expect(shown["source"] as? String == "health")
        #expect((shown["sourceVersion"] as? String)?.isEmpty == false)
        #expect(shown["timeZone"] as? String == "Europe/Berlin")
        let metadata = try #require(shown["metadata"] as? [String: Any])
        #expect(metadata["HKWasUserEntered"] as? String == "1")
        let text = try Tool.run(["show", uuid.lowercased(), "--timezone", "Asia/Tokyo"], in: home)
        for part in [
            uuid, "bodyMass (HKQuantityTypeIdentifierBodyMass)", "160 lb", "2024-03-10 15:30:00 +09:00", "health",
        ] {
            #expect(text.output.contains(part), "\(part)")
        }
        let csv = try Parsed.csv(try Tool.run(["show", uuid, "--format", "csv"], in: home).output)
        #expect(csv.contains(["sample", "uuid", uuid]))
        let listed = try Parsed.array(try Tool.run(["samples", "bodyMass", "--format", "json"], in: home).output)
        #expect(listed.compactMap { $0["uuid"] as? String } == [uuid])
        let deleted = try Tool.run(["delete", uuid], in: home)
        #expect(deleted.output == "deleted 1 sample\n")
        let gone = try Tool.run(["show", uuid], in: home)
        #expect(gone.status == 1)
        #expect(gone.errorLines.count == 1)
        #expect(try Tool.run(["samples", "bodyMass"], in: home).output == "no such samples\n")
        #expect(try Tool.run(["check"], in: home).status == 0)
    }

    @Test(
        "all kinds of entries can be added",
        arguments: [
            (["heartRate", "61"], "HKQuantityTypeIdentifierHeartRate"),
            (["appleSleepingWristTemperature", "-0.4", "degC"], nil),
            (["bodyTemperature", "98.6", "degF"], "HKQuantityTypeIdentifierBodyTemperature"),
            (["bloodGlucose", "90", "mg/dL"], "HKQuantityTypeIdentifierBloodGlucose"),
            (["headache", "severe", "--at", "-2h"], "HKCategoryTypeIdentifierHeadache"),
            (
                ["SLEEP_ANALYSIS", "asleepCore", "--at", "2024-03-09T23:10", "--end", "2024-03-10T06:40"],
                "HKCategoryTypeIdentifierSleepAnalysis"
            ),
            (
                ["mindfulSession", "notApplicable", "--at", "-1h", "--end", "now"],
                "HKCategoryTypeIdentifierMindfulSession"
            ),
            (["bloodPressure", "118/76"], "HKCorrelationTypeIdentifierBloodPressure"),
            (
                ["insulinDelivery", "4", "IU", "--metadata", "HKInsulinDeliveryReason=1"],
                "HKQuantityTypeIdentifierInsulinDelivery"
            ),
        ] as [([String], String?)])
    func kinds(_ arguments: [String], _ type: String?) throws {
        let home = try Home()
        let shown = try Self.show(try Self.add(arguments, in: home), in: home)
        if let type { #expect(shown["type"] as? String == type) }
        #expect(try Tool.run(["check"], in: home).status == 0)
    }

    @Test(
        "invalid input is refused in one line without the value, and creates no store",
        arguments: [
            (["bodyMass", "heavy"], "not a number"), (["bodyMass", "nan"], "not a number"),
            (["bodyMass", "4242", "mL"], "kg"),
            (["bodyMass", "4242", "florp"], "florp"), (["bodyMass", "4242", "kg/"], "position"),
            (["bodyMas", "4242"], "did you mean bodyMass"), (["headache", "sevre"], "did you mean severe"),
            (["headache", "42"], "notPresent"), (["headache", "mild", "kg"], "no unit"),
            (["bloodType", "aPositive"], "cannot be entered by hand"),
            (["bloodPressure", "4242"], "118/76"), (["bodyMass", "4242", "--at", "2024-02-30"], "2024-03-10"),
            (["bodyMass", "42.42", "--at", "2024-03-10", "--end", "2024-03-09"], "before the start"),
            (["bodyMass", "4242", "--timezone", "Europe/Berlim"], "Europe/Berlin"),
            (["insulinDelivery", "42.42", "IU"], "HKInsulinDeliveryReason"),
            (["bodyMass", "4242", "--metadata", "x"], "KEY=VALUE"), (["bodyMass"], "--help"),
        ])
    func refused(_ arguments: [String], _ hint: String) throws {
        let home = try Home()
        let result = try Tool.run(["add"] + arguments, in: home)
        #expect(result.status == 2, "\(result)")
        #expect(result.output.isEmpty)
        #expect(result.errorLines.count == 1)
        #expect(result.errors.hasPrefix("health: "))
        #expect(result.errors.contains(hint), "\(result.errors)")
        #expect(!result.errors.contains("4242"))
        #expect(!FileManager.default.fileExists(atPath: home.path(".local/share/openhealthkit/health.db")))
    }

    @Test("a micro prefix is read in either spelling", arguments: ["\u{b5}g", "\u{3bc}g", "mcg"])
    func micro(_ unit: String) throws {
        let home = try Home()
        let shown = try Self.show(try Self.add(["dietaryVitaminD", "20", unit], in: home), in: home)
        #expect(shown["originalUnit"] as? String == "mcg")
    }

    @Test(
        "common unit names, units without a space and percentages are read",
        arguments: [
            (["bodyMass", "70kg"], 70, "kg"), (["bodyMass", "154", "lbs"], 154, "lb"),
            (["bodyMass", "10", "st", "6", "lb"], 10 + 6.0 / 14, "st"),
            (["height", "5 ft 11 in"], 5 + 11.0 / 12, "ft"), (["heartRate", "61", "bpm"], 61, "count/min"),
            (["bloodGlucose", "5.5", "mmol/L"], 5.5, "mmol<180.1558800000541>/L"),
            (["bloodGlucose", "90", "mg/dl"], 90, "mg/dL"),
            (["bodyTemperature", "98.6", "F"], 98.6, "degF"), (["bodyTemperature", "37", "°C"], 37, "degC"),
            (["distanceWalkingRunning", "3", "miles"], 3, "mi"),
            (["dietaryEnergyConsumed", "250", "kcal"], 250, "kcal"),
            (["oxygenSaturation", "97", "%"], 0.97, "%"), (["oxygenSaturation", "97%"], 0.97, "%"),
            (["oxygenSaturation", "0.97"], 0.97, "%"),
            (["bodyFatPercentage", "30", "%"], 0.3, "%"), (["bloodAlcoholContent", "0.05", "%"], 0.0005, "%"),
            (["oxygenSaturation", "0.97", "%", "--anyway"], 0.0097, "%"),
            (["dietaryEnergyConsumed", "250", "cal", "--anyway"], 250, "cal"),
        ] as [([String], Double, String)])
    func typedUnits(_ arguments: [String], _ value: Double, _ unit: String) throws {
        let home = try Home()
        let shown = try Self.show(try Self.add(arguments, in: home), in: home)
        #expect(abs((shown["originalValue"] as? Double ?? .nan) - value) < 1e-9, "\(shown)")
        #expect(shown["originalUnit"] as? String == unit)
    }

    @Test(
        "impossible and ambiguous percentages are refused",
        arguments: [
            (["oxygenSaturation", "500", "%"], "100 %"), (["oxygenSaturation", "97"], "write 97 %"),
            (["oxygenSaturation", "-1", "%"], "100 %"),
            (["oxygenSaturation", "0.97", "%"], "--anyway"), (["dietaryEnergyConsumed", "250", "cal"], "kcal"),
            (["bloodPressure", "80/120"], "--anyway"), (["oxygenSaturation", "97", "kg"], "percentage"),
            (["bodyMass", "10", "st", "6"], "not a number"),
        ])
    func refusedQuantities(_ arguments: [String], _ hint: String) throws {
        let home = try Home()
        let result = try Tool.run(["add"] + arguments, in: home)
        #expect(result.status == 2, "\(result)")
        #expect(result.errorLines.count == 1)
        #expect(result.errors.contains(hint), "\(result.errors)")
    }

    @Test(
        "impossible values and dates are refused, and improbable ones need --anyway",
        arguments: [
            (["bodyMass", "-5", "st"], false), (["bodyMass", "0"], false), (["bodyMass", "99999"], false),
            (["heartRate", "-20"], false),
            (["stepCount", "-500"], false), (["oxygenSaturation", "200", "%"], false),
            (["bodyTemperature", "370"], false),
            (["bodyTemperature", "98.6"], false), (["bodyMass", "70", "--at", "1850-01-01"], false),
            (["heartRate", "20"], true),
            (["bodyMass", "400"], true), (["bloodPressure", "80/120"], true), (["height", "3", "ft"], true),
        ])
    func improbable(_ arguments: [String], _ canBeSaved: Bool) throws {
        let home = try Home()
        let result = try Tool.run(["add"] + arguments, in: home)
        #expect(result.status == 2, "\(result)")
        #expect(result.errorLines.count == 1)
        #expect(result.errors.contains("--anyway") == canBeSaved, "\(result.errors)")
        let again = try Tool.run(["add"] + arguments + ["--anyway"], in: home)
        #expect((again.status == 0) == canBeSaved, "\(again)")
    }

    @Test("tables show percentages, and JSON and CSV fractions")
    func percentages() throws {
        let home = try Home()
        for value in ["95.2", "97"] {
            _ = try Self.add(["oxygenSaturation", value, "%", "--at", "2024-03-10T12:00"], in: home)
        }
        let samples = try Tool.run(["samples", "oxygenSaturation"], in: home)
        #expect(samples.output.contains(" 95.2  %") && samples.output.contains(" 97  %"), "\(samples)")
        let listed = try Parsed.array(
            try Tool.run(["samples", "oxygenSaturation", "--format", "json"], in: home).output)
        #expect(listed.compactMap { $0["value"] as? Double }.sorted() == [0.952, 0.97])
        let day = ["statistics", "oxygenSaturation", "--every", "day"]
        let table = try Tool.run(day, in: home)
        #expect(
            table.output.contains("96.1") && table.output.contains("95.2") && !table.output.contains("0.95"), "\(table)"
        )
        let chart = try Tool.run(day + ["--chart"], in: home)
        #expect(chart.output.contains("95.2 96.1 97"), "\(chart)")
        let rows = try Parsed.array(try Tool.run(day + ["--format", "json"], in: home).output)
        #expect(abs((rows.first?["average"] as? Double ?? 0) - 0.961) < 1e-9)
        let explained = try Tool.run(["explain", "oxygenSaturation", "2024-03-10"], in: home)
        #expect(explained.output.contains("average 96.1 %"), "\(explained)")
        let summary = try Tool.run(["summary", "--on", "2024-03-10"], in: home)
        #expect(summary.output.contains("96.1"), "\(summary)")
    }

    @Test("delete is all or nothing")
    func deleteIsAtomic() throws {
        let home = try Home()
        let uuid = try Self.add(["bodyMass", "72"], in: home)
        let missing = UUID().uuidString
        let result = try Tool.run(["delete", uuid, missing], in: home)
        #expect(result.status == 1)
        #expect(result.errors.contains(missing))
        #expect(try Tool.run(["show", uuid], in: home).status == 0)
        #expect(try Tool.run(["delete", uuid, "nonsense"], in: home).status == 2)
    }

    @Test("characteristics are set and shown")
    func me() throws {
        let home = try Home()
        for (name, value) in [("bloodType", "aPositive"), ("date_of_birth", "1990-05-23"), ("biologicalSex", "FEMALE")]
        {
            #expect(try Tool.run(["me", "set", name, value], in: home).status == 0)
        }
        let rows = try Parsed.array(try Tool.run(["me", "--format", "json"], in: home).output)
        let facts = Dictionary(
            uniqueKeysWithValues: rows.map { ($0["type"] as? String ?? "", $0["value"] as? String ?? "") })
        #expect(facts["HKCharacteristicTypeIdentifierBloodType"] == "HKBloodTypeAPositive")
        #expect(facts["HKCharacteristicTypeIdentifierDateOfBirth"] == "1990-05-23")
        #expect(facts["HKCharacteristicTypeIdentifierBiologicalSex"] == "HKBiologicalSexFemale")
        #expect(try Tool.run(["me"], in: home).output.contains("aPositive"))
        for wrong in [
            ["bloodTyp", "aPositive"], ["bloodType", "zzz"], ["dateOfBirth", "2999-01-01"], ["stepCount", "4242"],
        ] {
            let result = try Tool.run(["me", "set"] + wrong, in: home)
            #expect(result.status == 2, "\(wrong)")
            #expect(result.errorLines.count == 1)
        }
    }
}
