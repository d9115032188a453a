// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HealthAPI
import HealthModel
import HealthStore
import Hummingbird
import NIOCore

/// Answers the routes about the pages for people.
enum PageHandlers {
    static let bindings =
        [
            Page.binding(PageRoutes.home, home),
            Page.binding(PageRoutes.sources, sources),
            RouteBinding(PageRoutes.asset, asset),
        ] + DoorPages.bindings + AppPages.bindings + RequestPages.bindings

    private static func home(_ exchange: Exchange) async throws -> Response {
        let owner = exchange.services.owner
        if try await exchange.blocking({ try owner.hasOwner() }) == false { throw Redirection("/owner/setup") }
        guard let name = SessionCookie.name(in: exchange.request),
            try await exchange.blocking({ try owner.session(name) }) != nil
        else { throw Redirection("/owner/login") }
        throw Redirection("/owner/requests")
    }

    private static func asset(_ exchange: Exchange) async throws -> Response {
        guard try exchange.path("name") == "pages.css" else { throw Problem(.notFound, "There is no such file.") }
        return Response(
            status: .ok, headers: [.contentType: "text/css; charset=utf-8", .cacheControl: "max-age=3600"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: StyleSheet.text)))
    }

    private static func sources(_ exchange: Exchange) async throws -> Response {
        let database = exchange.database
        let (sources, zone) = try await exchange.blocking { (try database.sources(), database.homeTimeZone) }
        let dates = PageDates(zone)
        let rows = sources.map { source -> [String: Any] in
            var row: [String: Any] = [
                "name": source.name, "count": "\(source.count)", "devices": source.devices.joined(separator: ", "),
                "versions": source.versions.joined(separator: ", "),
            ]
            if let bundle = source.bundleIdentifier { row["bundle"] = bundle }
            if let first = source.earliest, let last = source.latest {
                row["span"] = "\(dates.day(first)) to \(dates.day(last))"
            }
            return row
        }
        return Page.response("sources", title: "Sources", ["sources": rows], session: try exchange.owner())
    }
}
