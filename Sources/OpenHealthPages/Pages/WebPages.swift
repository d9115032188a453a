// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import Hummingbird
import OpenHealthServer
import OpenHealthStore

/// The pages that scripts fill with the data that the web app may read.
enum WebPages {
    static let bindings = [
        Page.binding(PageRoutes.types) { try await page($0, "types") },
        Page.binding(PageRoutes.compare) { try await page($0, "compare") },
        Page.binding(PageRoutes.type, check: checkType) { try await typePage($0, "type") },
        Page.binding(PageRoutes.samples, check: checkType) { try await typePage($0, "samples") },
        Page.binding(PageRoutes.sample) { scope in
            try await page(scope, "sample", ["uuid": try scope.uuid().uuidString])
        },
        Page.binding(PageRoutes.addAny) { try await page($0, "add-any") },
        Page.binding(PageRoutes.addSymptoms) { try await page($0, "symptoms") },
        Page.binding(PageRoutes.add, check: checkType) { try await typePage($0, "add") },
        Page.binding(PageRoutes.welcome) { try await page($0, "welcome", drawsCharts: false) },
        Page.binding(PageRoutes.settings, settings),
    ]

    /// Returns a page of the template of its name, with the script of its name.
    static func page(
        _ scope: RequestScope, _ name: String, _ values: [String: Any] = [:], title: String? = nil,
        drawsCharts: Bool = true
    ) async throws -> Response {
        try await scope.page(
            name, title: title ?? scope.text("page_" + name), values,
            script: PageScript(name: "page-\(name).js", drawsCharts: drawsCharts))
    }

    /// Returns the settings, with the dates of the last backups if the server makes any.
    private static func settings(_ scope: RequestScope) async throws -> Response {
        let (services, database, texts) = (scope.services, scope.database, scope.texts)
        let (status, zone) = try await scope.blocking {
            (services.backupStatus, try database.preferences.current().timeZone)
        }
        var values: [String: Any] = [:]
        if let status {
            let dates = PageDates(zone, texts)
            values["backup"] =
                status.success.map { texts.text("settings_backup", ["date": dates.minute($0)]) }
                ?? texts.text("settings_backup_none")
            // A later backup has succeeded.
            if let failure = status.failure, failure > status.success ?? .distantPast {
                values["backupFailure"] = texts.text("settings_backup_failed", ["date": dates.minute(failure)])
            }
        }
        return try await page(scope, "settings", values, drawsCharts: false)
    }

    /// Returns the type in the path.
    private static func type(of scope: RequestScope) throws -> HealthTypeDescription {
        guard let type = HealthTypes.matching(try scope.path("type")) else {
            throw PageProblem(.notFound, "signin_missing")
        }
        return type
    }

    @Sendable private static func checkType(_ scope: RequestScope) throws { _ = try type(of: scope) }

    private static func typePage(_ scope: RequestScope, _ name: String) async throws -> Response {
        let type = try type(of: scope)
        let texts = scope.texts
        let label = texts.text("type_" + type.swiftName)
        return try await page(
            scope, name, ["type": type.swiftName, "typeName": label],
            title: name == "add" ? texts.text("add_title", ["type": label]) : label)
    }
}
