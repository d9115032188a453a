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
        ("{\"status\":200,\"result\":[{\"sgv\":112}]}", .nightscout),
        ("{\"status\":200,\"result\":{\"carbs\":1}}", .nightscout),
        ("{\"status\":200}", nil), ("{\"result\":[]}", nil), ("{\"status\":200,\"result\":[],\"x\":1}", nil),
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

    @Test func `answers of version 3 of Nightscout are read, one or several in a file`() throws {
        let entries = """
            {"status": 200, "result": [
             {"identifier": "a", "type": "sgv", "sgv": 112, "date": 1795435200000, "device": "sensor", "app": "xdrip", "srvModified": 1},
             {"identifier": "b", "type": "sgv", "sgv": 113, "date": 1795435500000, "device": "sensor", "app": "xdrip", "isValid": false},
             {"identifier": "c", "type": "sgv", "sgv": 5, "date": 1795435500000, "device": "sensor", "app": "xdrip"}]}
            """
        let treatments = """
            {"status": 200, "result": [{"identifier": "d", "eventType": "Carb Correction", "carbs": 12, "date": 1795435200000,
             "created_at": "2026-11-23T12:00:00.000Z", "app": "AAPS", "enteredBy": "x"}]}
            """
        let treatment = """
            {"status": 200, "result": {"identifier": "d", "eventType": "Carb Correction", "carbs": 12, "date": 1795435200000,
             "app": "AAPS", "enteredBy": "x"}}
            """
        let glucose = "HKQuantityBloodGlucose 0-0 112 mg/dL sensor"
        let carbs = "HKQuantityDietaryCarbohydrates 0-0 12 g x"
        for (file, lines, refused) in [
            (entries, [glucose], ["/result/2/sgv"]), (treatments, [carbs], []), (treatment, [carbs], []),
            (entries + "\n" + treatments, [glucose, carbs], ["/0/result/2/sgv"]),
            ("{\"status\": 200, \"result\": []}", [], []),
            ("[\(treatments), {\"sgv\": 112, \"date\": 1795435200000, \"device\": \"sensor\"}]", [carbs, glucose], []),
        ] {
            var file = file
            try file.withUTF8 { bytes in
                try PushFormat.eachDocument(of: bytes) { number, document in
                    let push = try #require(PushFormat.detected(document)).read(
                        document, aggregation: nil, now: pushNow)
                    #expect(number == nil && push.lines == lines && push.refusedPlaces == refused, "\(push.lines)")
                }
            }
        }
    }
}
