// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore
import Testing

@testable import OpenHealthExport

@Suite struct ParquetReceiptTests {
    @Test func typesHaveOneNameInAllFiles() {
        let identifiers = HealthTypes.all.map(\.identifier) + ["HKQuantityTypeIdentifierUnknownOne", "x/y"]
        let names = TypeFolder.Names(identifiers)
        #expect(Set(identifiers.map { names[$0].lowercased() }).count == identifiers.count)
        for identifier in identifiers { #expect(names[identifier] == TypeFolder.Names(identifiers)[identifier]) }
        #expect(TypeFolder.Names([])["HKQuantityTypeIdentifierHeartRate"] == "HeartRate")
    }

    @Test func contentBesideSamplesIsWrittenOrCounted() throws {
        let world = try ExportWorld()
        let database = try world.demo()
        let receipt = try world.export(database, to: "parquet", format: "parquet")
        try StoreContents.read(database, ContentSelection()) { contents in
            let characteristics = try contents.characteristics().count
            let elements = try contents.unknownElements().reduce(0) { $0 + $1.count }
            #expect(characteristics > 0 && elements > 0)
            #expect(receipt.written[.characteristics] == characteristics)
            #expect(receipt.notHeld[.unknownElements] == elements)
        }
        #expect(FileManager.default.fileExists(atPath: world.file("parquet/characteristics.parquet").path))
        var selection = ContentSelection()
        selection.types = [HKQuantityTypeIdentifier.stepCount.rawValue]
        let part = try world.export(database, to: "part", format: "parquet", selection: selection)
        #expect(part.written[.characteristics] == nil && part.notHeld.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: world.file("part/characteristics.parquet").path))
    }
}
