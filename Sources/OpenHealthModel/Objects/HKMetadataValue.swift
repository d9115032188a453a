// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A metadata value that can be passed between threads.
public enum HKMetadataValue: Hashable, Sendable {
    /// A string.
    case string(String)
    /// An integer.
    case integer(Int)
    /// A floating-point number.
    case double(Double)
    /// A Boolean value.
    case bool(Bool)
    /// A date.
    case date(Date)
    /// A quantity.
    case quantity(HKQuantity)

    /// The value as Apple's API returns it: `String`, `NSNumber`, `Date` or ``HKQuantity``.
    ///
    /// Numbers and Boolean values are boxed, because an `NSNumber` can be cast with `as? Bool`, `as? Int`, `as? Double` and
    /// `as? NSNumber`, as on Apple platforms.
    package var object: Any {
        switch self {
        case .string(let text): text
        case .integer(let number): NSNumber(value: number)
        case .double(let number): NSNumber(value: number)
        case .bool(let truth): NSNumber(value: truth)
        case .date(let date): date
        case .quantity(let quantity): quantity
        }
    }

    /// Creates a value from an app's object, or returns `nil` if metadata cannot contain such an object.
    package init?(_ value: Any) {
        if let text = value as? String {
            self = .string(text)
        } else if let quantity = value as? HKQuantity {
            self = .quantity(quantity)
        } else if let date = value as? Date {
            self = .date(date)
        } else if let number = value as? NSNumber {
            self.init(number)
        } else {
            return nil
        }
    }

    /// The class of a boxed Boolean value. Numbers never have it, although they too can be cast with `as? Bool`.
    private static let boolClass: NSNumber.Type = type(of: NSNumber(value: true))

    private init(_ number: NSNumber) {
        if type(of: number) == Self.boolClass {
            self = .bool(number.boolValue)
            return
        }
        switch UInt8(bitPattern: number.objCType.pointee) {
        case UInt8(ascii: "d"), UInt8(ascii: "f"): self = .double(number.doubleValue)
        case UInt8(ascii: "Q"), UInt8(ascii: "L"):
            self = Int(exactly: number.uint64Value).map(Self.integer) ?? .double(number.doubleValue)
        default: self = .integer(number.intValue)
        }
    }
}

extension [String: HKMetadataValue] {
    /// The dictionary as Apple's API returns it; `nil` if it is empty.
    package var objects: [String: Any]? {
        isEmpty ? nil : mapValues(\.object)
    }
}
