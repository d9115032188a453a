// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import OpenHealthTestBasics

/// The archive of a generated account with Garmin.
struct DemoGarmin {
    let account: DemoAccount

    /// The number of originals in an archive of the archive.
    private static let partSize = 25

    func files(_ activities: [DemoActivity], _ truth: inout DemoAccountTruth) -> [DemoAccount.File] {
        var originals: [(name: String, bytes: [UInt8])] = []
        for activity in activities {
            if DemoAccount.format(activity.index, .garmin) == nil {
                truth.count(activity, records: nil, isCutOff: false, isNamed: true)
            } else {
                let file = account.original(activity, &truth)
                originals.append(("person@example.org_\(file.path)", file.bytes))
            }
        }
        for day in account.days {
            let file = account.monitoring(day, &truth)
            originals.append(("person@example.org_\(file.path)", file.bytes))
        }
        var files: [DemoAccount.File] = []
        for (part, start) in stride(from: 0, to: originals.count, by: Self.partSize).enumerated() {
            let members = originals[start..<min(start + Self.partSize, originals.count)]
            files.append(
                (
                    "DI_CONNECT/DI-Connect-Uploaded-Files/UploadedFiles_0-_Part\(part + 1).zip",
                    DemoStoredZip.bytes(Array(members))
                ))
        }
        let summaries = activities.map(summary).joined(separator: ",\n")
        files.append(
            Self.document(
                "Fitness/person@example.org_0_summarizedActivities.json",
                "[{\"summarizedActivitiesExport\":[\(summaries)]}]"))
        return files + dailyFiles(&truth)
    }

    private static func document(_ path: String, _ text: String) -> DemoAccount.File {
        ("DI_CONNECT/DI-Connect-\(path)", Array(text.utf8))
    }

    private func summary(_ activity: DemoActivity) -> String {
        let (start, rates) = (activity.start * 1000, activity.rates)
        let fields: [(String, String)] = [
            ("activityId", "\(900_000 + activity.index)"), ("name", Self.quoted(activity.name)),
            ("activityType", Self.quoted(activity.sport.garmin)), ("beginTimestamp", "\(start)"),
            ("startTimeGmt", "\(start).0"), ("startTimeLocal", "\(start + DemoActivity.offset * 1000).0"),
            ("duration", "\(activity.timer * 1000).0"), ("elapsedDuration", "\(activity.elapsed * 1000).0"),
            ("distance", "\(activity.distance * 100).0"), ("calories", "\(Double(activity.energy) * 4.184)"),
            ("avgHr", "\(rates.average).0"), ("maxHr", "\(rates.maximum).0"), ("minHr", "\(rates.minimum).0"),
            ("splits", "[{\"measurements\":[{\"fieldEnum\":\"SUM_DISTANCE\",\"value\":\(activity.distance * 100)}]}]"),
        ]
        return "{\(fields.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ","))}"
    }

    private static func quoted(_ text: String) -> String { JSONValue.string(text).text }

    // MARK: Days

    private func dailyFiles(_ truth: inout DemoAccountTruth) -> [DemoAccount.File] {
        var (days, nights, weights): ([String], [String], [String]) = ([], [], [])
        for day in account.days {
            var random = SeededGenerator(seed: account.seed, stream: 43, index: UInt64(day))
            let midnight = day * 86_400 - DemoActivity.offset
            let rate = 45 + random.below(15)
            days.append(
                """
                {"calendarDate":"\(Self.local(day * 86_400).prefix(10))","totalSteps":\(random.below(20_000)),"restingHeartRate":\(rate),\
                "wellnessStartTimeGmt":"\(Self.local(midnight))"}
                """)
            // Noon of the person's day.
            truth.restingHeartRates.append(.init(time: midnight + 43_200, value: Double(rate)))
            let (start, end) = (midnight - 3600 + 60 * random.below(60), midnight + 21_600 + 60 * random.below(60))
            nights.append(
                """
                {"sleepStartTimestampGMT":"\(Self.local(start))","sleepEndTimestampGMT":"\(Self.local(end))","deepSleepSeconds":3600,\
                "awakeSleepSeconds":600}
                """)
            truth.nights.append(.init(start: start, end: end))
            if day % 3 == 0 {
                let grams = 70_000 + 50 * random.below(100)
                weights.append(
                    """
                    {"weight":{"weight":\(grams).0,"timestampGMT":\((midnight + 25_200) * 1000),"sourceType":"INDEX_SCALE"}}
                    """)
                truth.weights.append(.init(time: midnight + 25_200, value: Double(grams) / 1000))
            }
        }
        nights.append("{\"retro\":true,\"calendarDate\":\"2020-01-01\"}")
        func list(_ items: [String]) -> String { "[\(items.joined(separator: ",\n"))]" }
        return [
            Self.document("Aggregator/UDSFile_2025-01-01_2025-04-11.json", list(days)),
            Self.document("Wellness/2025-01-01_2025-04-11_1_sleepData.json", list(nights)),
            Self.document("Wellness/1_userBioMetrics.json", list(weights)),
            Self.document(
                "Metrics/TrainingReadinessDTO_20250101_20250411_1.json",
                "[{\"calendarDate\":\"2025-01-01\",\"timestamp\":\"2025-01-01T05:00:00.0\",\"score\":50}]"),
            ("DI_CONNECT/DI-Connect-User/user_profile.json", Array("{\"userName\":\"person@example.org\"}".utf8)),
        ]
    }

    /// Returns a time as Garmin writes it, without a zone.
    private static func local(_ seconds: Int) -> String {
        DemoTrackFile.instant(seconds).dropLast() + ".0"
    }
}

/// The archive of a generated account with Strava.
struct DemoStrava {
    let account: DemoAccount

    /// The number of columns of the table.
    private static let columns = 103

    func files(_ activities: [DemoActivity], _ truth: inout DemoAccountTruth) -> [DemoAccount.File] {
        var files: [DemoAccount.File] = []
        var rows = [header]
        for activity in activities {
            var path = ""
            if DemoAccount.format(activity.index, .strava) == nil {
                truth.count(activity, records: nil, isCutOff: false, isNamed: true)
            } else {
                let file = account.original(activity, &truth)
                path = "activities/\(file.path).gz"
                files.append((path, Gzip.packed(file.bytes)))
            }
            rows.append(row(activity, file: path))
        }
        let table = rows.map { $0.map(Self.quoted).joined(separator: ",") }.joined(separator: "\n") + "\n"
        return [("activities.csv", Array(table.utf8)), ("profile.csv", Array("Athlete ID,Email Address\n1,\n".utf8))]
            + files
    }

    private func row(_ activity: DemoActivity, file: String) -> [String] {
        var row = [String](repeating: "", count: Self.columns)
        let kilometres = DemoTrackFile.fixed(Double(activity.distance) / 1000, 2)
        (row[0], row[1], row[2]) = ("\(500_000 + activity.index)", date(activity.start), activity.name)
        row[3] = account.isGerman ? activity.sport.german : activity.sport.english
        row[4] = activity.index % 5 == 2 ? "A line\nand another, with a comma" : ""
        (row[5], row[6]) = ("\(activity.elapsed)", account.isGerman ? kilometres.replacing(".", with: ",") : kilometres)
        (row[7], row[9], row[12]) = ("\(activity.rates.maximum)", "false", file)
        (row[15], row[16], row[17]) = ("\(activity.elapsed).0", "\(activity.timer).0", "\(activity.distance).0")
        (row[30], row[31], row[34]) = (
            "\(activity.rates.maximum).0", "\(activity.rates.average).0", "\(activity.energy).0"
        )
        return row
    }

    private func date(_ seconds: Int) -> String {
        let text = DemoTrackFile.instant(seconds)
        let numbers = text.split { !$0.isNumber }.map(String.init)
        guard numbers.count == 6, let month = Int(numbers[1]), let day = Int(numbers[2]), let hour = Int(numbers[3])
        else {
            return text
        }
        let rest = "\(numbers[4]):\(numbers[5])"
        if account.isGerman { return "\(numbers[2]).\(numbers[1]).\(numbers[0]), \(numbers[3]):\(rest)" }
        let names = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let half = hour % 12 == 0 ? 12 : hour % 12
        return "\(names[month - 1]) \(day), \(numbers[0]), \(half):\(rest)\u{202F}\(hour < 12 ? "AM" : "PM")"
    }

    private var header: [String] {
        var names = (0..<Self.columns).map { account.isGerman ? "Spalte \($0)" : "Column \($0)" }
        let known =
            account.isGerman
            ? """
            Aktivitäts-ID,Aktivitätsdatum,Name der Aktivität,Aktivitätsart,Aktivitätsbeschreibung,Verstrichene Zeit,Distanz,\
            Max. Herzfrequenz,Relative Leistung,Pendeln,Hinweis zur Privatsphäre für Aktivitäten,Aktivitätsausrüstung,Dateiname,\
            Sportlergewicht,Fahrradgewicht,Verstrichene Zeit,Bewegungszeit,Distanz
            """
            : """
            Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Elapsed Time,Distance,Max Heart Rate,\
            Relative Effort,Commute,Activity Private Note,Activity Gear,Filename,Athlete Weight,Bike Weight,Elapsed Time,\
            Moving Time,Distance
            """
        for (index, name) in known.split(separator: ",").enumerated() { names[index] = String(name) }
        (names[30], names[31], names[34]) =
            account.isGerman
            ? ("Max. Herzfrequenz", "Durchschnittliche Herzfrequenz", "Kalorien")
            : ("Max Heart Rate", "Average Heart Rate", "Calories")
        names[80] = "<span class=\"translation_missing\" title=\"translation missing: steps\">Total Steps</span>"
        names[Self.columns - 1] = account.isGerman ? "Medien" : "Media"
        return names
    }

    private static func quoted(_ text: String) -> String {
        text.contains { ",\"\n".contains($0) } ? "\"\(text.replacing("\"", with: "\"\""))\"" : text
    }
}
