// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import OpenHealthAPI
import OpenHealthExport
import OpenHealthModel
import OpenHealthServer
import OpenHealthStore

/// The page on which the owner chooses an export, and its form, whose response is the export as a download.
enum ExportPages {
    static let bindings = [
        Page.binding(PageRoutes.export, show),
        Page.binding(PageRoutes.sendExport, send),
    ]

    private static func show(_ scope: RequestScope) async throws -> Response {
        let database = scope.database
        let (types, sources) = try await scope.blocking { (try database.types(), try database.sourceNames()) }
        let texts = scope.texts
        let formats = ExportFormats.all.enumerated().map { index, format -> [String: Any] in
            let (partly, not) = (list(format.kinds(.part), texts), list(format.kinds(.none), texts))
            var row: [String: Any] = [
                "name": format.name, "isFirst": index == 0,
                "title": texts.text("export_format_" + key(format.name)),
                "why": texts.text("export_why_" + key(format.name)),
            ]
            if !partly.isEmpty { row["partly"] = texts.text("export_partly", ["kinds": partly]) }
            if !not.isEmpty { row["not"] = texts.text("export_not", ["kinds": not]) }
            return row
        }
        let choices = types.filter { $0.kind != .unknownElement }
            .map { (identifier: $0.identifier, name: texts.type($0.identifier)) }
            .sorted { $0.name.localizedStandardCompare($1.name) == .orderedAscending }
        return try await scope.page(
            "export", title: texts.text("export_title"),
            [
                "formats": formats, "hasTypes": !choices.isEmpty,
                // The names of unknown types are data and have no language.
                "types": choices.map { choice -> [String: Any] in
                    ["type": choice.identifier, "name": choice.name, "isData": choice.name == choice.identifier]
                },
                "sources": Set(sources).filter { !$0.isEmpty }.sorted().map { ["name": $0] },
            ])
    }

    /// Returns the names of kinds in a list.
    private static func list(_ kinds: [ExportKind], _ texts: PageTexts) -> String {
        kinds.map { texts.text("export_kind_" + $0.rawValue) }
            .joined(separator: [.japanese, .chinese].contains(texts.language) ? "、" : ", ")
    }

    /// Returns the part of the keys of texts about a format.
    private static func key(_ format: String) -> String { format.replacing("-", with: "") }

    private static func send(_ scope: RequestScope) async throws -> Response {
        let form = try await scope.form()
        guard let name = form["format"], let format = try? ExportFormats.named(name) else {
            throw PageProblem(.invalidArgument, "signin_invalid")
        }
        let database = scope.database
        let zone = try await scope.blocking { database.homeTimeZone }
        let (from, last) = (try day(form["from"], zone), try day(form["to"], zone))
        if let from, let last, from > last { throw PageProblem(.invalidArgument, "export_dates_wrong") }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone ?? .gmt
        let to = last.flatMap { calendar.date(byAdding: .day, value: 1, to: $0) }
        let types = form.values("type")
        let source = form["source"].flatMap { $0.isEmpty ? nil : $0 }
        do {
            return try await scope.export(
                ContentSelection(
                    types: types.isEmpty ? nil : Set(types), from: from, to: to, sources: source.map { [$0] }),
                format: format)
        } catch let error as ExportError {
            switch error.code {
            case .noYearOfBirth: throw PageProblem(.invalidArgument, "export_needs_birth")
            case .unsupportedSelection: throw PageProblem(.invalidArgument, "export_needs_sources")
            default: throw PageProblem(.notFound, "export_nothing")
            }
        }
    }

    /// Returns the beginning of the day in a field; nil if it is empty.
    private static func day(_ text: String?, _ zone: TimeZone?) throws -> Date? {
        guard let text, !text.isEmpty else { return nil }
        guard let date = PageDates.date(text, in: zone) else {
            throw PageProblem(.invalidArgument, "export_dates_wrong")
        }
        return date
    }
}
