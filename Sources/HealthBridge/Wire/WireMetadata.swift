// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit

/// The metadata of samples as JSON.
enum WireMetadata {
    /// Returns the entries in the order of their keys. Values of other types than those of HealthKit are omitted.
    static func value(_ metadata: [String: Any]) -> WireValue {
        .object(
            metadata.sorted { $0.key < $1.key }.compactMap { key, object in value(object).map { (key, $0) } })
    }

    private static func value(_ object: Any) -> WireValue? {
        switch object {
        case let text as String: return .string(text)
        case let quantity as HKQuantity: return WireUnits.value(quantity)
        case let date as Date: return .object([("date", .string(WireDate.text(date)))])
        case let number as NSNumber: return value(number)
        default: return nil
        }
    }

    /// The class of boxed Boolean values. Numbers never have it.
    private static let boolClass: NSNumber.Type = type(of: NSNumber(value: true))

    private static func value(_ number: NSNumber) -> WireValue {
        if type(of: number) == boolClass { return .bool(number.boolValue) }
        switch UInt8(bitPattern: number.objCType.pointee) {
        case UInt8(ascii: "d"), UInt8(ascii: "f"): return .double(number.doubleValue)
        case UInt8(ascii: "Q"), UInt8(ascii: "L"):
            return Int(exactly: number.uint64Value).map(WireValue.integer) ?? .double(number.doubleValue)
        default: return .integer(number.intValue)
        }
    }
}
