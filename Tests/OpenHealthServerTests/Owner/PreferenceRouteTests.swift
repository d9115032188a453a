// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import TestTimeLimits
import Testing

@testable import OpenHealthServer

@Suite(.timeLimit(.usual)) struct PreferenceRouteTests {
    private static let path = "/v1/owner/preferences"
    private static let none = #"{"pins":[],"goals":{},"units":{}}"#

    @Test func preferencesAreKept() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = OwnedDaemon.Asker.owner(try await daemon.signIn())
            #expect(try await daemon.send("GET", Self.path, as: owner).text == Self.none)
            let steps: [(change: String, after: String)] = [
                (
                    #"{"pins":["step_count","HKQuantityTypeIdentifierBodyMass"],"language":"ja"}"#,
                    #"{"pins":["stepCount","bodyMass"],"goals":{},"units":{},"language":"ja"}"#
                ),
                (
                    #"{"goals":{"bodyMass":{"value":64.5,"unit":"kg"},"sleepAnalysis":{"value":8,"unit":"hr"}}}"#,
                    #"{"pins":["stepCount","bodyMass"],"#
                        + #""goals":{"bodyMass":{"value":64.5,"unit":"kg"},"sleepAnalysis":{"value":8.0,"unit":"hr"}},"#
                        + #""units":{},"language":"ja"}"#
                ),
                // One goal is changed and one removed; the units are new.
                (
                    #"{"pins":null,"goals":{"sleepAnalysis":null,"bodyMass":{"value":140,"unit":"lb"}},"#
                        + #""units":{"bodyMass":"lb","height":"ft"},"language":null}"#,
                    #"{"pins":[],"goals":{"bodyMass":{"value":140.0,"unit":"lb"}},"units":{"bodyMass":"lb","height":"ft"}}"#
                ),
                (
                    #"{"units":{"height":null}}"#,
                    #"{"pins":[],"goals":{"bodyMass":{"value":140.0,"unit":"lb"}},"units":{"bodyMass":"lb"}}"#
                ),
                (#"{}"#, #"{"pins":[],"goals":{"bodyMass":{"value":140.0,"unit":"lb"}},"units":{"bodyMass":"lb"}}"#),
                (#"{"goals":null,"units":null}"#, Self.none),
                (
                    #"{"timeZone":"Asia/Tokyo","firstWeekday":7}"#,
                    #"{"pins":[],"goals":{},"units":{},"timeZone":"Asia/Tokyo","firstWeekday":7}"#
                ),
                (
                    #"{"timeZone":"America/Argentina/Buenos_Aires","firstWeekday":null}"#,
                    #"{"pins":[],"goals":{},"units":{},"timeZone":"America/Argentina/Buenos_Aires"}"#
                ),
                (#"{"timeZone":null,"appearance":"dark"}"#, #"{"pins":[],"goals":{},"units":{},"appearance":"dark"}"#),
                (#"{"appearance":"light"}"#, #"{"pins":[],"goals":{},"units":{},"appearance":"light"}"#),
                (#"{"appearance":null}"#, Self.none),
                (
                    #"{"pins":["heartRate","bodyMass"],"largePins":["body_mass"],"hidesCharts":true}"#,
                    #"{"pins":["heartRate","bodyMass"],"largePins":["bodyMass"],"hidesCharts":true,"goals":{},"units":{}}"#
                ),
                (#"{"pins":null,"largePins":null,"hidesCharts":null}"#, Self.none),
            ]
            for (change, after) in steps {
                let response = try await daemon.send("PATCH", Self.path, as: owner, json: change)
                #expect(response.status == 200 && response.text == after, "\(change): \(response.text)")
                #expect(try await daemon.send("GET", Self.path, as: owner).text == after)
            }
        }
    }

    /// The units also apply to apps and the tool.
    @Test func unitsApplyEverywhere() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = OwnedDaemon.Asker.owner(try await daemon.signIn())
            let mass = HKQuantityType(.bodyMass)
            try daemon.database.setPreferredUnit(HKUnit(from: "st"), for: mass)
            #expect(
                try await daemon.send("GET", Self.path, as: owner).text
                    == #"{"pins":[],"goals":{},"units":{"bodyMass":"st"}}"#)
            _ = try await daemon.send("PATCH", Self.path, as: owner, json: #"{"units":{"bodyMass":"lb"}}"#)
            #expect(try daemon.database.chosenUnits() == [mass: HKUnit.pound()])
            let token = try await daemon.register("org.example.steps")
            try daemon.database.apps.setPermission(
                AppPermission(read: .authorized), app: "org.example.steps", type: mass.identifier)
            let units = try await daemon.send("GET", "/v1/units?type=bodyMass", as: .app(token))
            #expect(units.json?["units"]?.array?.first?["unit"]?.string == "lb")
            // The change affects the responses to other apps.
            let before = try await daemon.send("GET", "/v1/units?type=bodyMass&locale=en_DE", as: .app(token))
            _ = try await daemon.send("PATCH", Self.path, as: owner, json: #"{"units":{"bodyMass":null}}"#)
            let after = try await daemon.send("GET", "/v1/units?type=bodyMass&locale=en_DE", as: .app(token))
            #expect(before.text != after.text)
        }
    }

    @Test(arguments: [
        #"[]"#, #""en""#, #"{"language":"nl"}"#, #"{"language":1}"#, #"{"colour":"red"}"#, #"{"pins":"stepCount"}"#,
        #"{"pins":["stepCount","step_count"]}"#, #"{"pins":["nothing"]}"#, #"{"pins":[null]}"#, #"{"goals":[]}"#,
        #"{"goals":{"bodyMass":{"value":1}}}"#, #"{"goals":{"bodyMass":{"value":0,"unit":"kg"}}}"#,
        #"{"goals":{"bodyMass":{"value":-1,"unit":"kg"}}}"#, #"{"goals":{"bodyMass":{"value":1,"unit":"m"}}}"#,
        #"{"goals":{"bodyMass":{"value":1,"unit":"kg","other":1}}}"#, #"{"goals":{"nothing":{"value":1,"unit":"kg"}}}"#,
        #"{"goals":{"workout":{"value":1,"unit":"kg"}}}"#, #"{"goals":{"sleepAnalysis":{"value":1,"unit":"kg"}}}"#,
        #"{"goals":{"bodyMass":null,"body_mass":null}}"#, #"{"units":{"bodyMass":"m"}}"#, #"{"units":{"bodyMass":1}}"#,
        #"{"timeZone":"GMT+2"}"#, #"{"timeZone":"Nowhere/Land"}"#, #"{"timeZone":""}"#, #"{"timeZone":2}"#,
        #"{"appearance":"blue"}"#, #"{"appearance":true}"#, #"{"firstWeekday":0}"#, #"{"firstWeekday":8}"#,
        #"{"firstWeekday":"1"}"#,
        #"{"units":{"sleepAnalysis":"hr"}}"#, #"{"units":{"bodyMass":"thing"}}"#, #"{"units":{"":"kg"}}"#,
    ])
    func invalidPreferencesChangeNothing(change: String) async throws {
        try await OwnedDaemon.with { daemon in
            let owner = OwnedDaemon.Asker.owner(try await daemon.signIn())
            _ = try await daemon.send("PATCH", Self.path, as: owner, json: #"{"language":"ko","pins":["height"]}"#)
            let before = try await daemon.send("GET", Self.path, as: owner).text
            let response = try await daemon.send("PATCH", Self.path, as: owner, json: change)
            #expect(response.status == 422, "\(response.text)")
            #expect(response.problem?.faults.count == 1, "\(response.text)")
            #expect(try await daemon.send("GET", Self.path, as: owner).text == before)
        }
    }

    @Test func aHundredTypesCanBePinned() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = OwnedDaemon.Asker.owner(try await daemon.signIn())
            let names = HealthTypes.all.map(\.swiftName)
            for count in [100, 101] {
                let pins = JSONValue.object([("pins", .array(names.prefix(count).map(JSONValue.string)))]).text
                let response = try await daemon.send("PATCH", Self.path, as: owner, json: pins)
                #expect(response.status == (count == 100 ? 200 : 422), "\(response.text)")
            }
            let kept = try await daemon.send("GET", Self.path, as: owner)
            #expect(kept.json?["pins"]?.array?.compactMap(\.string) == Array(names.prefix(100)))
        }
    }

    /// Settings written by another program cause no error.
    @Test func unreadableSettingsAreIgnored() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = OwnedDaemon.Asker.owner(try await daemon.signIn())
            for (name, value) in [
                ("preference.pins", "{"), ("preference.goals", #"{"bodyMass":3,"height":{"value":"x"}}"#),
                ("unit.HKQuantityTypeIdentifierBodyMass", "thing"), ("unit.nothing", "kg"), ("time_zone", "Nowhere"),
                ("preference.firstWeekday", "8"), ("preference.appearance", "blue"),
            ] {
                try daemon.database.setSetting(name, value: value)
            }
            #expect(try await daemon.send("GET", Self.path, as: owner).text == Self.none)
        }
    }
}
