// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthCommandLine
import OpenHealthModel
import OpenHealthStore

/// The `health routes` command.
struct RoutesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "routes",
        abstract: "List the routes of workouts, or the points of one.",
        discussion: """
            Examples:
              health routes
              health routes --points 0A1B2C3D-0000-0000-0000-000000000000 --format ndjson
            """)

    @Option(help: .value("uuid", "List the points of the route with this UUID."))
    var points: String?

    @OptionGroup var listing: ListingOptions

    func run() throws {
        let uuid = try points.map(SampleUUID.parse)
        let database = try listing.open()
        let clock = try listing.clock(for: database)
        guard let uuid else {
            try listing.print(try database.routes(), as: Self.columns, clock: clock, nothing: "no routes")
            return
        }
        guard try database.routes().contains(where: { $0.sample.uuid == uuid }) else {
            throw SampleUUID.notFound(uuid, kind: "route")
        }
        try listing.print(
            try database.routePoints(uuid: uuid), as: Self.pointColumns, clock: clock, nothing: "no points")
    }

    private static var columns: [Column<RouteSummary>] {
        [
            Column("uuid", for: .programs) { .text($0.sample.uuid.uuidString) },
            Column("start") { .instant($0.sample.start) },
            Column("end") { .instant($0.sample.end) },
            Column("points", alignment: .right) { .count($0.pointCount) },
            Column("source", fit: .cuttable) { .text($0.sample.source) },
            Column("files", fit: .cuttable) { .list($0.files) },
            Column("workout", for: .programs) { .text($0.workout?.uuidString) },
            Column("timeZone", for: .programs) { .text($0.sample.timeZone) },
            Column("metadata", for: .programs) { .json(.metadata($0.sample.metadata)) },
            Column("uuid", for: .people, fit: .droppable) { .text($0.sample.uuid.uuidString) },
        ]
    }

    private static var pointColumns: [Column<RoutePoint>] {
        [
            Column("time") { .instant(Date(timeIntervalSince1970: $0.time)) },
            Column("latitude", alignment: .right) { known($0.latitude) },
            Column("longitude", alignment: .right) { known($0.longitude) },
            Column("altitude", alignment: .right) { known($0.altitude) },
            Column("speed", alignment: .right) { known($0.speed) },
            Column("course", alignment: .right) { known($0.course) },
            Column("horizontalAccuracy", for: .programs) { known($0.horizontalAccuracy) },
            Column("verticalAccuracy", for: .programs) { known($0.verticalAccuracy) },
        ]
    }

    private static func known(_ number: Double) -> Cell { number.isNaN ? .none : .number(number) }
}
