// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore

/// The handlers of the owner's routes for display preferences.
enum PreferenceHandlers {
    static let bindings = [
        RouteBinding(PreferenceRoutes.show) { scope in
            let database = scope.database
            return PreferencesJSON(try await scope.blocking { try database.preferences.current() })
        },
        RouteBinding(PreferenceRoutes.change) { scope, change in
            let database = scope.database
            return PreferencesJSON(
                try await scope.changing { try database.preferences.change(PreferencesUpdate(change)) })
        },
    ]
}

extension PreferencesUpdate {
    fileprivate init(_ change: PreferencesUpdateJSON) {
        self.init()
        pins = change.pins?.map(\.identifier)
        largePins = change.largePins?.map(\.identifier)
        hidesCharts = change.hidesCharts
        for (type, goal) in change.goals {
            goals.updateValue(goal.map { Preferences.Goal(value: $0.value, unit: $0.unit) }, forKey: type.identifier)
        }
        clearsGoals = change.clearsGoals
        units = change.units
        clearsUnits = change.clearsUnits
        language = change.language
        timeZone = change.timeZone
        firstWeekday = change.firstWeekday
        appearance = change.appearance.map { $0.flatMap(Preferences.Appearance.init(rawValue:)) }
    }
}

extension PreferencesJSON {
    fileprivate init(_ preferences: Preferences) {
        var (goals, units): ([String: Goal], [String: String]) = ([:], [:])
        for (type, goal) in preferences.goals { goals[Self.name(type)] = (value: goal.value, unit: goal.unit) }
        for (type, unit) in preferences.units { units[Self.name(type.identifier)] = unit.unitString }
        self.init(
            pins: preferences.pins.map(Self.name), largePins: preferences.largePins.map(Self.name),
            hidesCharts: preferences.hidesCharts, goals: goals, units: units, language: preferences.language,
            timeZone: preferences.timeZone?.identifier, firstWeekday: preferences.firstWeekday,
            appearance: preferences.appearance?.rawValue)
    }

    /// Returns the short name of a type.
    private static func name(_ identifier: String) -> String {
        HealthTypes.named(identifier)?.swiftName ?? identifier
    }
}

/// The handlers of the owner's routes for sources and their priority.
enum OwnerSourceHandlers {
    static let bindings = [
        RouteBinding(PreferenceRoutes.sources, list),
        RouteBinding(PreferenceRoutes.order, order),
        RouteBinding(PreferenceRoutes.setOrder, setOrder),
    ]

    private static func list(_ scope: RequestScope) async throws -> SourcePageJSON {
        let query = QueryText(scope)
        let limit = try query.integer("limit", in: 1...PreferenceRoutes.sourcesOnPage)
        let (sources, cursor) = try await scope.sources(
            after: try query.integer("cursor", in: 1...Int.max), limit: limit ?? PreferenceRoutes.sourcesOnPage)
        let page = sources.map { source in
            SourceSummaryJSON(
                id: Int(source.id), name: source.name, bundleIdentifier: source.bundleIdentifier,
                versions: source.versions, devices: source.devices, count: source.count, earliest: source.earliest,
                latest: source.latest)
        }
        return SourcePageJSON(page, cursor: cursor)
    }

    private static func order(_ scope: RequestScope) async throws -> SourceOrderJSON {
        let type = try type(scope)
        let database = scope.database
        return SourceOrderJSON(try await scope.changing { try database.sourceOrder(type: type) }, of: type)
    }

    private static func setOrder(_ scope: RequestScope, _ sources: [Int]) async throws -> SourceOrderJSON {
        let type = try type(scope)
        let database = scope.database
        let order = try await scope.changing {
            try database.setSourceOrder(sources.map(Int64.init), type: type)
            return try database.sourceOrder(type: type)
        }
        return SourceOrderJSON(order, of: type)
    }

    private static func type(_ scope: RequestScope) throws(Problem) -> String {
        try TypeNames.objectType(try scope.pathText("type"), at: "type in the path").identifier
    }
}

extension RequestScope {
    /// The maximum number of versions and of devices of a source that are listed.
    private static let maximumListed = 100

    /// Returns a page of the sources, and the cursor of the next page.
    /// - Throws: A ``Problem``, `notFound`, if there is no source with the number of the cursor.
    package func sources(after cursor: Int?, limit: Int) async throws -> (sources: [SourceSummary], cursor: Int?) {
        let database = database
        var sources = try await changing {
            try database.sources(after: cursor.map(Int64.init), limit: limit + 1)
        }
        let hasMore = sources.count > limit
        if hasMore { sources.removeLast() }
        for index in sources.indices {
            sources[index].versions = Array(sources[index].versions.prefix(Self.maximumListed))
            sources[index].devices = Array(sources[index].devices.prefix(Self.maximumListed))
        }
        return (sources, hasMore ? sources.last.map { Int($0.id) } : nil)
    }
}

extension SourceOrderJSON {
    fileprivate init(_ order: [RankedSource], of type: String) {
        self.init(
            type: type,
            sources: order.map { ranked in
                Rank(
                    id: Int(ranked.source.id), name: ranked.source.name,
                    bundleIdentifier: ranked.source.bundleIdentifier, isChosen: ranked.reason == .chosen,
                    reason: ranked.reason.rawValue)
            })
    }
}
