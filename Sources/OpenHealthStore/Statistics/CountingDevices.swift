// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// The devices that count steps, distances and energy for themselves, though their samples have one source.
///
/// A watch and an older one of the same maker, both worn on one day, have the source `Garmin`. A device with a number, as those of counts in FIT files
/// have, counts for itself, like a source. So does a device of an app of Health Connect: the app saves the steps of the phone and of the watch, and
/// Health Connect's own totals do not add what it saved twice for one time. All other devices of a source count as one, because HealthKit adds up
/// the samples that one app saves for several devices. The local identifiers of those devices are UUIDs.
struct CountingDevices {
    /// The number of places of devices of a source; 1 if no source has several.
    let count: Int32
    /// The places by provenance, among the devices of its source.
    private let places: [Int: Int32]

    /// The maximum number of places. The devices of a source beyond it share the last one.
    private static let maximum = 16

    /// A device of a source. Programs have one under several versions of its software.
    private struct Device: Hashable {
        var source: Int64
        var manufacturer: String
        var model: String
        var identifier: String

        /// Whether the device is worn, by the names of models. A phone is often put down.
        private var isWorn: Bool {
            let name = model.lowercased()
            return ["watch", "band"].contains { name.contains($0) } || ["sm-r", "sm-l"].contains { name.hasPrefix($0) }
        }

        /// Returns whether the device precedes another device of its source. Worn devices come first, then newer ones, which have a greater
        /// product number, then greater serial numbers. The order does not depend on the order of imports.
        func precedes(_ other: Device) -> Bool {
            if isWorn != other.isWorn { return isWorn }
            for part in [\Device.model, \.identifier, \.manufacturer] where self[keyPath: part] != other[keyPath: part]
            {
                let (one, two) = (self[keyPath: part], other[keyPath: part])
                if let number = Int(one), let another = Int(two), number != another { return number > another }
                return one > two
            }
            return false
        }
    }

    /// Reads the devices.
    /// - Parameter type: The identifier of a type. Those that are no counts of a device have none.
    init(_ db: Database, type: String?) throws {
        guard let type, EffortCopies.isSummed(type) else {
            (count, places) = (1, [:])
            return
        }
        // Health Connect names sources by the packages of apps, and HealthKit by their names.
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT p.id, p.source, ifnull(d.manufacturer, '') AS manufacturer,
                        ifnull(d.model, '') AS model, ifnull(d.local_identifier, '') AS identifier
                    FROM provenance AS p JOIN device AS d ON d.id = p.device JOIN source AS s ON s.id = p.source
                    WHERE d.local_identifier <> '' AND d.local_identifier NOT GLOB '*[^0-9]*'
                        OR p.missing > 0 AND p.bundle_identifier = s.name AND s.name NOT GLOB 'com.apple.*'
                    """))
        var devices: [Int64: Set<Device>] = [:]
        let found = try rows.map { row in
            let device = Device(
                source: try row.value(of: "source"), manufacturer: try row.value(of: "manufacturer"),
                model: try row.value(of: "model"), identifier: try row.value(of: "identifier"))
            devices[device.source, default: []].insert(device)
            return (provenance: try row.value(Int.self, of: "id"), device: device)
        }
        var placeOfDevice: [Device: Int32] = [:]
        for several in devices.values {
            // The samples of other devices have the first place.
            for (index, device) in several.sorted(by: { $0.precedes($1) }).enumerated() {
                placeOfDevice[device] = Int32(min(index + 1, Self.maximum - 1))
            }
        }
        count = (placeOfDevice.values.max() ?? 0) + 1
        places = Dictionary(uniqueKeysWithValues: found.map { ($0.provenance, placeOfDevice[$0.device] ?? 0) })
    }

    /// Returns the place of the device of a provenance among those of its source.
    func place(of provenance: Int) -> Int32 { places[provenance] ?? 0 }
}
