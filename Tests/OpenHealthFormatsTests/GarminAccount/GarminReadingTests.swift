// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@testable import OpenHealthFormats

/// The documents of an account with Garmin about nights, drinks, blood pressures, the oxygen uptake and scores.
@Suite struct GarminReadingTests {
    /// Midnight of 2024-06-14 in UTC.
    private static let midnight = FITWriter.epochStart - 25_200

    private static func json(_ name: String, _ text: String) -> HandMadeZip.Member {
        .init("DI_CONNECT/" + name, Array(text.utf8))
    }

    private func account(_ members: HandMadeZip.Member...) throws -> ReadImport {
        let folder = try TemporaryFolder()
        return try ReadImport(folder.write("account.zip", HandMadeZip(members).bytes))
    }

    private func periods(_ records: [ReadImport.Record]) -> [[Double]] {
        records.map { [$0.start - Self.midnight, $0.end - Self.midnight, $0.value] }
    }

    private static let nights = json(
        "DI-Connect-Wellness/1_sleepData.json",
        """
        [{"calendarDate":"2024-06-14","sleepStartTimestampGMT":"2024-06-13T22:00:00.0","sleepEndTimestampGMT":"2024-06-14T05:30:00.0",
        "averageRespiration":14.0,"spo2SleepSummary":{"averageSPO2":95.0,"lowestSPO2":88},"sleepScores":{"overallScore":81}}]
        """)
    private static let status = json(
        "DI-Connect-Wellness/1_healthStatusData.json",
        """
        [{"calendarDate":"2024-06-14","metrics":[{"type":"HRV","value":48.0,"baselineUpperLimit":60},{"type":"HR","value":50},
        {"type":"SPO2","value":94.0},{"type":"SKIN_TEMP_C","value":0.2},{"type":"RESPIRATION","value":13.5}]},
        {"calendarDate":"2024-06-15","metrics":[{"type":"HRV","value":51.0},{"type":"SPO2","value":0}]}]
        """)

    @Test func averagesOfNightsAreReadingsOfTheirNight() throws {
        let read = try account(Self.nights, Self.status)
        // The second night has no document of its own, so that its average is at noon.
        #expect(
            periods(read.records(.heartRateVariabilityRMSSD)) == [[-7200, 19_800, 48], [129_600, 129_600, 51]])
        #expect(periods(read.records(.respiratoryRate)) == [[-7200, 19_800, 14]])
        #expect(periods(read.records(.oxygenSaturation)) == [[-7200, 19_800, 0.95]])
        let score = read.all.filter { $0.type == "OpenHealthKitQuantityTypeIdentifierGarminSleepScore" }
        #expect(periods(score) == [[-7200, 19_800, 81]])
        #expect(read.diagnostics == [] && read.tally.skippedFiles == [])
        // Neither the difference of the temperature of the skin nor the lowest heart rate has a type here.
        #expect(read.records(.restingHeartRate) == [] && read.records(.heartRate) == [])
    }

    @Test func averagesDoNotRepeatTheReadingsOfFiles() throws {
        var writer = FITWriter()
        writer.addFileID(type: 32)
        writer.add(371, local: 1, .time(FITWriter.start - 20_000), .u16(0, 5184))
        writer.add(297, local: 2, .time(FITWriter.start + 50_000), .s16(0, 1450))
        let files = HandMadeZip.Member(
            "DI_CONNECT/DI-Connect-Uploaded-Files/UploadedFiles_0-_Part1.zip",
            HandMadeZip([.init("a.fit", writer.file())]).bytes)
        let read = try account(Self.nights, Self.status, files)
        #expect(read.records(.heartRateVariabilityRMSSD).map(\.value) == [40.5, 51])
        // The breaths of the file are those of the next evening.
        #expect(read.records(.respiratoryRate).map(\.value) == [14.5, 14])
    }

    @Test func drinksThatWereTakenBackDoNotCount() throws {
        let read = try account(
            Self.json(
                "DI-Connect-Aggregator/HydrationLogFile_2024-06-01_2024-09-09.json",
                """
                [{"calendarDate":"2024-06-14","persistedTimestampGMT":"2024-06-14T08:00:00.0","valueInML":250.0,"uuid":{"uuid":"a"}},
                {"calendarDate":"2024-06-14","persistedTimestampGMT":"2024-06-14T08:00:00.0","valueInML":250.0,"uuid":{"uuid":"a"}},
                {"calendarDate":"2024-06-14","persistedTimestampGMT":{"date":"2024-06-14T09:00:00.0"},"valueInML":500,"uuid":{"uuid":"b"}},
                {"calendarDate":"2024-06-14","persistedTimestampGMT":"2024-06-14T09:01:00.0","valueInML":-600,"uuid":{"uuid":"c"}},
                {"calendarDate":"2024-06-14","persistedTimestampGMT":"2024-06-14T18:00:00.0","valueInML":null,
                "estimatedSweatLossInML":700,"activityId":5}]
                """))
        #expect(periods(read.records(.dietaryWater)) == [[28_800, 28_800, 150]])
    }

    @Test func bloodPressuresHaveTheTimeOfTheLocalClock() throws {
        func document(_ sequence: String) -> HandMadeZip.Member {
            Self.json(
                "DI-Connect-Wellness/BloodPressureFile_2024-01-01_2025-01-01.json",
                """
                [{"version":1,"metaData":{"calendarDate":[2024,6,14,8,58,46,6000000],"sequence":\(sequence)},
                "bloodPressure":{"systolic":118,"diastolic":76,"pulse":61,"multiMeasurement":false}},
                {"metaData":{"calendarDate":[2024,13,1,0,0]},"bloodPressure":{"systolic":118,"diastolic":76}}]
                """)
        }
        // It was written ten seconds after 06:58:46 UTC, and a day later.
        let written = Int(Self.midnight) * 1000 + (6 * 3600 + 58 * 60 + 56) * 1000
        for (member, others, seconds) in [
            (document("\(written)"), [], 25_126), (document("\(written + 86_400_000)"), [], 32_326),
            (
                document("null"),
                [
                    Self.json(
                        "DI-Connect-Aggregator/UDSFile_1.json",
                        "[{\"calendarDate\":\"2024-06-14\",\"wellnessStartTimeGmt\":\"2024-06-13T20:00:00.0\"}]")
                ], 17_926
            ),
        ] as [(HandMadeZip.Member, [HandMadeZip.Member], Double)] {
            let folder = try TemporaryFolder()
            let read = try ReadImport(folder.write("account.zip", HandMadeZip([member] + others).bytes))
            guard case .correlation(let pressure)? = read.items.first else {
                Issue.record("there is no blood pressure")
                continue
            }
            #expect(read.items.count == 1 && pressure.members.map(\.row.value) == [118, 76])
            #expect(pressure.sample.start - Self.midnight == seconds)
            #expect(periods(read.records(.heartRate)) == [[seconds, seconds, 61]])
        }
    }

    @Test func theOxygenUptakeAndScoresHaveTheirTypes() throws {
        let read = try account(
            Self.json(
                "DI-Connect-Metrics/MetricsMaxMetData_1.json",
                """
                [{"calendarDate":"2024-06-14","sport":"RUNNING","vo2MaxValue":47.0,"maxMet":13.4},
                {"calendarDate":"2024-06-14","sport":"CYCLING","vo2MaxValue":51.0},{"calendarDate":"2024-06-15","vo2MaxValue":null}]
                """),
            Self.json(
                "DI-Connect-Metrics/TrainingReadinessDTO_1.json",
                """
                [{"calendarDate":"2024-06-14","timestamp":"2024-06-14T05:00:00.0","score":62,"level":"MODERATE"},{"score":50}]
                """),
            Self.json(
                "DI-Connect-Metrics/MetricsAcuteTrainingLoad_1.json",
                "[{\"calendarDate\":\"2024-06-14\",\"dailyTrainingLoadAcute\":512}]"))
        #expect(periods(read.records(.vo2Max)) == [[43_200, 43_200, 47], [43_200, 43_200, 51]])
        func scores(_ name: String) -> [[Double]] {
            periods(read.all.filter { $0.type == "OpenHealthKitQuantityTypeIdentifier" + name })
        }
        #expect(scores("GarminTrainingReadiness") == [[18_000, 18_000, 62]])
        #expect(scores("GarminAcuteTrainingLoad") == [[43_200, 43_200, 512]])
        #expect(read.tally.skippedFiles == [] && read.diagnostics.count == 1)
        #expect(read.diagnostics.first?.file.hasSuffix("TrainingReadinessDTO_1.json") == true)
    }

    @Test func scoresOfZeroOrLessAreNamed() throws {
        let night = """
            [{"calendarDate":"2024-06-14","sleepStartTimestampGMT":"2024-06-13T22:00:00.0",
            "sleepEndTimestampGMT":"2024-06-14T05:30:00.0","sleepScores":{"overallScore":-1}}]
            """
        let files = [
            ("DI-Connect-Wellness/1_sleepData.json", night),
            (
                "DI-Connect-Metrics/TrainingReadinessDTO_1.json",
                "[{\"calendarDate\":\"2024-06-14\",\"score\":0},{\"calendarDate\":\"2024-06-15\",\"score\":-2}]"
            ),
            (
                "DI-Connect-Metrics/MetricsAcuteTrainingLoad_1.json",
                "[{\"calendarDate\":\"2024-06-14\",\"dailyTrainingLoadAcute\":0}]"
            ),
        ]
        for ((name, text), count) in zip(files, [1, 2, 1]) {
            let read = try account(Self.json(name, text))
            #expect(!read.all.contains { $0.type.hasPrefix("OpenHealthKit") }, "\(name)")
            #expect(read.diagnostics.map(\.reason) == ["scores of 0 or less were left out: \(count)"], "\(name)")
            #expect(read.diagnostics.first?.file.hasSuffix(name) == true)
        }
    }
}
