// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A value that metadata can have, in a form that crosses threads.
package enum HKMetadataValue: Hashable, Sendable {
    /// A text.
    case string(String)
    /// A whole number.
    case integer(Int)
    /// A number with a fraction, or one that was written as such.
    case double(Double)
    /// Yes or no.
    case bool(Bool)
    /// An instant.
    case date(Date)
    /// A value with a unit.
    case quantity(HKQuantity)

    /// The value as Apple's API hands it out: `String`, `NSNumber`, `Date` or ``HKQuantity``.
    ///
    /// Numbers and truth values are boxed, because a box answers `as? Bool`, `as? Int`, `as? Double` and
    /// `as? NSNumber` alike, as on Apple's systems.
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

    /// Takes a value as an app gives it, or nil where metadata cannot have such a value.
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

    /// The class behind a boxed truth value; a number never has it, though it too answers to `as? Bool`.
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
    /// The dictionary as Apple's API hands it out, nil where there is nothing in it.
    package var objects: [String: Any]? {
        isEmpty ? nil : mapValues(\.object)
    }
}
