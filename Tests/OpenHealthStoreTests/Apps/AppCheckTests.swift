// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthAccess
import OpenHealthModel
import Testing

@testable import OpenHealthStore

/// Tests that a check finds faults in the data of apps.
@Suite struct AppCheckTests {
    private func world() throws -> AppWorld {
        let world = try AppWorld()
        let app = try world.trustedApp()
        try app.save(EverySample.all)
        let rate = HKUnit(from: "count/min")
        let series = HKDiscreteQuantitySample(
            quantityType: HKQuantityType(.heartRate), quantity: HKQuantity(unit: rate, doubleValue: 65), count: 2,
            startDate: MadeSamples.date(0), endDate: MadeSamples.date(30),
            fields: HKObjectFields(newWith: nil, metadata: [:]))
        let readings = [0.0, 30].map { time in
            SeriesQuantity(
                start: MadeSamples.date(time).timeIntervalSince1970, end: MadeSamples.date(time).timeIntervalSince1970,
                value: 65)
        }
        try app.save([(series, .quantities(readings))])
        try app.allowObjects([UUID()])
        return world
    }

    @Test func soundStoresHaveNoFaults() throws {
        let report = try world().database.check()
        #expect(report.findings == [])
        #expect(report.checked.contains("apps and permissions"))
    }

    @Test(arguments: [
        "UPDATE permission SET share = 7 WHERE type LIKE '%StepCount'",
        "UPDATE permission SET read = -1 WHERE type LIKE '%StepCount'",
        "UPDATE permission SET read = 1, read_from = 5 WHERE type LIKE '%StepCount'",
        "UPDATE permission SET app = 99 WHERE type LIKE '%StepCount'",
        "UPDATE object_permission SET uuid = x'00'",
        "INSERT INTO background_delivery (app, type, frequency, anchor) VALUES (1, 'x', 1, 999999)",
        "INSERT INTO background_delivery (app, type, frequency, anchor) VALUES (1, 'x', 9, 0)",
        "INSERT INTO attachment (id, uuid, sample, name, content_type, size, created, metadata) VALUES (1, x'00', 1, 'a', 'public.data', 0, 0, NULL)",
        "INSERT INTO attachment (id, uuid, sample, name, content_type, size, created, metadata) VALUES (1, zeroblob(16), 999999, 'a', 'public.data', 0, 0, NULL)",
        "INSERT INTO attachment (id, uuid, sample, name, content_type, size, created, metadata) VALUES (1, zeroblob(16), 1, 'a', 'public.data', 0, 0, '{')",
        "INSERT INTO medication VALUES (1, 'a', '{')",
        "UPDATE quantity_series SET end = start - 1",
        "INSERT INTO quantity_series VALUES (999999, 0, 0, 1)",
        "DELETE FROM quantity_series",
        "DELETE FROM quantity_series_sample",
        "UPDATE quantity_series_sample SET start = 5",
        "UPDATE heartbeat_series SET time = -time",
        "DELETE FROM heartbeat_series WHERE position = 0",
        "INSERT INTO heartbeat_series VALUES (999999, 0, 0, 0)",
        "INSERT INTO effort_relation VALUES (999999, '', 1, 1, 0, 0)",
        "INSERT INTO electrocardiogram_sample VALUES (999999, 1, 1, 0)",
        "DELETE FROM counter WHERE name = 'permissions'",
    ])
    func eachFaultIsFound(_ fault: String) throws {
        let world = try world()
        try world.database.pool.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA foreign_keys = OFF")
            try db.execute(sql: fault)
        }
        let findings = try world.database.check().findings
        #expect(!findings.isEmpty, "\(fault)")
    }
}
