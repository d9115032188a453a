// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore
import OpenHealthKit
import TestTimeLimits
import Testing

@Suite(.timeLimit(.usual)) struct ElectrocardiogramQueryTests {
    private func saved(_ kit: KitStore, voltages: [Double]) throws -> HKElectrocardiogram {
        let electrocardiogram = HKElectrocardiogram(
            numberOfVoltageMeasurements: voltages.count,
            samplingFrequency: HKQuantity(unit: .hertz(), doubleValue: 512),
            classification: .sinusRhythm, averageHeartRate: nil, symptomsStatus: .none, startDate: Sample.day,
            endDate: Sample.day.addingTimeInterval(30), fields: HKObjectFields(newWith: nil, metadata: [:]))
        try kit.database.save(
            [(electrocardiogram, .electrocardiogram(voltages))], source: ProvenanceData(sourceName: "Watch"),
            now: Sample.day)
        return electrocardiogram
    }

    @Test(arguments: KitPlace.allCases) func voltagesArriveInOrder(_ place: KitPlace) async throws {
        let kit = try KitStore(place)
        let voltages = (0..<15_360).map { Double($0 % 700) - 350.5 }
        let electrocardiogram = try saved(kit, voltages: voltages)
        let store = kit.app("reader")
        try await store.requestAuthorization(toShare: [], read: [.electrocardiogramType()])
        let microvolt = HKUnit.voltUnit(with: .micro)
        var times: [Double] = []
        var values: [Double?] = []
        for try await entry in HKElectrocardiogramQueryDescriptor(electrocardiogram).results(for: store) {
            times.append(entry.timeSinceSampleStart)
            values.append(entry.quantity(for: .appleWatchSimilarToLeadI)?.doubleValue(for: microvolt))
        }
        #expect(values == voltages && times == voltages.indices.map { Double($0) / 512 })
        let calls = Calls<String>()
        store.execute(
            HKElectrocardiogramQuery(electrocardiogram) { _, result in
                switch result {
                case .measurement: calls.add("measurement")
                case .done: calls.add("done")
                case .error(let error): calls.add("\(error)")
                }
            })
        for _ in voltages { #expect(try await calls.next() == "measurement") }
        #expect(try await calls.next() == "done")
    }

    @Test func unreadableSamplesAreMissing() async throws {
        let kit = try KitStore(.memory)
        let electrocardiogram = try saved(kit, voltages: [1, 2])
        let denied = kit.app("denied", .deny)
        try await denied.requestAuthorization(toShare: [], read: [.electrocardiogramType()])
        let codes = Calls<HKError.Code?>()
        let unasked = kit.app("unasked")
        for (store, code) in [(denied, HKError.Code.errorNoData), (unasked, .errorAuthorizationNotDetermined)] {
            store.execute(
                HKElectrocardiogramQuery(electrocardiogram) { _, result in
                    if case .error(let error) = result { codes.add((error as? HKError)?.code) }
                })
            #expect(try await codes.next() == code)
        }
    }
}
