// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel

/// The samples saved by the tests of the data routes.
enum DataFixtures {
    static let steps = HKQuantityType(.stepCount)
    static let rate = HKQuantityType(.heartRate)
    static let mass = HKQuantityType(.bodyMass)
    static let start = Date(timeIntervalSinceReferenceDate: 795_000_000)

    /// Returns steps of one minute.
    static func stepSample(_ minute: Int, count: Double = 10) -> HKQuantitySample {
        HKQuantitySample(
            type: steps, quantity: HKQuantity(unit: .count(), doubleValue: count), start: start + Double(minute) * 60,
            end: start + Double(minute) * 60 + 60)
    }

    /// Returns the body of a request that saves samples.
    static func saving(_ samples: [HKSample]) -> JSONValue { SaveJSON(samples.map { NewSampleJSON($0) }).json }

    /// Returns a query for all samples of a type.
    static func query(_ type: HKSampleType) -> JSONValue {
        SampleQueryJSON(SampleQuery([SampleQuery.Part(type)])).json
    }
}

extension TestDaemon {
    /// Saves samples of an app over HTTP.
    func save(_ samples: [HKSample], token: String) async throws {
        let response = try await send("POST", "/v1/samples", token: token, json: DataFixtures.saving(samples))
        guard response.status == 200 else { throw Unexpected(response: response.text) }
    }

    /// Returns the UUIDs of all samples of a type that an app sees, oldest first.
    func uuids(of type: HKSampleType, token: String) async throws -> [UUID] {
        let response = try await send("GET", "/v1/samples?type=\(type.identifier)&limit=10000", token: token)
        guard response.status == 200 else { throw Unexpected(response: response.text) }
        return try response.json.required("samples").array().map { try SampleJSON($0).sample.uuid }
    }

    struct Unexpected: Error {
        var response: String
    }
}
