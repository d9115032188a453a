// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The part of an object's archive that one class writes: property-list values by name.
///
/// Each class encodes its archive as data under its own name. Foundation's `NSKeyedUnarchiver` on Linux traps when an archive
/// contains an object of an unexpected class; with data only, a damaged or malicious archive is decoded as `nil`.
package struct HKArchive: ExpressibleByDictionaryLiteral {
    /// The values by name, all of property-list types.
    package private(set) var values: [String: Any]

    /// Creates an empty archive.
    package init() {
        values = [:]
    }

    /// Creates an archive from its values by name.
    package init(dictionaryLiteral elements: (String, (any HKArchivable)?)...) {
        self.init()
        for (name, value) in elements { set(value, name) }
    }

    /// Creates an archive from a property-list dictionary.
    package init(values: [String: Any]) {
        self.values = values
    }

    /// Creates an archive from its data, or returns `nil` if the data is invalid.
    init?(data: Data) {
        guard let list = try? PropertyListSerialization.propertyList(from: data, options: [], format: nil),
            let values = list as? [String: Any]
        else { return nil }
        self.values = values
    }

    /// The archive as data.
    var data: Data {
        // A dictionary of property-list values always has a binary form; empty data is decoded as `nil`.
        (try? PropertyListSerialization.data(fromPropertyList: values, format: .binary, options: 0)) ?? Data()
    }

    // MARK: - Plain values

    /// Sets a value; `nil` removes it.
    package mutating func set(_ value: (any HKArchivable)?, _ name: String) { values[name] = value?.archived }

    package func string(_ name: String) -> String? { values[name] as? String }
    package func integer(_ name: String) -> Int? { values[name] as? Int }
    /// Returns a number. Programs in JavaScript write 1.0 as 1.
    package func double(_ name: String) -> Double? { values[name] as? Double ?? integer(name).map(Double.init) }
    package func bool(_ name: String) -> Bool? { values[name] as? Bool }
    package func data(_ name: String) -> Data? { values[name] as? Data }
    package func strings(_ name: String) -> [String]? { values[name] as? [String] }
    package func integers(_ name: String) -> [Int]? { values[name] as? [Int] }
    package func uuid(_ name: String) -> UUID? { string(name).flatMap(UUID.init(uuidString:)) }
    package func date(_ name: String) -> Date? { double(name).map(Date.init(timeIntervalSinceReferenceDate:)) }

    package func raw<Raw: RawRepresentable<Int>>(_ name: String, as type: Raw.Type) -> Raw? {
        integer(name).flatMap(Raw.init(rawValue:))
    }

    package func raw<Raw: RawRepresentable<UInt>>(_ name: String, as type: Raw.Type) -> Raw? {
        integer(name).flatMap { Raw(rawValue: UInt(bitPattern: $0)) }
    }

    package func raw<Raw: RawRepresentable<String>>(_ name: String, as type: Raw.Type) -> Raw? {
        string(name).flatMap(Raw.init(rawValue:))
    }

    // MARK: - Archives within archives

    package func archive(_ name: String) -> HKArchive? {
        (values[name] as? [String: Any]).map(HKArchive.init(values:))
    }

    package func archives(_ name: String) -> [HKArchive]? {
        (values[name] as? [[String: Any]])?.map(HKArchive.init(values:))
    }
}
