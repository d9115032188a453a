// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@testable import OpenHealthFormats

@Suite("Conditions of Nightscout's clients") struct NightscoutFindTests {
    private static let documents = [
        #"{"_id": "1", "eventType": "Meal Bolus", "carbs": 20, "enteredBy": "Trio", "created_at": "2026-11-20T10:00:00.000Z"}"#,
        #"{"_id": "2", "eventType": "Carb Correction", "carbs": 12, "enteredBy": "xdrip", "created_at": "2026-11-20T11:00:00Z", "#
            + #""uuid": "u", "timestamp": 1795172400000}"#,
        #"{"_id": "3", "eventType": "Temp Basal", "rate": 1.5, "created_at": "2026-11-20T12:00:00Z", "carbs": null}"#,
        #"{"_id": "4", "eventType": "Sensor Start", "notes": "", "isValid": true, "created_at": "2026-11-20T13:00:00Z", "#
            + #""boluscalc": {"foods": {"_id": "f"}}}"#,
    ]

    private static func found(_ query: String) throws -> String {
        let parameters = query.split(separator: "&").map { parameter in
            let parts = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (name: String(parts[0]), value: parts.count > 1 ? String(parts[1]) : "")
        }
        let selection = try NightscoutFind(parameters).selection
        return documents.compactMap { JSONValue($0) }.filter(selection.matches).compactMap { $0["_id"]?.string }
            .joined()
    }

    @Test(arguments: [
        ("", "1234"), ("count=5", "1234"), ("find[_id]=2", "2"), ("find[uuid]=u", "2"), ("find[uuid]=v", ""),
        ("find[carbs][$exists]=true", "12"), ("find[carbs][$exists]=false", "34"),
        ("find[carbs][$exists]=true&find[enteredBy][$ne]=Trio", "2"), ("find[enteredBy][$ne]=Trio", "234"),
        ("find[enteredBy][$ne]=Trio&find[enteredBy][$ne]=xdrip", "34"),
        ("find[$and][0][enteredBy][$ne]=Trio&find[$and][1][enteredBy][$ne]=xdrip&find[carbs][$exists]=false", "34"),
        ("find[$or][0][uuid][$eq]=u&find[$or][1][rate][$gt]=1", "23"),
        ("find[$or][0][uuid][$eq]=u&find[$or][0][carbs]=99&find[$or][1][rate]=1.5", "3"),
        ("find[created_at][$gte]=2026-11-20T11:00:00Z", "234"),
        ("find[created_at][$gt]=2026-11-20T12:00:00.000+0100", "34"),
        ("find[created_at][$lte]=2026-11-20T10:00:00Z", "1"), ("find[created_at][$lt]=2026-11-20T10:00:00Z", ""),
        ("find[created_at][$eq]=2026-11-20T12:00:00.000Z", "3"), ("find[created_at][$gte]=2026-11-20", "1234"),
        ("find[timestamp][$gte]=2026-11-20T11:00:00Z", "2"), ("find[timestamp]=1795172400000", "2"),
        ("find[carbs][$gte]=13", "1"), ("find[carbs][$lt]=13", "2"), ("find[carbs][$gte]=x", ""),
        ("find[carbs][$in][]=12&find[carbs][$in][]=13", "2"), ("find[carbs][$in][0]=20", "1"),
        ("find[_id][$nin][]=1&find[_id][$nin][]=2", "34"), ("find[isValid]=true", "4"),
        ("find[boluscalc.foods._id]=f", "4"), ("find[eventType]=/Sensor Start|Sensor Change/", "4"),
        ("find[eventType]=/bolus$/i", "1"), ("find[eventType][$ne]=/^Temp/", "124"),
        ("find[enteredBy]=nan", ""), ("find[_id][$ne]=1e400", "1234"), ("find[notes][$in][]=0x10", ""),
        ("find[created_at][$gte]=2026-11", "1234"), ("find[created_at]=Invalid Date", ""),
        ("find[carbs][$lt]=1.3e1", "2"), ("find[carbs][$lte]=undefined", ""),
    ])
    func `conditions select documents`(query: String, found: String) throws {
        #expect(try Self.found(query) == found, "\(query)")
    }

    @Test(arguments: [
        "find", "find=x", "find[carbs][$where]=1", "find[$where]=1", "find[$nor][0][carbs]=1", "find[$or]=1",
        "find[$or][0]=1", "find[$or][0][$where]=1", "find[carbs][$not][$gt]=1", "find[carbs][$gt][$lt]=1", "find[]=1",
        "find[carbs=1", "find[carbs]x=1", "find[eventType]=/a.*b/", "find[eventType]=/(a+)+/", "find[eventType]=/a/g",
    ])
    func `a condition that is not understood is refused`(query: String) {
        #expect(throws: NightscoutFind.NotUnderstood.self, "\(query)") { try Self.found(query) }
    }

    private static let wrongNumbers = [
        "NaN", "nan", "-nan", "snan", "nan(1)", "inf", "-Infinity", "1e400", "0x10", "0x1p4",
    ]

    @Test(arguments: wrongNumbers)
    func `a number in a condition is finite and decimal`(number: String) {
        for name in [
            "find[date]", "find[carbs]", "find[sgv][$gte]", "find[date][$lte]", "find[carbs][$in][]",
            "find[rate][$nin][1]",
            "find[srvCreated]", "find[created_at][$ne]", "find[unknown]", "find[$or][0][carbs]",
        ] {
            let error = #expect(throws: NightscoutFind.NotUnderstood.self, "\(name)") {
                try NightscoutFind([(name, number)])
            }
            #expect(error?.parameter == name)
        }
        for name in ["date$eq", "srvModified$gte", "carbs", "sgv$in", "carbs$nin", "date$ne"] {
            for value in name.hasSuffix("in") ? ["1|\(number)"] : [number, "'\(number)'"] {
                let error = #expect(throws: NightscoutFind.NotUnderstood.self, "\(name)") {
                    try NightscoutFind(version3: [(name, value)])
                }
                #expect(error?.parameter == name)
            }
        }
    }

    @Test(arguments: ["Invalid Date", "undefined", "null", "", "20-11-2026"])
    func `a date is later or earlier only than another date`(text: String) {
        for rule in ["gt", "gte", "lt", "lte"] {
            #expect(throws: NightscoutFind.NotUnderstood.self) {
                try NightscoutFind([("find[created_at][$\(rule)]", text)])
            }
            #expect(throws: NightscoutFind.NotUnderstood.self) {
                try NightscoutFind(version3: [("srvModified$\(rule)", text)])
            }
        }
    }

    @Test(arguments: ["NaN", "0x10", "inf", "Invalid Date", ""])
    func `a document whose date is none is neither earlier nor later than a date`(text: String) throws {
        let document = try #require(JSONValue("{\"date\": \"\(text)\"}"))
        for rule in ["$eq", "$lt", "$lte", "$gt", "$gte"] {
            let dates = try NightscoutFind([("find[date][\(rule)]", "1795172400000")]).selection
            #expect(!dates.matches(document), "\(rule)")
        }
    }

    @Test func `dates limit the search, and an identifier names the document`() throws {
        let find = try NightscoutFind([
            ("find[created_at][$gte]", "2026-11-20T00:00:00Z"), ("find[created_at][$lte]", "2026-11-21T00:00:00Z"),
            ("find[_id]", "x"),
        ])
        let day = 86_400.0
        #expect(find.selection.dates == 1_795_132_800 - day...1_795_132_800 + 2 * day)
        #expect(find.selection.name == "x")
        let none = try NightscoutFind([("find[date][$gte]", "1795172400000"), ("find[date][$lte]", "1")]).selection
        #expect(none.dates.lowerBound == none.dates.upperBound)
        for (name, value, includesSamples) in [
            ("find[uuid]", "u", false), ("find[notes][$exists]", "true", false),
            ("find[notes][$exists]", "false", true),
            ("find[notes][$ne]", "x", true), ("find[carbs][$gt]", "1", true),
        ] {
            #expect(try NightscoutFind([(name, value)]).selection.includesSamples == includesSamples, "\(name)")
        }
    }
}
