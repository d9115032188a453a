// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore
import Testing

@testable import OpenHealthExport

/// Tests of ranges of dates with one end.
@Suite struct ExportRangeTests {
    @Test func aRangeCanHaveOneEnd() throws {
        let world = try ExportWorld()
        let database = try world.demo()
        let (first, last) = (Date(timeIntervalSince1970: -3e9), Date(timeIntervalSince1970: 5e9))
        for format in ExportFormats.all.map(\.name) {
            let everything = try world.export(database, to: "\(format)-all", format: format)
            for (index, selection) in [ContentSelection(from: first), ContentSelection(to: last)].enumerated() {
                let receipt = try world.export(
                    database, to: "\(format)-part\(index)", format: format, selection: selection)
                #expect(receipt.types == everything.types, "\(format)")
            }
        }
    }

    /// Tables of OMOP need the person. A range has no way to name the date of birth, as a choice of types has.
    @Test func aRangeOfDatesHasThePerson() throws {
        let world = try ExportWorld()
        let range = ContentSelection(from: Date(timeIntervalSince1970: 0))
        try world.export(try world.demo(), to: "omop", format: "omop", selection: range)
        let person = try String(contentsOf: world.file("omop/person.csv"), encoding: .utf8).split(separator: "\n")
        #expect(person.count == 2 && person.last?.hasPrefix("1,8532,1990,") == true)
        let store = try world.store()
        let sample = HKQuantitySample.stored(
            quantityType: HKQuantityType(.stepCount), quantity: HKQuantity(unit: .count(), doubleValue: 10),
            startDate: Date(timeIntervalSince1970: 100), endDate: Date(timeIntervalSince1970: 160),
            fields: HKObjectFields(newWith: nil, metadata: [:]))
        try store.save([(sample, nil)], source: SavedSamples.app("Ana"), now: Date(timeIntervalSince1970: 200))
        #expect { try world.export(store, to: "none", format: "omop", selection: range) } throws: { error in
            guard let error = error as? ExportError else { return false }
            return error.code == .noYearOfBirth && !error.remedy.contains("--types")
        }
    }
}
