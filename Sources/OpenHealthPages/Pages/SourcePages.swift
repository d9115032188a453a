// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthAPI
import OpenHealthServer
import OpenHealthStore
import Hummingbird

/// The page of the sources of samples. Its script lets the person choose which source has priority.
enum SourcePages {
    static let bindings = [Page.binding(PageRoutes.sources, sources)]

    private static let sourcesOnPage = 200

    private static func sources(_ scope: RequestScope) async throws -> Response {
        let database = scope.database
        let zone = try await scope.blocking { database.homeTimeZone }
        let after = scope.query("after").flatMap { Int($0) }.map { max($0, 1) }
        let (sources, cursor) = try await scope.sources(after: after, limit: sourcesOnPage)
        let texts = scope.texts
        let dates = PageDates(zone, texts)
        let rows = sources.map { source -> [String: Any] in
            var row: [String: Any] = [
                "name": source.name.isEmpty ? texts.text("sources_unnamed") : source.name,
                "count": texts.plural("sources_count", source.count),
            ]
            if let bundle = source.bundleIdentifier { row["bundle"] = bundle }
            if let first = source.earliest, let last = source.latest {
                row["span"] = texts.text("sources_span", ["first": dates.day(first), "last": dates.day(last)])
            }
            if !source.devices.isEmpty { row["devices"] = source.devices.joined(separator: " · ") }
            if !source.versions.isEmpty { row["versions"] = source.versions.joined(separator: " · ") }
            return row
        }
        var content: [String: Any] = ["sources": rows, "hasSources": !rows.isEmpty]
        if let cursor { content["more"] = "/owner/sources?after=\(cursor)" }
        return try await scope.page(
            "sources", title: texts.text("sources_title"), content,
            script: PageScript(name: "page-sources.js", isNeeded: false, drawsCharts: false))
    }
}
