// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import OpenHealthAPI
import OpenHealthModel
import TestTimeLimits
import Testing

@testable import OpenHealthServer

@Suite(.timeLimit(.usual)) struct QueryParameterTests {
    /// The routes of apps that refuse unknown parameters.
    private static let routes = APIRoutes.all.filter { $0.audience == .app && $0.refusesUnknownParameters }

    private static func faults(_ response: DataWorld.Client.Response) throws -> [Problem.Fault] {
        try Problem(response.json().value)?.faults ?? []
    }

    @Test func everyRouteRefusesUnknownParameters() async throws {
        #expect(Self.routes.count > 40)
        try await DataWorld.run { world in
            let app = try world.app("app")
            for route in Self.routes {
                let response = try await app.ask(
                    HTTPMethod(rawValue: route.method.rawValue), RoutePaths.filled(route) + "?nonsense=1")
                #expect(response.status == 400, "\(route.id): \(response.text)")
                #expect(try Self.faults(response).map(\.pointer) == ["?nonsense"], "\(route.id)")
            }
        }
    }

    @Test func onlyListsCanBeRepeated() async throws {
        try await DataWorld.run { world in
            let app = try world.app("app")
            var lists: Set<String> = []
            for route in Self.routes {
                for parameter in route.parameters where parameter.place == .query {
                    if parameter.isList {
                        lists.insert(route.id)
                        continue
                    }
                    let (method, name) = (HTTPMethod(rawValue: route.method.rawValue), encoded(parameter.name))
                    let response = try await app.ask(method, RoutePaths.filled(route) + "?\(name)=1&\(name)=1")
                    #expect(response.status == 400, "\(route.id) \(name): \(response.text)")
                    #expect(try Self.faults(response).map(\.pointer) == ["?\(parameter.name)"], "\(route.id)")
                }
            }
            #expect(
                lists == [
                    "followChanges", "listDeliveries", "readInsights", "readUnits", "readUsualRanges", "summarizeDays",
                ])
            let reader = try world.trustedApp("reader")
            #expect(try await reader.get("/v1/units?type=stepCount&type=bodyMass").status == 200)
        }
    }

    @Test func theErrorNamesTheNearestParameter() async throws {
        try await DataWorld.run { world in
            let app = try world.trustedApp("app")
            for (path, wrong, right) in [
                ("/v1/samples?type=stepCount&", "startDate", "from"), ("/v1/samples?type=stepCount&", "until", "to"),
                ("/v1/samples?", "types", "type"), ("/v1/samples?type=stepCount&", "limt", "limit"),
                ("/v1/samples?type=stepCount&", "sort", "order"), ("/v1/samples?type=stepCount&", "From", "from"),
                ("/v1/statistics?type=stepCount&", "interval", "every"),
                ("/v1/statistics?type=stepCount&", "timezone", "timeZone"),
            ] {
                let response = try await app.get("\(path)\(wrong)=2030-01-01T00:00:00Z")
                let fault = try #require(try Self.faults(response).first, "\(response.text)")
                #expect(fault.pointer == "?\(wrong)")
                #expect(fault.detail.contains("Did you mean \(right)"), "\(fault.detail)")
            }
            // A name can be anything that a client has put in the wrong place, so a long one is not repeated.
            let long = String(repeating: "secret", count: 20)
            let response = try await app.get("/v1/samples?type=stepCount&\(long)=1")
            #expect(response.status == 400 && !response.text.contains("secret"))
        }
    }

    @Test func plusSignsAreSpacesAsInForms() async throws {
        try await DataWorld.run { world in
            let app = try world.trustedApp("app")
            let samples = "/v1/samples?type=bodyMass"
            let predicate = "predicate=metadata.HKWasUserEntered"
            #expect(try await app.get("\(samples)&\(predicate)+%3D%3D+YES").status == 200)
            #expect(try await app.get("\(samples)&\(predicate)%20%3D%3D%20YES").status == 200)
            // Offsets and names of zones have plus signs that clients do not escape.
            let zoned = ["from=2026-01-01T00:00:00+01:00", "to=2026-01-01T00:00:00%2B0100"]
            for query in zoned {
                #expect(try await app.get("\(samples)&\(query)").status == 200, "\(query)")
                #expect(try await app.get("/v1/statistics?type=bodyMass&\(query)").status == 200, "\(query)")
            }
            for query in ["every=day&timeZone=Etc/GMT+5", "every=day&anchor=2026-01-01T00:00:00+01:00"] {
                #expect(try await app.get("/v1/statistics?type=bodyMass&\(query)").status == 200, "\(query)")
            }
            for query in ["from=2026-01-01+00:00:00Z", "from=2026-01-01T00:00:00+1:00"] {
                #expect(try await app.get("\(samples)&\(query)").status == 422, "\(query)")
            }
        }
    }

    @Test func wrongTimeZonesAreErrorsWithoutIntervals() async throws {
        try await DataWorld.run { world in
            let app = try world.trustedApp("app")
            for query in ["", "&every=day"] {
                let response = try await app.get("/v1/statistics?type=bodyMass&timeZone=Europe/Berln\(query)")
                #expect(response.status == 422, "\(query)")
                #expect(try Self.faults(response).map(\.pointer) == ["?timeZone"], "\(query)")
            }
        }
    }

    @Test func pagesAndFHIRIgnoreUnknownParameters() async throws {
        try await DataWorld.run { world in
            let app = try world.trustedApp("app")
            #expect(try await app.get("/fhir/Observation?nonsense=1").status == 200)
            #expect(try await app.get("/offline?nonsense=1").status == 200)
        }
    }
}
