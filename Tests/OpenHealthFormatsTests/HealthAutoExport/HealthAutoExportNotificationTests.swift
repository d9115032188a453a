// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import TestTimeLimits
import Testing

@testable import OpenHealthFormats

/// Tests of Health Auto Export's notifications about the heart rate, and of sources.
@Suite(.timeLimit(.usual)) struct HealthAutoExportNotificationTests {
    private static func read(_ data: String) throws -> PushedBatch {
        var document = "{\"data\":{\(data)}}"
        return try document.withUTF8 { try HealthAutoExportReader.read($0, aggregation: .individual, now: pushNow) }
    }

    private static func notification(_ facts: String, source: String = "\"Watch\"") -> String {
        """
        "heartRateNotifications":[{"start":"2026-11-23 12:00:00 +0000","end":"2026-11-23 12:10:00 +0000","threshold":120,
        "source":\(source),\(facts)}]
        """
    }

    private static let timestamp = """
        "timestamp":{"start":"2026-11-23 12:02:00 +0000","end":"2026-11-23 12:03:00 +0000","interval":{"duration":60,"units":"s"}}
        """

    private static let event = "HKCategoryHighHeartRateEvent 0-600 0  Watch HKHeartRateEventThreshold=120.0 count/min"

    @Test func `readings of a notification are samples`() throws {
        let push = try Self.read(
            Self.notification(
                """
                "heartRate":[{"hr":130,"units":"bpm",\(Self.timestamp)}],
                "heartRateVariation":[{"hrv":40,"units":"ms",\(Self.timestamp)}]
                """))
        #expect(
            push.lines == [
                "HKQuantityHeartRate 120-180 130 count/min Watch",
                "HKQuantityHeartRateVariabilitySDNN 120-180 40 ms Watch", Self.event,
            ])
        #expect(push.refusals.entries == [] && push.warnings.entries == [])
    }

    @Test(arguments: ["1795435320.5", "817128120.5", "\"2026-11-23 12:02:00 +0000\"", "\"2026-11-23T12:02:00Z\""])
    func `readings of the list that the app sends are samples, with dates of each form`(date: String) throws {
        let push = try Self.read(
            Self.notification(
                """
                "heartNotification":"low_heart_rate_notification","heartRateData":[{"bpm":44,"date":\(date)}]
                """))
        let start = date.hasSuffix(".5") ? "120.5" : "120"
        #expect(push.lines.first == "HKQuantityHeartRate \(start)-\(start) 44 count/min Watch")
        #expect(push.lines.last?.hasPrefix("HKCategoryLowHeartRateEvent 0-600") == true)
        #expect(push.samples.newProvenances.first?.missing == .end)
        #expect(push.refusals.entries == [] && push.warnings.entries == [])
    }

    @Test func `an interval without an end states it by its duration`() throws {
        let push = try Self.read(
            Self.notification(
                """
                "heartRate":[{"hr":130,"timestamp":{"start":"2026-11-23 12:02:00 +0000","interval":{"duration":2,"units":"min"}}}]
                """))
        #expect(push.lines.first == "HKQuantityHeartRate 120-240 130 count/min Watch")
    }

    @Test func `readings that cannot be read are named`() throws {
        let push = try Self.read(
            Self.notification(
                """
                "heartRate":[{"hr":130,"timestamp":{}},{"units":"bpm",\(Self.timestamp)},127,{"hr":131,\(Self.timestamp)},
                {"hr":132,"date":5}],"heartRateVariation":"none"
                """))
        #expect(
            push.refusedPlaces
                == ["0/timestamp", "1", "2", "4/date"].map { "/data/heartRateNotifications/0/heartRate/\($0)" })
        #expect(push.warnings.entries.map(\.pointer) == ["/data/heartRateNotifications/0/heartRateVariation"])
        #expect(push.lines == ["HKQuantityHeartRate 120-180 131 count/min Watch", Self.event])
    }

    @Test(arguments: [
        ("high_heart_rate_notification", "HighHeartRateEvent"), ("Low Heart Rate", "LowHeartRateEvent"),
        ("irregular_rhythm_notification", "IrregularHeartRhythmEvent"), (" ", "HighHeartRateEvent"),
    ])
    func `a notification states its kind`(name: String, type: String) throws {
        let push = try Self.read(Self.notification("\"heartNotification\":\"\(name)\""))
        #expect(push.lines.first?.hasPrefix("HKCategory\(type) ") == true)
    }

    @Test(arguments: ["5", "true", "\"unheard\"", "{}", "[]"], ["heartNotification", "type"])
    func `an unknown kind is refused by its name, and the readings are kept`(kind: String, key: String) throws {
        let push = try Self.read(
            Self.notification("\"\(key)\":\(kind),\"heartRate\":[{\"hr\":44,\(Self.timestamp)}]"))
        #expect(push.lines == ["HKQuantityHeartRate 120-180 44 count/min Watch"])
        #expect(push.refusedPlaces == ["/data/heartRateNotifications/0/\(key)"])
        #expect(push.refusals.entries.map(\.reason) == ["\(key) is an unknown kind of notification"])
    }

    /// Readings that are no measurements, with the place and the reason of each refusal.
    private static let badReadings = [
        ("{\"bpm\":-5}", "/bpm", "bpm is negative"), ("{\"Avg\":-5}", "/Avg", "Avg is negative"),
        ("{\"hr\":0}", "/hr", "hr is 0"), ("{\"bpm\":\"80\"}", "/bpm", "bpm is not a number"),
        ("{\"Avg\":\"80,5\"}", "/Avg", "Avg is not a number"), ("{\"value\":true}", "/value", "value is not a number"),
        ("{\"bpm\":null}", "", "it has no number called hr, bpm, heartRate, qty, Avg, value"),
        ("\"80\"", "", "expected a JSON object"), ("-5", "", "the number is negative"),
    ]

    @Test(arguments: badReadings) func `a reading is refused by the name of its field`(
        reading: String, place: String, reason: String
    ) throws {
        let push = try Self.read(Self.notification("\"heartRateData\":[\(reading)]"))
        #expect(push.refusedPlaces == ["/data/heartRateNotifications/0/heartRateData/0" + place])
        #expect(push.refusals.entries.map(\.reason) == [reason])
        #expect(push.lines == [Self.event])
    }

    @Test(arguments: [
        ("\"timestamp\":{\"start\":\"x\"}", "/timestamp/start", "start is not a date"),
        ("\"date\":\"x\"", "/date", "date is not a date"),
        ("\"timestamp\":true", "/timestamp", "timestamp is not a date and has no start"),
        ("\"units\":\"bpm\"", "", "it has no date"),
    ])
    func `a date of a reading is refused by the name of its field`(fields: String, place: String, reason: String) throws
    {
        let push = try Self.read(Self.notification("\"heartRateVariation\":[{\"hrv\":40,\(fields)}]"))
        #expect(push.refusedPlaces == ["/data/heartRateNotifications/0/heartRateVariation/0" + place])
        #expect(push.refusals.entries.map(\.reason) == [reason])
    }

    // MARK: Sources

    @Test(arguments: [
        ("{\"name\":\"Watch\",\"identifier\":\"com.apple.health\"}", "Watch"), ("{\"sourceName\":\"Watch\"}", "Watch"),
        ("{\"identifier\":\"com.apple.health\"}", "com.apple.health"),
        ("[\"Watch\",{\"name\":\"Phone\"}]", "Watch|Phone"),
    ])
    func `a source can be an object or a list`(source: String, name: String) throws {
        let push = try Self.read(Self.notification("\"reason\":\"\"", source: source))
        #expect(push.samples.newProvenances.map(\.sourceName) == [name])
        #expect(push.warnings.entries == [])
        let metric = try Self.read(
            """
            "metrics":[{"name":"heart_rate","units":"bpm","data":[{"date":"2026-11-23 12:00:00 +0000","qty":60,
            "source":\(source)}]}]
            """)
        #expect(metric.samples.newProvenances.map(\.sourceName) == [name])
    }

    @Test(arguments: ["7", "{}", "{\"name\":5}", "[]"])
    func `a source without a name is named, and no update is suggested`(source: String) throws {
        let push = try Self.read(Self.notification("\"reason\":\"\"", source: source))
        #expect(push.samples.newProvenances.map(\.sourceName) == [HealthAutoExportReader.unnamedSource])
        let warning = try #require(push.warnings.entries.first)
        #expect(warning.pointer == "/data/heartRateNotifications/0/source" && !warning.remedy.contains("update"))
    }

    // MARK: Names in other languages

    private static func symptom(_ name: String, _ severity: String) -> String {
        """
        "symptoms":[{"start":"2026-11-23 12:00:00 +0000","end":"2026-11-23 12:00:00 +0000","name":"\(name)",
        "severity":"\(severity)","source":"S"}]
        """
    }

    private static func cycle(_ name: String, _ value: String) -> String {
        """
        "cycleTracking":[{"start":"2026-11-23 12:00:00 +0000","end":"2026-11-23 12:00:00 +0000","name":"\(name)",
        "value":"\(value)","source":"S"}]
        """
    }

    @Test(arguments: [
        ("Fatiga", "Moderado", "Fatigue 0-0 3"), ("Kopfschmerzen", "Leicht", "Headache 0-0 2"),
        ("Toux", "Sévère", "Coughing 0-0 4"), ("Febbre", "Presente", "Fever 0-0 0"),
        ("Calafrios", "Ausente", "Chills 0-0 1"), ("Misselijkheid", "Matig", "Nausea 0-0 3"),
        ("頭痛", "重度", "Headache 0-0 4"), ("두통", "없음", "Headache 0-0 1"), ("疲勞", "輕微", "Fatigue 0-0 2"),
        ("Changements d'appétit", "Augmenté", "AppetiteChanges 0-0 3"),
        ("Stimmungsschwankungen", "Vorhanden", "MoodChanges 0-0 0"),
    ])
    func `symptoms of phones in other languages are recognised`(name: String, severity: String, line: String) throws {
        let push = try Self.read(Self.symptom(name, severity))
        #expect(push.lines == ["HKCategory\(line)  S"])
        #expect(push.refusals.entries == [] && push.warnings.entries == [])
    }

    @Test(arguments: [
        ("Flujo Menstrual", "Pesado", "MenstrualFlow 0-0 4"), ("Menstruation", "Leicht", "MenstrualFlow 0-0 2"),
        ("Flusso mestruale", "Moderato", "MenstrualFlow 0-0 3"), ("月経", "なし", "MenstrualFlow 0-0 5"),
        ("Test d’ovulation", "Positif", "OvulationTestResult 0-0 2"),
        ("Zwangerschapstest", "Negatief", "PregnancyTestResult 0-0 1"),
        ("Muco cervical", "Clara de ovo", "CervicalMucusQuality 0-0 5"), ("피임", "경구", "Contraceptive 0-0 6"),
    ])
    func `entries of cycle tracking in other languages are recognised`(
        name: String, value: String, line: String
    ) throws {
        let push = try Self.read(Self.cycle(name, value))
        #expect(push.lines == ["HKCategory\(line)  S"])
        #expect(push.refusals.entries == [] && push.warnings.entries == [])
    }

    @Test func `protection is recognised in other languages, and another word is named`() throws {
        let known = try Self.read(Self.cycle("Actividad sexual", "Protección utilizada"))
        #expect(known.lines == ["HKCategorySexualActivity 0-0 0  S HKSexualActivityProtectionUsed=1"])
        let unknown = try Self.read(Self.cycle("Sexuelle Aktivität", "Blau"))
        #expect(unknown.lines == ["HKCategorySexualActivity 0-0 0  S"])
        #expect(unknown.warnings.entries.map(\.pointer) == ["/data/cycleTracking/0/value"])
    }

    @Test func `an unknown name is refused, and an unknown value is kept as written`() throws {
        let unknown = try Self.read(Self.symptom("Väsymys", "Mild"))
        #expect(unknown.lines == [] && unknown.refusedPlaces == ["/data/symptoms/0/name"])
        let kept = try Self.read(Self.symptom("Fatiga", "Kohtalainen"))
        #expect(kept.lines == ["HKCategoryFatigue 0-0 \"Kohtalainen\"  S"])
        #expect(kept.warnings.entries.map(\.pointer) == ["/data/symptoms/0/value"])
    }

    @Test(arguments: [
        ("\"\"", "/name", "it has an empty name"), ("\"  \"", "/name", "it has an empty name"),
        ("5", "/name", "name is not a text"), ("null", "", "it has no name"),
        ("\"Väsymys\"", "/name", "the name Väsymys is unknown"),
    ])
    func `a symptom or an entry is refused by what its name is`(name: String, place: String, reason: String) throws {
        for list in ["symptoms", "cycleTracking"] {
            let push = try Self.read(
                "\"\(list)\":[{\"start\":\"2026-11-23 12:00:00 +0000\",\"name\":\(name),\"severity\":\"Mild\"}]")
            #expect(push.refusedPlaces == ["/data/\(list)/0" + place])
            #expect(push.refusals.entries.map(\.reason) == [reason])
        }
    }

    @Test func `every name in other languages means one type, and every value a case of a type`() throws {
        for (table, isType) in [
            (HealthAutoExportTranslations.typeNames, true), (HealthAutoExportTranslations.caseNames, false),
        ] {
            for (name, meanings) in HealthAutoExportTranslations.names(table) {
                #expect(!name.isEmpty && (!isType || meanings.count == 1), "\(name) \(meanings)")
                for meaning in meanings {
                    if isType {
                        #expect(HealthTypes.matching(meaning)?.kind == .category, "\(meaning)")
                    } else {
                        let suffix = meaning.prefix(1).uppercased() + meaning.dropFirst()
                        let enums = HealthTypes.all.compactMap(\.valueEnum)
                        #expect(enums.contains { HealthEnums.rawValue(ofCase: $0 + suffix) != nil }, "\(meaning)")
                    }
                }
            }
        }
    }
}
