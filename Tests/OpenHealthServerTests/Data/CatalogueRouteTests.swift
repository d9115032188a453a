// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import NIOHTTP1
import OpenHealthAPI
import OpenHealthModel
import TestTimeLimits
import Testing

@testable import OpenHealthServer

@Suite(.timeLimit(.usual)) struct CatalogueRouteTests {
    @Test func everyNameIsInTheCatalogue() async throws {
        try await DataWorld.run { world in
            let response = try await world.app("app").get("/v1/catalogue")
            #expect(response.status == 200)
            let catalogue = try CatalogueJSON(try response.json())
            #expect(catalogue.types.map(\.type) == HealthTypes.all.map(\.identifier).sorted())
            #expect(catalogue.activities.count == HKWorkoutActivityType.allCases.count)
            #expect(catalogue.metadataKeys.map(\.key) == HealthMetadataKeys.all)
            for entry in catalogue.types {
                let type = try #require(HealthTypes.named(entry.type))
                #expect((entry.unit != nil) == (entry.kind == .quantity), "\(entry.type)")
                #expect((entry.aggregation != nil) == (entry.kind == .quantity), "\(entry.type)")
                let values = entry.kind == .category ? type.valueEnum.map(HealthEnums.allowedValues) ?? [] : []
                #expect(Set(entry.values.map(\.value)) == values, "\(entry.type)")
                #expect(Set(entry.values.map(\.name)).count == entry.values.count, "\(entry.type)")
            }
        }
    }

    @Test func factsOfWellKnownTypes() throws {
        func entry(_ name: String) throws -> CatalogueJSON.Entry {
            try #require(CatalogueJSON.whole.types.first { $0.name == name })
        }
        let steps = try entry("stepCount")
        #expect(steps.unit == "count" && steps.aggregation == "cumulative" && steps.canShare && steps.canRead)
        let sleep = try entry("sleepAnalysis")
        #expect(sleep.values.first { $0.value == 3 }?.name == "asleepCore")
        let pressure = try entry("bloodPressure")
        #expect(!pressure.canShare && !pressure.canRead)
        let birth = try entry("dateOfBirth")
        #expect(!birth.canShare && birth.canRead && !birth.isPerObject)
        #expect(CatalogueJSON.whole.activities.first { $0.name == "running" }?.value == 37)
        let sync = CatalogueJSON.whole.metadataKeys.first { $0.key == HKMetadataKeySyncIdentifier }
        #expect(sync?.form == "string" && sync?.about?.contains(HKMetadataKeySyncVersion) == true)
    }

    @Test func constantAnswersHaveATag() async throws {
        try await DataWorld.run { world in
            let app = try world.app("app")
            for path in ["/v1/catalogue", "/openapi.json", "/owner/openapi.json"] {
                let first = try await app.get(path)
                let tag = try #require(first.header("ETag"))
                for sent in [tag, "\"a\", \(tag)", String(tag.dropFirst(2)), "*"] {
                    let second = try await app.ask(.GET, path, headers: [("If-None-Match", sent)])
                    #expect(second.status == 304 && second.body.isEmpty && second.header("ETag") == tag, "\(sent)")
                    #expect(second.header("Vary") == first.header("Vary"), "\(sent)")
                }
                #expect(try await app.ask(.GET, path, headers: [("If-None-Match", "\"a\"")]).status == 200)
            }
        }
    }
}
