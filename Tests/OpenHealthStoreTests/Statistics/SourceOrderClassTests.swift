// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@testable import OpenHealthStore

/// Tests of the classification of sources by their names and devices in exports and apps.
@Suite struct SourceOrderClassTests {
    /// A source with one provenance for each device, and its expected class.
    struct Case: CustomTestStringConvertible, Sendable {
        var provenances: [ProvenanceData]
        var reason: RankedSource.Reason
        var testDescription: String { "\(provenances[0].sourceName) (\(provenances[0].bundleIdentifier ?? "-"))" }

        init(
            _ name: String, _ reason: RankedSource.Reason, bundle: String? = nil, version: String? = nil,
            product: String? = nil, _ devices: [DeviceData?] = [nil]
        ) {
            provenances = devices.map {
                ProvenanceData(
                    sourceName: name, bundleIdentifier: bundle, sourceVersion: version, productType: product, device: $0
                )
            }
            self.reason = reason
        }
    }

    static let watch = DeviceData(
        name: "Apple Watch", manufacturer: "Apple Inc.", model: "Watch", hardware: "Watch6,2", software: "10.1")
    static let oldWatch = DeviceData(
        name: "Apple Watch", manufacturer: "Apple", model: "Watch", hardware: "Watch1,2", software: "3.1")
    static let phone = DeviceData(
        name: "iPhone", manufacturer: "Apple Inc.", model: "iPhone", hardware: "iPhone14,2", software: "17.2")
    static let pad = DeviceData(
        name: "iPad", manufacturer: "Apple Inc.", model: "iPad", hardware: "iPad13,1", software: "17.2")
    static let buds = DeviceData(name: "AirPods Pro", manufacturer: "Apple Inc.", model: "A2084", software: "6A326")
    static let scale = DeviceData(name: "Body Scale", manufacturer: "Scale & Co", model: "S2", software: "4.1")
    static let band = DeviceData(name: "Band", manufacturer: "Bands", model: "Watch 3", hardware: "W3")

    static let cases: [Case] = [
        // Sources in exports, with names and devices but without bundles.
        Case("Ada’s Apple\u{A0}Watch", .watch, version: "10.1", [watch]),
        Case("Apple Watch von Ana", .watch, version: "10.1", [watch, oldWatch]),
        Case("Apple\u{202F}Watch de Iñaki", .watch),
        Case("小明的Apple Watch", .watch),
        Case("Bob", .watch, version: "10.1", [watch]),
        Case("Bob", .watch, version: "3.1", [oldWatch]),
        // The software was updated; a device once had the version of the source.
        Case("Bob", .watch, version: "10.1", [oldWatch, watch]),
        Case("Ada’s iPhone", .phone, version: "17.2", [phone]),
        Case("Ada's iPhone 13", .phone),
        Case("iPhone de Marie", .phone),
        Case("小明的iPhone", .phone),
        Case("Bob", .phone, version: "17.2", [phone]),
        Case("Ada’s iPad", .otherAppleDevice),
        Case("Bob", .otherAppleDevice, version: "17.2", [pad]),
        Case("Bob’s ears", .otherAppleDevice, version: "6A326", [buds]),
        Case("Health", .enteredByHand, version: "17.2"),
        Case("health", .enteredByHand, version: "0.3.0"),
        // Apps with such a name, and data of a device.
        Case("Health", .other, version: "5", [scale]),
        Case("Health Mate", .other, version: "5"),
        // Apps that name the device on which they run.
        Case("Strava", .other, version: "8371", [phone]),
        Case("Strava", .other, version: "8371", [watch, phone]),
        Case("Strava", .other),
        Case("loop://iPhone", .other),
        Case("openaps://Ada's Apple Watch", .other),
        Case("Sleep Cycle", .other, version: "4.2", [phone, nil]),
        // Accessories.
        Case("Scale & Co", .other, version: "4.1", [scale]),
        Case("iPhone Scale", .other, version: "4.1", [scale]),
        Case("Bands", .other, [band]),
        Case("Watch", .other, [DeviceData()]),
        Case("", .other),
        // Apps identified by their bundles.
        Case("Health", .enteredByHand, bundle: "com.apple.Health", product: "iPhone14,2", [phone]),
        Case("Gesundheit", .enteredByHand, bundle: "com.apple.Health", product: "iPhone14,2"),
        Case("Bob", .watch, bundle: "com.apple.health.0F3A", version: "10.1", product: "Watch6,2", [watch]),
        Case("Bob", .watch, bundle: "com.apple.health.0F3A", product: "Watch6,2"),
        Case("Bob", .watch, bundle: "com.apple.health.0F3A", [watch]),
        Case("Bob", .phone, bundle: "com.apple.health.0F3B", product: "iPhone14,2"),
        Case("Ada’s iPhone", .phone, bundle: "com.apple.health.0F3B"),
        Case("Bob", .otherAppleDevice, bundle: "com.apple.health.0F3C", product: "iPad13,1"),
        Case("Bob", .otherAppleDevice, bundle: "com.apple.health.0F3D", product: "RealityDevice14,1"),
        Case("Bob", .otherAppleDevice, bundle: "com.apple.health.0F3E"),
        Case(
            "Workouts for Apple Watch", .other, bundle: "org.example.w", version: "10.1", product: "Watch6,2", [watch]),
        Case("Health", .other, bundle: "org.example.health"),
        Case("OpenHealthKit", .enteredByHand, bundle: "org.openhealthkit.web"),
        Case("OpenHealthKit", .other), Case("OpenHealthKit", .other, bundle: "org.example.web"),
        Case("Journal", .other, bundle: "org.example.journal", product: "iPhone14,2", [phone]),
        Case("Comapple", .other, bundle: "com.applepie", product: "iPhone14,2", [phone]),
    ]

    @Test(arguments: cases) func eachSourceHasItsKind(_ example: Case) throws {
        let store = try ScratchStore()
        for (index, provenance) in example.provenances.enumerated() {
            try store.database.save([MadeSamples.steps(1, from: Double(index))], source: provenance)
        }
        let order = try store.database.sourceOrder(type: HKQuantityTypeIdentifier.stepCount.rawValue)
        #expect(order.map(\.reason) == [example.reason])
        #expect(order.first?.source.name == example.provenances[0].sourceName)
        #expect(order.first?.source.bundleIdentifier == example.provenances[0].bundleIdentifier)
    }

    @Test func everyReasonHasAnExample() {
        #expect(Set(Self.cases.map(\.reason)).union([.chosen]) == Set(RankedSource.Reason.allCases))
    }
}
