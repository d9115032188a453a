// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthDemo
import ProcessTestSupport
import Testing

@Suite("health demo --as") struct DemoAccountTests {
    @Test("an export of each kind is written with its totals, and imported", arguments: DemoAccount.Kind.allCases)
    func kinds(_ kind: DemoAccount.Kind) throws {
        let home = try Home()
        let made = try Tool.run(
            ["demo", home.path("a.zip"), "--as", kind.rawValue, "--workouts", "6", "--seed", "3"], in: home)
        #expect(made.status == 0, "\(made.errors)")
        let truth = try JSONDecoder().decode(
            DemoAccountTruth.self, from: try Data(contentsOf: home.file("a.truth.json")))
        #expect(truth.workouts.count == 6)
        let again = try Tool.run(["demo", home.path("a.zip"), "--as", kind.rawValue], in: home)
        #expect(again.status != 0 && again.errors.contains("--force"))
        let imported = try Tool.run(["import", home.path("a.zip"), "--json"], in: home)
        #expect(imported.status == 0, "\(imported.errors)")
        let receipt = try #require(
            try JSONSerialization.jsonObject(with: Data(imported.output.utf8)) as? [String: Any])
        #expect(receipt["workouts"] as? Int == 6)
        #expect(receipt["format"] as? String == (kind == .fit ? "fit" : "\(kind.rawValue)-account"))
    }

    @Test("options that do not fit together are refused")
    func options() throws {
        let home = try Home()
        for arguments in [
            ["--as", "strava"], ["a.zip", "--workouts", "5"], ["a.zip", "--as", "strava", "--workouts", "0"],
        ] {
            #expect(try Tool.run(["demo"] + arguments, in: home).status != 0, "\(arguments)")
        }
    }
}
