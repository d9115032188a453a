// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The output of devices.
enum DeviceText {
    /// Returns the known properties of a device by name.
    static func pairs(_ device: DeviceData) -> [(String, String)] {
        let known: [(String, String?)] = [
            ("name", device.name), ("manufacturer", device.manufacturer), ("model", device.model),
            ("hardware", device.hardware), ("firmware", device.firmware), ("software", device.software),
            ("localIdentifier", device.localIdentifier), ("udiDeviceIdentifier", device.udiDeviceIdentifier),
        ]
        return known.compactMap { name, value in value.map { (name, $0) } } + device.other.map { ($0.key, $0.value) }
    }

    /// Returns the device in JSON.
    static func json(_ device: DeviceData) -> JSONValue {
        .metadata(pairs(device).map { MetadataPair(key: $0.0, value: $0.1) })
    }
}
