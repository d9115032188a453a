// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthFuzzing
import OpenHealthModel
import OpenHealthStore
import OpenHealthTestSupport
import TestTimeLimits
import Testing

/// Tests that responses contain extreme values as JSON.
@Suite(.timeLimit(.slow)) struct ExtremeValueRouteTests {
    @Test func everyRouteOfEveryTypeReturnsExtremeValues() async throws {
        try await DataWorld.run { world in
            _ = try world.database.ingest(ExtremeImport.everything(seed: 35), options: .init(file: "extremes"))
            try await Self.readEverything(world)
        }
    }

    @Test(arguments: ExtremeImport.damage.indices) func everyRouteOfEveryTypeReturnsDamagedValues(index: Int)
        async throws
    {
        try await DataWorld.run { world in
            _ = try world.database.ingest(ExtremeImport.everything(seed: 36), options: .init(file: "extremes"))
            try world.database.write { db in
                try db.execute(sql: ExtremeImport.damage[index])
            }
            try await Self.readEverything(world)
        }
    }

    /// Requests every type in several ways. An error of the server would end the test with a closed connection.
    private static func readEverything(_ world: DataWorld) async throws {
        let app = try world.trustedApp("reader")
        var paths = [
            "/v1/types", "/v1/activity-summaries?from=2024-01-01&to=2024-02-01",
            "/v1/insights", "/v1/insights/ranges", "/fhir/Observation?_count=1000",
            "/fhir/Patient/person/$everything?_count=1000",
        ]
        for type in HealthTypes.all {
            let name = type.identifier
            paths += ["/v1/samples?type=\(name)&limit=1000", "/v1/sources?type=\(name)"]
            if type.kind == .quantity {
                let isSum = (HKObjectType.named(name) as? HKQuantityType)?.aggregationStyle == .cumulative
                let options = isSum ? "cumulativeSum,duration" : "discreteAverage,discreteMin,discreteMax"
                for every in ["", "&every=year"] {
                    paths.append("/v1/statistics?type=\(name)&options=\(options)\(every)")
                }
                if isSum {
                    paths.append(
                        "/v1/statistics/explanation?type=\(name)&from=2023-11-14T22:00:00Z&to=2023-11-14T23:00:00Z")
                }
            } else if type.kind == .category {
                paths.append("/v1/category-statistics?type=\(name)")
            }
        }
        var answered = 0
        for path in paths {
            let response = try await app.get(path)
            if response.status == 200 { answered += 1 }
            #expect(response.status < 500, "\(path): \(response.text.prefix(500))")
            #expect(
                JSONValue(response.text) != nil,
                "\(path): \(response.status) \(response.text.prefix(200)) … \(response.text.suffix(200))")
        }
        #expect(answered > HealthTypes.all.count)
    }
}
