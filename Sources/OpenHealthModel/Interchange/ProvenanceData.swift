// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Where a record came from: the source, its version, the device and the unit the value was written in.
///
/// An export of millions of records has a few hundred of these.
public struct ProvenanceData: Sendable, Hashable {
    /// The name of the source, as written.
    public var sourceName: String
    /// The bundle identifier of the source, where one is known; exports carry none.
    public var bundleIdentifier: String?
    /// The version of the source, as written.
    public var sourceVersion: String?
    /// The product type of the machine that saved the record, such as `Watch6,7`.
    public var productType: String?
    /// The operating system's version, such as `10.1.0`.
    public var operatingSystemVersion: String?
    /// The device that measured, where one is named.
    public var device: DeviceData?
    /// The unit that the value was written in, as written; nil for records without one.
    public var unit: String?

    /// Creates a provenance from its parts; see the properties.
    public init(
        sourceName: String, bundleIdentifier: String? = nil, sourceVersion: String? = nil, productType: String? = nil,
        operatingSystemVersion: String? = nil, device: DeviceData? = nil, unit: String? = nil
    ) {
        self.sourceName = sourceName
        self.bundleIdentifier = bundleIdentifier
        self.sourceVersion = sourceVersion
        self.productType = productType
        self.operatingSystemVersion = operatingSystemVersion
        self.device = device
        self.unit = unit
    }
}

/// The facts of a device as an export writes them, without the pointer that changes from export to export.
public struct DeviceData: Sendable, Hashable {
    /// The person's name for the device.
    public var name: String?
    /// The manufacturer.
    public var manufacturer: String?
    /// Its model.
    public var model: String?
    /// Its hardware version, such as `Watch6,7`.
    public var hardware: String?
    /// Its firmware version.
    public var firmware: String?
    /// Its software version.
    public var software: String?
    /// An identifier that tells apart devices on the machine that recorded.
    public var localIdentifier: String?
    /// The device identifier part of the unique device identifier of the FDA.
    public var udiDeviceIdentifier: String?
    /// Keys that are none of the above, in the order and spelling of the source.
    public var other: [MetadataPair]

    /// Creates the facts of a device; see the properties.
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
