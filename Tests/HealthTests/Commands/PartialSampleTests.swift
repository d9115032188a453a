// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import Testing

/// Tests of the figures of a source that an import and a push describe in different samples.
@Suite("Imported and pushed samples of one source")
struct PartialSampleTests {
    private static func steps(_ count: Int, _ from: String, _ to: String, _ source: String) -> String {
        MadeStore.record(
            "StepCount", "\(count)", "count", from: "2024-03-10 \(from) +0100", to: "2024-03-10 \(to) +0100",
            source: source)
    }

    /// Returns a store with an import and a push of the same steps in other samples, and a minute that only the push has.
    private static func home() throws -> Home {
        let home = try MadeStore.make([
            steps(100, "08:00:12", "08:04:50", "Ana’s Apple Watch"),
            steps(60, "09:00:00", "09:10:00", "Ana’s Apple Watch"),
            steps(40, "09:05:00", "09:15:00", "Ana’s iPhone"),
        ])
        let push = """
            {"data":{"metrics":[{"name":"step_count","units":"count","data":[
            {"date":"2024-03-10 08:00:00 +0100","qty":49.62,"source":"Ana’s Apple Watch"},
            {"date":"2024-03-10 08:02:00 +0100","qty":50.38,"source":"Ana’s Apple Watch"},
            {"date":"2024-03-10 09:00:00 +0100","end":"2024-03-10 09:10:00 +0100","qty":61.3,"source":"Ana’s Apple Watch"},
            {"date":"2024-03-10 10:00:00 +0100","end":"2024-03-10 10:01:00 +0100","qty":20.5,"source":"Ana’s Apple Watch"}
            ]}]}}
            """
        try push.write(to: home.file("push.json"), atomically: true, encoding: .utf8)
        let result = try Tool.run(
            ["ingest", home.path("push.json"), "--as", "health-auto-export", "--aggregation", "none"], in: home)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("4 samples added"))
        return home
    }

    @Test("an explanation names the pushed samples that do not count, and why")
    func explanation() throws {
        let home = try Self.home()
        let text = try Tool.run(["explain", "stepCount", "2024-03-10"], in: home).output
        #expect(
            text.replacing("’", with: "'") == """
                stepCount from 2024-03-10 00:00:00 +01:00 to 2024-03-11 00:00:00 +01:00 (Europe/Berlin)
                total 200.500 count

                Where sources have data for the same time, the one that ranks best counts.
                To change the order: health sources --rank stepCount NAME...
                rank  source             reason
                   1  Ana's Apple Watch  Apple Watch
                   2  Ana's iPhone       iPhone

                source             samples  counted  left out  why
                Ana's Apple Watch        3  180.500   161.300  pushed; its better-informed samples count
                Ana's iPhone             1   20.000    20.000  covered by Ana's Apple Watch

                from                 to        source              amount  samples  left out
                2024-03-10 08:00:12  08:04:50  Ana's Apple Watch  100.000        1  Ana's Apple Watch: 100.000 (pushed; its better-informed samples count)
                2024-03-10 09:00:00  09:10:00  Ana's Apple Watch   60.000        1  Ana's Apple Watch: 61.300 (pushed; its better-informed samples count), Ana's iPhone: 20.000
                2024-03-10 09:10:00  09:15:00  Ana's iPhone        20.000        1
                2024-03-10 10:00:00  10:01:00  Ana's Apple Watch   20.500        1

                180.500 (Ana's Apple Watch) + 20.000 (Ana's iPhone) = 200.500 count

                """)
        let object = try Parsed.object(
            try Tool.run(["explain", "stepCount", "2024-03-10", "--format", "json"], in: home).output)
        let stretches = object["stretches"] as? [[String: Any]] ?? []
        let leftOut = stretches.flatMap { $0["leftOut"] as? [[String: Any]] ?? [] }
        #expect(leftOut.compactMap { $0["reason"] as? String } == ["betterInformed", "betterInformed", "betterSource"])
        #expect(leftOut.compactMap { $0["samples"] as? Int } == [2, 1, 1])
    }

    @Test("explanations of averages and of sleep state the pushed samples that do not count")
    func averages() throws {
        let (rate, sleep) = ("HKQuantityTypeIdentifierHeartRate", "HKCategoryTypeIdentifierSleepAnalysis")
        let home = try MadeStore.make([
            MadeStore.record(
                "HeartRate", "60", "count/min", from: "2024-03-10 08:00:00 +0100", to: "2024-03-10 08:05:00 +0100",
                source: "Watch"),
            "<Record type=\"\(sleep)\" value=\"HKCategoryValueSleepAnalysisAsleepCore\" sourceName=\"Watch\" "
                + "startDate=\"2024-03-10 01:00:00 +0100\" endDate=\"2024-03-10 02:00:00 +0100\"/>",
        ])
        let push = """
            {"data":{"metrics":[{"name":"heart_rate","units":"bpm","data":[
            {"date":"2024-03-10 08:02:00 +0100","qty":90,"source":"Watch"},
            {"date":"2024-03-10 10:00:00 +0100","qty":70,"source":"Watch"}]},
            {"name":"sleep_analysis","units":"hr","data":[
            {"startDate":"2024-03-10 01:00:00 +0100","endDate":"2024-03-10 01:30:00 +0100","value":"Core","source":"Watch"},
            {"startDate":"2024-03-10 01:30:00 +0100","endDate":"2024-03-10 02:00:00 +0100","value":"Deep","source":"Watch"}]}]}}
            """
        try push.write(to: home.file("push.json"), atomically: true, encoding: .utf8)
        let ingest = ["ingest", home.path("push.json"), "--as", "health-auto-export", "--aggregation", "none"]
        #expect(try Tool.run(ingest, in: home).status == 0)
        for (name, type, line, count) in [
            ("heartRate", rate, "Watch: 1 sample", 1), ("sleepAnalysis", sleep, "Watch: 2 samples, 1:00:00", 2),
        ] {
            let text = try Tool.run(["explain", name, "2024-03-10"], in: home).output
            #expect(text.contains("better-informed samples of the same source count"), "\(text)")
            #expect(text.hasSuffix("\(line)\n"), "\(text)")
            let result = try Tool.run(["explain", name, "2024-03-10", "--format", "json"], in: home)
            #expect(try JSONSchema(named: "explain").faults(result.output) == [])
            let object = try Parsed.object(result.output)
            #expect(object["type"] as? String == type)
            let left = object["leftOut"] as? [[String: Any]] ?? []
            #expect(left.compactMap { $0["samples"] as? Int } == [count])
            #expect(left.compactMap { $0["reason"] as? String } == ["betterInformed"])
        }
        let plain = try Tool.run(["explain", "heartRate", "2024-03-11"], in: home).output
        #expect(!plain.contains("better-informed"))
    }

    @Test("an explanation states how many readings have no end and count for their minute")
    func minuteReadings() throws {
        let home = try MadeStore.make([
            MadeStore.record(
                "HeartRate", "60", "count/min", from: "2024-03-10 08:00:00 +0100", to: "2024-03-10 08:05:00 +0100",
                source: "Watch")
        ])
        let points = (0..<2).flatMap { minute in
            [("Watch", 22), ("iPhone", 20)].map { source, count in
                "{\"date\":\"2024-03-10 08:0\(minute):\(count) +0100\",\"qty\":\(count),\"source\":\"\(source)\"}"
            }
        }
        let push = """
            {"data":{"metrics":[{"name":"step_count","units":"count","data":[\(points.joined(separator: ","))]}]}}
            """
        try push.write(to: home.file("push.json"), atomically: true, encoding: .utf8)
        let ingest = ["ingest", home.path("push.json"), "--as", "health-auto-export", "--aggregation", "none"]
        #expect(try Tool.run(ingest, in: home).status == 0)
        #expect(try Tool.run(["sources", "--rank", "stepCount", "Watch", "iPhone"], in: home).status == 0)
        let text = try Tool.run(["explain", "stepCount", "2024-03-10"], in: home).output
        #expect(text.contains("4 readings have a date and no end, and count for the minute of the date.\n"), "\(text)")
        #expect(text.hasSuffix("\n44 (Watch) = 44 count\n"), "\(text)")
        let json = try Tool.run(["explain", "stepCount", "2024-03-10", "--format", "json"], in: home).output
        #expect(try JSONSchema(named: "explain").faults(json) == [])
        let object = try Parsed.object(json)
        #expect(object["total"] as? Double == 44 && object["minuteReadings"] as? Int == 4)
    }

    @Test("statistics by source have one row for the source")
    func bySource() throws {
        let home = try Self.home()
        let arguments = ["statistics", "stepCount", "--by-source", "--every", "day", "--functions", "sum,count"]
        #expect(
            try Tool.run(arguments, in: home).output.replacing("’", with: "'") == """
                start       source               sum  count  unit
                2024-03-10                     200.5      4  count
                            Ana's Apple Watch  180.5      3  count
                            Ana's iPhone          40      1  count

                """)
    }
}
