// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

/// Tests of archives of units, quantities and types, which are parts of other archives.
@Suite struct ValueArchivingTests {
    typealias Archived = NSObject & NSSecureCoding

    private static let types = HealthTypes.all.compactMap { HKObjectType.named($0.identifier) }

    private static let units: [HKUnit] =
        Set(types.compactMap { ($0 as? HKQuantityType)?.canonicalUnit }).sorted { $0.unitString < $1.unitString }
        + [
            "", "g", "kg", "lb", "st", "mmHg", "inHg", "degF", "degC/min", "count/min", "mL/min.kg", "m/s^2", "1/s",
            "fl_oz_us", "kcal/hr.kg", "mmol<180.1558800000541>/L", "mol<1e-300>", "dBASPL", "IU", "%",
            "Tm^99.fg^-99/GL^33.mcs^99", "cup_imp*pD/dBHL", "appleEffortScore",
        ].map(HKUnit.init(from:))

    private static let numbers = [
        0, -0.0, 1, 5.5, 0.1, -273.15, 1e308, .leastNonzeroMagnitude, 1.0.nextUp, .infinity, -.infinity, .nan,
    ]

    private static let quantities = units.map { HKQuantity(unit: $0, doubleValue: 5.5) }

    private static var all: [any Archived] { types + units + quantities }

    private func unarchived(_ data: Data, as kind: any Archived.Type) -> (any Archived)? {
        (try? NSKeyedUnarchiver.unarchivedObject(ofClasses: [kind], from: data)) as? any Archived
    }

    private func archived(_ object: any Archived) throws -> Data {
        try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
    }

    private func values(of object: any Archived) -> [String: Any] {
        let coder = HKArchiveCoder()
        object.encode(with: coder)
        return coder.archive.values
    }

    private func reading(_ values: [String: Any]) -> HKArchiveCoder {
        HKArchiveCoder(reading: HKArchive(values: values))
    }

    @Test func archivesRoundTrip() throws {
        for object in Self.all {
            let kind = type(of: object)
            #expect(type(of: object).supportsSecureCoding)
            let back = try #require(unarchived(try archived(object), as: kind), "\(object)")
            #expect(type(of: back) == kind)
            #expect(back == object)
            #expect(back.hash == object.hash)
            #expect(back.description == object.description)
        }
    }

    @Test func quantitiesRoundTripExactly() throws {
        for unit in Self.units {
            for number in Self.numbers {
                let data = try archived(HKQuantity(unit: unit, doubleValue: number))
                let back = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: HKQuantity.self, from: data))
                #expect(back.originalUnit == unit)
                #expect(back.originalValue == number || (back.originalValue.isNaN && number.isNaN))
                #expect(back.originalValue.sign == number.sign)
            }
        }
    }

    @Test func truncatedArchivesAreRefused() throws {
        for object in Self.all {
            let data = try archived(object)
            for step in 0..<32 {
                let part = data.prefix(data.count * step / 32)
                #expect(unarchived(part, as: type(of: object)) == nil, "\(object)")
            }
        }
    }

    /// The only accepted replacement is a number instead of a quantity's number.
    @Test func everyDamagedValueIsRefused() {
        for object in Self.all {
            for damaged in Damage.all(of: values(of: object)) {
                guard let back = type(of: object).init(coder: reading(damaged)) else { continue }
                let inner = damaged["HKQuantity"] as? [String: Any]
                let number = inner?["value"]
                let value = number as? Double ?? (number as? Int).map(Double.init)
                #expect(inner?["unit"] as? String == (object as? HKQuantity)?.originalUnit.unitString, "\(object)")
                #expect(value != nil && (back as? HKQuantity)?.originalValue == value, "\(object)")
                #expect(back is HKQuantity, "\(object)")
            }
        }
    }

    /// The data with the key of the class is replaced in the keyed archive, from which Foundation decodes it.
    @Test func everyDamagedKeyedArchiveIsRefused() throws {
        for object in Self.all {
            let name = try #require(values(of: object).keys.first)
            // The object is encoded at the top level, because Foundation logs every object that it fails to decode.
            let archiver = NSKeyedArchiver(requiringSecureCoding: true)
            object.encode(with: archiver)
            archiver.encode(NSString(string: "g"), forKey: "other")
            var root = try #require(
                try PropertyListSerialization.propertyList(from: archiver.encodedData, format: nil) as? [String: Any])
            let whole = try #require(root["$top"] as? [String: Any])
            for value in try strange(for: try #require(whole[name] as? Data)) + [whole["other"]] {
                var top = whole
                top[name] = value
                root["$top"] = top
                let data = try PropertyListSerialization.data(fromPropertyList: root, format: .binary, options: 0)
                let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
                unarchiver.requiresSecureCoding = true
                #expect(type(of: object).init(coder: unarchiver) == nil, "\(object): \(String(describing: value))")
            }
        }
    }

    private func strange(for bytes: Data) throws -> [Any?] {
        [
            nil, "?", 1, 1.5, true, ["a"], ["x": 1], Data(), Data([0]), bytes.dropLast(),
            bytes.prefix(bytes.count / 2), bytes + [0], Data("<plist><array/></plist>".utf8),
            try PropertyListSerialization.data(fromPropertyList: ["x": 1], format: .binary, options: 0),
        ]
    }

    /// The same for the root of an archive, as decoded by apps.
    @Test func damagedRootsAreRefused() throws {
        let samples: [any Archived] = [HKQuantityType(.stepCount), HKUnit.gram(), Self.quantities[0]]
        for object in samples {
            let name = try #require(values(of: object).keys.first)
            var root = try #require(
                try PropertyListSerialization.propertyList(from: archived(object), format: nil) as? [String: Any])
            var objects = try #require(root["$objects"] as? [Any])
            let index = try #require(objects.firstIndex { ($0 as? [String: Any])?[name] != nil })
            var part = try #require(objects[index] as? [String: Any])
            part[name] = part["$class"]
            objects[index] = part
            root["$objects"] = objects
            let data = try PropertyListSerialization.data(fromPropertyList: root, format: .binary, options: 0)
            #expect(unarchived(data, as: type(of: object)) == nil, "\(object)")
        }
    }

    /// Archives of other classes are refused, even if Foundation does not check the class.
    @Test func archivesOfOtherClassesAreRefused() {
        let kinds: [any Archived.Type] = [HKObjectType.self, HKUnit.self, HKQuantity.self]
        for object in Self.all {
            for kind in kinds {
                let back = kind.init(coder: reading(values(of: object)))
                #expect((back != nil) == object.isKind(of: kind), "\(object)")
            }
        }
        for kind in kinds { #expect(kind.init(coder: HKArchiveCoder()) == nil) }
    }

    @Test func everyTypeClassReadsOnlyItsTypes() {
        let abstract: [HKObjectType.Type] = [HKObjectType.self, HKSampleType.self]
        var classes = abstract
        for type in Self.types where !classes.contains(where: { $0 == Swift.type(of: type) }) {
            classes.append(Swift.type(of: type))
        }
        #expect(classes.count == HealthTypeDescription.Kind.allCases.count + abstract.count)
        for kind in classes {
            for type in Self.types {
                let back = kind.init(coder: reading(values(of: type)))
                #expect((back != nil) == type.isKind(of: kind), "\(kind) \(type)")
            }
            for name in [
                "", "?", "HKNothing", "hkquantitytypeidentifierstepcount", String(repeating: "x", count: 9999),
            ] {
                #expect(kind.init(coder: reading(["HKObjectType": ["identifier": name]])) == nil, "\(kind)")
            }
        }
    }

    @Test(arguments: [
        "furlong", "g/", "/g", "g//g", "g/m/s", "(g", "g)", "g^", "g^100", "m^99.m", "(m^99)^99",
        "g^99999999999999999999",
        "mol<", "mol<>", "mol<nan>", "mol<-1>", "mol<1e999>", "g/1", " g", "g\u{0}", "\u{1F4A9}", "\u{301}",
        String(repeating: "(", count: 100_000), String(repeating: "g.", count: 100_000),
        String(repeating: "(", count: 65) + "g" + String(repeating: ")", count: 65),
    ])
    func invalidUnitsAreRefused(text: String) {
        #expect(HKUnit(coder: reading(["HKUnit": ["unitString": text]])) == nil)
        #expect(HKQuantity(coder: reading(["HKQuantity": ["unit": text, "value": 1.5]])) == nil)
    }
}
