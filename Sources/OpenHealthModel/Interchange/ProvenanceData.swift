// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The origin of a record: the source, its version, the device and the original unit of the value.
///
/// An export of millions of records has a few hundred distinct provenances.
public struct ProvenanceData: Sendable, Hashable {
    /// The name of the source as written.
    public var sourceName: String
    /// The bundle identifier of the source, if known; exports do not contain it.
    public var bundleIdentifier: String?
    /// The version of the source as written.
    public var sourceVersion: String?
    /// The product type of the device that saved the record, such as `Watch6,7`.
    public var productType: String?
    /// The version of the operating system, such as `10.1.0`.
    public var operatingSystemVersion: String?
    /// The device that made the measurement, if known.
    public var device: DeviceData?
    /// The original unit of the value as written; `nil` for records without a unit.
    public var unit: String?
    /// The facts that a pushed sample does not carry; `nil` for samples that were not pushed.
    ///
    /// The bundle identifier of a pushed sample describes its source, and does not make it a sample of the app with this identifier.
    package var missing: MissingProperties?

    /// Creates a provenance from its properties.
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
