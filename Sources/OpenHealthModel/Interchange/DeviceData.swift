// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The properties of a device as an export writes them, without the pointer that differs between exports.
public struct DeviceData: Sendable, Hashable {
    /// The person's name for the device.
    public var name: String?
    /// The manufacturer.
    public var manufacturer: String?
    /// The model.
    public var model: String?
    /// The hardware version, such as `Watch6,7`.
    public var hardware: String?
    /// The firmware version.
    public var firmware: String?
    /// The software version.
    public var software: String?
    /// The local identifier, which distinguishes devices on the recording device.
    public var localIdentifier: String?
    /// The device identifier of the FDA's unique device identification.
    public var udiDeviceIdentifier: String?
    /// All other keys, in the order and spelling of the source.
    public var other: [MetadataPair]

    /// Creates a device from its properties.
    public init(
        name: String? = nil, manufacturer: String? = nil, model: String? = nil, hardware: String? = nil,
        firmware: String? = nil, software: String? = nil, localIdentifier: String? = nil,
        udiDeviceIdentifier: String? = nil, other: [MetadataPair] = []
    ) {
        self.name = name
        self.manufacturer = manufacturer
        self.model = model
        self.hardware = hardware
        self.firmware = firmware
        self.software = software
        self.localIdentifier = localIdentifier
        self.udiDeviceIdentifier = udiDeviceIdentifier
        self.other = other
    }
}
