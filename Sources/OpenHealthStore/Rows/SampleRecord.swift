// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A sample of any type with everything that the store contains about it.
public struct SampleRecord: Sendable, Equatable {
    /// The UUID, which the app chose or which is derived from the imported sample.
    public var uuid: UUID
    /// The position in the order of changes.
    public var id: Int64
    /// The identifier of the type.
    public var type: String
    /// The start date.
    public var start: Date
    /// The end date, which equals ``start`` for an instant.
    public var end: Date
    /// The value in ``unit``, or the raw value of a category; nil if the sample has no value.
    public var value: Double?
    /// A value that isn't a number, as written. Only samples of unknown types and category samples have one.
    public var text: String?
    /// The unit of stored values of the type; nil if they have no unit.
    public var unit: String?
    /// The unit that the value was written in, in its original spelling.
    public var originalUnit: String?
    /// The value in ``originalUnit``, as written.
    public var originalValue: Double?
    /// The name of a category's value, such as `HKCategoryValueSleepAnalysisAsleepCore`.
    public var valueName: String?
    /// The name of the source, as written.
    public var source: String
    /// The version of the source.
    public var sourceVersion: String?
    /// The bundle identifier of the app; nil for imported samples.
    public var bundleIdentifier: String?
    /// The hardware that saved the sample, such as `Watch6,7`.
    public var productType: String?
    /// The version of that hardware's operating system, as written.
    public var operatingSystemVersion: String?
    /// The device.
    public var device: DeviceData?
    /// The creation date, to the second.
    public var created: Date?
    /// The IANA name of the time zone, if the metadata contains one.
    public var timeZone: String?
    /// The metadata in the form of exports, in order.
    public var metadata: [MetadataPair]
}
