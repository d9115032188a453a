// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthModel
import Testing

/// Units and quantities through a keyed archive.
@Suite struct HKUnitCodingTests {
    @Test func unitsSurvive() throws {
        var generator = UnitGenerator(seed: 9)
        for _ in 0..<200 {
            let unit = UnitExpression.random(using: &generator).unit
            let data = try NSKeyedArchiver.archivedData(withRootObject: unit, requiringSecureCoding: true)
            #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: HKUnit.self, from: data) == unit)
        }
        #expect(HKUnit.supportsSecureCoding)
    }

    @Test func quantitiesSurviveWithTheirUnit() throws {
        let quantity = HKQuantity(unit: HKUnit(from: "mmol<180.1558800000541>/L"), doubleValue: 5.5)
        let data = try NSKeyedArchiver.archivedData(withRootObject: quantity, requiringSecureCoding: true)
        let copy = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: HKQuantity.self, from: data))
        #expect(copy == quantity)
        #expect(copy.description == "5.5 mmol<180.1558800000541>/L")
        #expect(HKQuantity.supportsSecureCoding)
    }

    @Test func damagedArchivesGiveNothing() throws {
        let data = try NSKeyedArchiver.archivedData(
            withRootObject: HKQuantity(unit: .gram(), doubleValue: 1), requiringSecureCoding: true)
        let list = try PropertyListSerialization.propertyList(from: data, format: nil)
        // The text of the unit is the one string `g` among the archived objects.
        let damaged = try #require(replacing("g", with: "furlong", in: list))
        let bad = try PropertyListSerialization.data(fromPropertyList: damaged, format: .binary, options: 0)
        #expect((try? NSKeyedUnarchiver.unarchivedObject(ofClass: HKQuantity.self, from: bad)) == nil)
    }

    private func replacing(_ old: String, with new: String, in list: Any) -> Any? {
        guard var root = list as? [String: Any], var objects = root["$objects"] as? [Any] else { return nil }
        guard let index = objects.firstIndex(where: { $0 as? String == old }) else { return nil }
        objects[index] = new
        root["$objects"] = objects
        return root
    }
}
