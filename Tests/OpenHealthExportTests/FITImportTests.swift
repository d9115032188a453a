// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import OpenHealthStore
import Testing

@testable import OpenHealthExport

@Suite struct FITImportTests {
    @Test func exportedWorkoutsComeBackAndASecondImportAddsNothing() throws {
        let world = try ExportWorld()
        let database = try world.demo(records: 6000)
        let exported = try world.export(database, to: "fit", format: "fit")
        let copy = try world.store()
        let receipt = try copy.ingest(HealthImport(url: world.file("fit")), options: .init(file: "fit"))
        #expect(receipt.format == "fit" && receipt.complete && receipt.diagnostics == [])
        #expect(receipt.description?.hasPrefix("this is data in the format FIT: ") == true)
        let request = SampleRequest(types: [HKWorkoutTypeIdentifier])
        // FIT has whole seconds.
        let starts = try database.records(request).map { $0.start.timeIntervalSince1970.rounded(.down) }.sorted()
        #expect(try copy.records(request).map(\.start.timeIntervalSince1970).sorted() == starts)
        #expect(receipt[.workouts].added == starts.count)
        #expect(receipt[.routePoints].added == exported.written[.routePoints] ?? 0)
        #expect((receipt.byType[HKQuantityTypeIdentifier.heartRate.rawValue]?.added ?? 0) > 0)
        let again = try copy.ingest(HealthImport(url: world.file("fit")), options: .init(file: "fit"))
        #expect(again.records.added == 0 && again.records.read == receipt.records.read)
        for kind in ImportReceipt.Kind.allCases { #expect(again[kind].added == 0, "\(kind)") }
    }
}
