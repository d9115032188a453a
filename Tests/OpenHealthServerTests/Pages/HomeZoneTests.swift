// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore
import TestTimeLimits
import Testing

@testable import OpenHealthPages
@testable import OpenHealthServer

/// Tests of the home time zone on the pages, and of the region of date formats.
@Suite(.timeLimit(.usual)) struct HomeZoneTests {
    @Test func pagesUseTheChosenZoneAndFirstWeekday() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = OwnedDaemon.Asker.owner(try await daemon.signIn())
            let before = try await daemon.send("GET", "/settings", as: owner)
            #expect(before.status == 200 && !before.text.contains("name=\"health-zone\""))
            #expect(!before.text.contains("name=\"health-week\""))
            let change = try await daemon.send(
                "PATCH", "/v1/owner/preferences", as: owner, json: #"{"timeZone":"Asia/Tokyo","firstWeekday":2}"#)
            #expect(change.status == 200, "\(change.text)")
            let after = try await daemon.send("GET", "/settings", as: owner)
            #expect(after.text.contains("<meta name=\"health-zone\" content=\"Asia/Tokyo\">"))
            #expect(after.text.contains("<meta name=\"health-week\" content=\"2\">"))
            #expect(daemon.database.homeTimeZone == TimeZone(identifier: "Asia/Tokyo"))
        }
    }

    /// The expiry time of a pairing code is in the home time zone, names the zone, and has the format of the browser's region.
    @Test func datesOfTheAppsHaveTheirZoneAndTheRegionsForm() async throws {
        try await OwnedDaemon.with { daemon in
            let access = try await daemon.signIn()
            func page(_ languages: String) async throws -> String {
                let response = try await daemon.send(
                    "POST", "/owner/apps", as: .owner(access), form: [("action", "pair")],
                    headers: [("Accept-Language", languages)])
                return response.text.replacing("\u{202f}", with: " ")
            }
            // The daemon's clock is stopped at 2027-01-15 08:00:00 UTC, and codes are valid for ten minutes.
            for (zone, languages, day, time) in [
                (nil, "en", "Jan 15, 2027", "8:10 AM GMT"), ("Europe/Berlin", "en-US", "Jan 15, 2027", "9:10 AM GMT+1"),
                ("Europe/Berlin", "en-GB,en;q=0.5", "15 Jan 2027", "09:10 CET"),
            ] as [(String?, String, String, String)] {
                if let zone {
                    let change = #"{"timeZone":"\#(zone)"}"#
                    _ = try await daemon.send("PATCH", "/v1/owner/preferences", as: .owner(access), json: change)
                }
                let text = try await page(languages)
                #expect(text.contains(day) && text.contains(time), "\(languages): \(text)")
            }
        }
    }

    @Test(
        arguments: [
            ("en-AU,en;q=0.9", "en-AU"), ("de-DE, en-GB;q=0.8", "en-GB"), ("ja,en-NZ", "en-NZ"), ("en-001", "en-001"),
            ("en", "en"), ("", "en"), ("de-DE", "en"), ("en-../../etc", "en"), ("en-", "en"),
            ("x".padding(toLength: 2000, withPad: "x", startingAt: 0) + ",en-AU", "en"),
        ] as [(String, String)])
    func theRegionIsThatOfTheBrowsersLanguages(_ list: String, _ identifier: String) {
        #expect(Language.english.locale(accepting: list).identifier(.bcp47) == identifier)
    }
}
