// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import TestTimeLimits
import Testing

@testable import OpenHealthFormats

@Suite("The formats of pushes", .timeLimit(.usual)) struct PushFormatTests {
    private static let documents: [(String, PushFormat?)] = [
        ("{\"data\":{\"metrics\":[{\"name\":\"step_count\"", .healthAutoExport),
        ("{\"data\":{\"workouts\":[{\"name\":\"Run\",\"start\":\"x\"}]}}", .healthAutoExport),
        ("{\"data\":{\"symptoms\":[]}}", .healthAutoExport),
        ("{\"provider\":\"apple\",\"data\":{\"records\":[],\"sleep\":[],\"workouts\":[]}}", .openWearables),
        ("{\"data\":{\"workouts\":[{\"type\":\"running\",\"startDate\":\"x\"}]}}", .openWearables),
        ("{\"data\":{\"records\":[]}}", .openWearables),
        ("{\"timestamp\":\"x\",\"app_version\":\"1\",\"steps\":[{}]}", .healthConnectWebhook),
        ("{\"heartRate\":[{}]}", .healthConnectWebhook), ("{\"bone_mass\":[{}]}", .healthConnectWebhook),
        ("{\"type\":\"health_data.synced\",\"data\":{\"appVersion\":\"1\",\"records\":[]}}", .healthConnectWebhook),
        ("[{\"sgv\":112}]", .nightscout), ("{\"eventType\":\"Meal Bolus\"}", .nightscout),
        ("{\"name\":\"x\"}", nil), ("no JSON", nil), ("", nil), ("{\"data\":{}}", nil),
    ]

    @Test(arguments: documents) func `the content of a document tells its format`(document: String, format: PushFormat?)
    {
        var document = document
        #expect(document.withUTF8 { PushFormat.detected($0) } == format)
    }

    @Test(arguments: [
        ("{\"steps\":[]}", ["{\"steps\":[]}"]), ("{\"a\":1}\n {\"b\":\"}\"}\n", ["{\"a\":1}", "\n {\"b\":\"}\"}"]),
        ("{\"a\":1} {\"b\"", ["{\"a\":1}", " {\"b\""]), ("{\"a\":1} x", ["{\"a\":1}", " x"]), ("", [""]),
        ("no JSON", ["no JSON"]),
        ("{\"sgv\":1}\n{\"sgv\":2}\n", ["[{\"sgv\":1},\n{\"sgv\":2}]"]), ("[{\"sgv\":1}]", ["[{\"sgv\":1}]"]),
        ("[{\"sgv\":1}] [{\"sgv\":2}]", ["[{\"sgv\":1}]", " [{\"sgv\":2}]"]),
    ])
    func `a file can have several documents`(file: String, documents: [String]) {
        var (file, found) = (file, [String]())
        file.withUTF8 { bytes in
            PushFormat.eachDocument(of: bytes) { number, document in
                #expect(number == nil || number == found.count + 1)
                found.append(String(decoding: document, as: UTF8.self))
            }
        }
        #expect(found == documents)
    }

    @Test func `every format is read`() throws {
        for format in PushFormat.allCases {
            var document =
                switch format {
                case .healthAutoExport:
                    """
                    {"data":{"metrics":[{"name":"step_count","units":"count","data":[{"date":"2026-11-23 12:00:00 +0000","qty":3}]}]}}
                    """
                case .healthConnectWebhook: "{\"steps\": [{\"count\": 3, \"time\": \"2026-11-23T12:00:00Z\"}]}"
                case .openWearables:
                    """
                    {"provider": "google", "data": {"records": [{"type": "STEP_COUNT", "startDate": "2026-11-23T12:00:00Z",
                     "endDate": "2026-11-23T12:00:00Z", "value": 3, "unit": "count"}]}}
                    """
                case .nightscout: "[{\"type\": \"sgv\", \"sgv\": 112, \"date\": 1795435200000}]"
                }
            let push = try document.withUTF8 { bytes in
                try PushFormat.detected(bytes)?.read(bytes, aggregation: .individual, now: pushNow)
            }
            #expect(push?.samples.rows.count == 1, "\(format)")
        }
    }
}
