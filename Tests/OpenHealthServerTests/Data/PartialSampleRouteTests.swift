// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthFormats
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import TestTimeLimits
import Testing

@testable import OpenHealthServer

/// Tests of the statistics of a source that an import and a push describe in different samples.
@Suite(.timeLimit(.usual)) struct PartialSampleRouteTests {
    private static let export = """
        <HealthData locale="en_GB">
        <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Watch" unit="count" value="100"
         startDate="2024-03-09 08:00:12 +0000" endDate="2024-03-09 08:04:50 +0000"/>
        <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Watch" unit="count" value="60"
         startDate="2024-03-09 09:10:00 +0000" endDate="2024-03-09 09:12:30 +0000"/>
        </HealthData>
        """
    /// The first walk in minutes, and a walk that the export lacks.
    private static let push = """
        {"data":{"metrics":[{"name":"step_count","units":"count","data":[
        {"date":"2024-03-09 08:00:00 +0000","qty":49.62,"source":"Watch"},
        {"date":"2024-03-09 08:02:00 +0000","qty":50.38,"source":"Watch"},
        {"date":"2024-03-09 10:00:00 +0000","qty":20.5,"source":"Watch"}]}]}}
        """

    @Test(arguments: [true, false])
    func oneWayCounts(importsFirst: Bool) async throws {
        try await DataWorld.run { world in
            let reader = try world.trustedApp("reader")
            func importExport() throws {
                let export = try AppleHealthExportReader(data: Array(Self.export.utf8), name: "export.xml")
                _ = try world.database.ingest(export, options: .init(file: "export.xml"))
            }
            if importsFirst { try importExport() }
            let connection = try PhoneConnection.create(
                .healthAutoExport, server: world.url, types: nil, in: world.database)
            let phone = DataWorld.Client(world: world, access: reader.access, token: connection.token)
            let pushed = try await phone.post(
                IngestRoutes.healthAutoExport.route.path + "?aggregation=none", try #require(JSONValue(Self.push)))
            #expect(pushed.status == 200, "\(pushed.text)")
            if !importsFirst {
                let before = try await reader.get("/v1/statistics?type=stepCount&options=cumulativeSum").json()
                #expect(try before.required("statistics").array().map { try Self.sum($0) } == [120.5])
                try importExport()
            }
            let days = try await reader.get(
                "/v1/statistics?type=stepCount&options=cumulativeSum,separateBySource&every=day&timeZone=UTC"
            ).json()
            let rows = try days.required("statistics").array()
            #expect(try rows.map { try Self.sum($0) } == [180.5])
            let sources = try rows.flatMap { try $0.required("sources").array() }
            #expect(try sources.map { try Self.sum($0) } == [180.5])
            let hours = try await reader.get(
                "/v1/statistics?type=stepCount&options=cumulativeSum&every=hour&timeZone=UTC"
            ).json()
            #expect(try hours.required("statistics").array().map { try Self.sum($0) } == [100, 60, 20.5])
            let explanation = try await reader.get(
                "/v1/statistics/explanation?type=stepCount&from=2024-03-09T00:00:00Z&to=2024-03-10T00:00:00Z"
            ).json()
            #expect(try explanation.required("total").double() == 180.5)
            #expect(try explanation.required("order").array().count == 1)
            let leftOut = try explanation.required("stretches").array().flatMap { try $0.required("leftOut").array() }
            #expect(try leftOut.map { try $0.required("amount").double() } == [100])
            #expect(try leftOut.map { try $0.required("samples").integer() } == [2])
            #expect(try leftOut.map { try $0.required("reason").string() } == ["betterInformed"])
        }
    }

    private static func sum(_ row: JSONReader) throws -> Double {
        try JSONFormat.quantity.decode(row.required("sum")).doubleValue(for: .count())
    }
}
