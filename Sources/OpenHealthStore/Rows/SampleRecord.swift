// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A sample with everything that the store knows of it, whatever its type.
public struct SampleRecord: Sendable, Equatable {
    /// The identity: the app's, or the one derived from the sample where it was imported.
    public var uuid: UUID
    /// The place in the order of changes.
    public var id: Int64
    /// The identifier of the type.
    public var type: String
    /// When it began.
    public var start: Date
    /// When it ended; the same as ``start`` for an instant.
    public var end: Date
    /// The value in ``unit``, or the raw value of a category; nil where there is none.
    public var value: Double?
    /// A value that is no number, as written: only unknown types and category values have one.
    public var text: String?
    /// The unit that values of the type are stored in; nil where they have none.
    public var unit: String?
    /// The unit that the value was written in, as written.
    public var originalUnit: String?
    /// The value in ``originalUnit``, as written.
    public var originalValue: Double?
    /// The name of a category's value, such as `HKCategoryValueSleepAnalysisAsleepCore`.
    public var valueName: String?
    /// The name of the source, as written.
    public var source: String
    /// The version of the source.
    public var sourceVersion: String?
    /// The identifier of the app; nil for imports, which have none.
    public var bundleIdentifier: String?
    /// The machine that saved it, such as `Watch6,7`.
    public var productType: String?
    /// The version of that machine's operating system, as written.
    public var operatingSystemVersion: String?
    /// The device.
    public var device: DeviceData?
    /// When it was saved, to the second.
    public var created: Date?
    /// The IANA name of the time zone, where the metadata has one.
    public var timeZone: String?
    /// The metadata as exports write it, in order.
    public var metadata: [MetadataPair]
}
