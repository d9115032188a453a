// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import OpenHealthModel
import OpenHealthStore

/// The apps and devices of a database of Health Connect.
final class HealthConnectSources {
    private let db: Database
    private var apps: [Int64: Int64] = [:]
    private var devices: [[String?]: Int64] = [:]

    init(_ db: Database) {
        self.db = db
    }

    /// Returns the number of the app that a source is in Health Connect.
    func app(_ origin: Origin) throws -> Int64 {
        if let app = apps[origin.source] { return app }
        let name = Self.package(origin)
        let known = try Int64.fetchOne(
            db, sql: "SELECT row_id FROM application_info_table WHERE package_name = ?", arguments: [name])
        if let known {
            apps[origin.source] = known
            return known
        }
        try db.execute(
            sql: "INSERT INTO application_info_table (package_name, app_name) VALUES (?, ?)",
            arguments: [name, origin.name.isEmpty ? name : origin.name])
        apps[origin.source] = db.lastInsertedRowID
        return db.lastInsertedRowID
    }

    /// The name of the package: the bundle identifier, or one from the name of the source.
    static func package(_ origin: Origin) -> String {
        if let bundle = origin.bundleIdentifier, !bundle.isEmpty { return bundle }
        let letters = origin.name.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        // FNV-1a, so that names without such letters differ.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in origin.name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return
            "org.openhealthkit.source.s\(String(hash, radix: 16)).\(letters.isEmpty ? "x" : "x" + letters.prefix(40))"
    }

    /// Returns the number of the device of samples; samples without a device have one without properties.
    func device(_ origin: Origin) throws -> Int64 {
        let manufacturer = origin.device?.manufacturer
        let model = origin.device?.hardware ?? origin.productType ?? origin.device?.model
        let key = [manufacturer, model]
        if let device = devices[key] { return device }
        let type = Self.type(model ?? "")
        let known = try Int64.fetchOne(
            db,
            sql: """
                SELECT row_id FROM device_info_table
                WHERE manufacturer IS ? AND model IS ? AND device_type IS ? ORDER BY row_id
                """,
            arguments: [manufacturer, model, type])
        if let known {
            devices[key] = known
            return known
        }
        try db.execute(
            sql: "INSERT INTO device_info_table (manufacturer, model, device_type) VALUES (?, ?, ?)",
            arguments: [manufacturer, model, type])
        devices[key] = db.lastInsertedRowID
        return db.lastInsertedRowID
    }

    private static func type(_ model: String) -> Int {
        if model.hasPrefix("Watch") { return 1 }
        return model.hasPrefix("iPhone") ? 2 : 0
    }
}
