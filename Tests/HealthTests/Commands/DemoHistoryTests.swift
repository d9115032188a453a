// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthDemo
import OpenHealthStore
import ProcessTestSupport
import Testing

@testable import OpenHealthCommandLine
@testable import health

@Suite("The demo data of the web app") struct DemoHistoryTests {
    /// At night, an export whose last day is yesterday would contain samples of the coming morning.
    @Test(
        "No sample is in the future at any time of day",
        arguments: ["2026-03-10T00:01:00Z", "2026-03-10T11:59:00Z", "2026-03-10T12:00:00Z", "2026-03-10T23:59:00Z"],
        ["Pacific/Kiritimati", "Europe/Berlin", "Pacific/Pago_Pago"])
    func past(_ text: String, _ zone: String) throws {
        let moment = try Date(text, strategy: .iso8601)
        let zone = try #require(TimeZone(identifier: zone))
        let home = try Home()
        var options = DemoExport.Options()
        options.lastDay = DemoHistory.lastDay(before: moment, zone: zone)
        options.exportOffset = zone.secondsFromGMT(for: moment)
        options.timeZone = zone
        options.home = zone
        try DemoExport(records: 2000).write(to: home.file("demo.zip"), options: options)
        let result = try Tool.run(
            ["import", home.path("demo.zip"), "--timezone", zone.identifier, "--store", home.path("health.db")],
            in: home)
        #expect(result.status == 0, "\(result.errors)")
        let records = try HealthDatabase(url: home.file("health.db")).records(SampleRequest())
        // The end date of a prescription is its expiration date.
        let ends = records.map { $0.type == "HKVisionPrescriptionTypeIdentifier" ? $0.start : $0.end }
        let last = try #require(ends.max())
        #expect(last <= moment)
        #expect(last > moment - 3 * 86_400)
    }
}
