// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// Devices as text.
enum DeviceText {
    /// The facts of a device by their names, without those that are not known.
    static func pairs(_ device: DeviceData) -> [(String, String)] {
        let known: [(String, String?)] = [
            ("name", device.name), ("manufacturer", device.manufacturer), ("model", device.model),
            ("hardware", device.hardware), ("firmware", device.firmware), ("software", device.software),
            ("localIdentifier", device.localIdentifier), ("udiDeviceIdentifier", device.udiDeviceIdentifier),
        ]
        return known.compactMap { name, value in value.map { (name, $0) } } + device.other.map { ($0.key, $0.value) }
    }

    /// The device in JSON.
    static func json(_ device: DeviceData) -> JSONValue {
        .metadata(pairs(device).map { MetadataPair(key: $0.0, value: $0.1) })
    }
}
