// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthServer
import OpenHealthSession
import OpenHealthStore
import Hummingbird

/// The actions of the forms on the page of apps.
enum AppPageForms {
    static func change(_ scope: RequestScope) async throws -> Response {
        let form = try await scope.form()
        let (database, apps) = (scope.database, scope.services.apps)
        switch form["action"] {
        // Without scripts, the page is opened by a form with the session's token.
        case "open": return try await AppPages.show(scope)
        case "pair": return try await pair(scope, form, for: nil, endsToken: false)
        case "open-registration", "close-registration":
            let isOpen = form["action"] == "open-registration"
            if isOpen { try await scope.confirm(form) }
            try await scope.change { try database.apps.setRegistrationOpen(isOpen) }
            throw Redirection("/owner/apps")
        default: break
        }
        guard let app = form["app"]?.trimmingCharacters(in: .whitespaces), !app.isEmpty, app.utf8.count <= 1024 else {
            throw PageProblem(.invalidArgument, "permission_noapp")
        }
        let isOurs = app == WebApp.identity.identifier
        switch form["action"] {
        case "save":
            let wanted = try await scope.changing { try changes(form, app, database) }
            if wanted.contains(where: \.isWider) { try await scope.confirm(form) }
            try await scope.change {
                for change in wanted { try change.apply(to: app, in: database) }
            }
        case "quotas" where !isOurs:
            let limits = try quotas(form)
            if try await scope.changing({ try database.apps.quotas.raises(limits, of: app) }) {
                try await scope.confirm(form)
            }
            try await scope.change { try database.apps.quotas.set(limits, of: app) }
        case "revoke": try await scope.change { try apps.revoke(app) }
        // The pages have no token to remove, and would be back at the next visit.
        case "release" where !isOurs: try await scope.change { try apps.release(app) }
        case "forget" where !isOurs: try await scope.change { try apps.forget(app) }
        case "pair-app" where !isOurs: return try await pair(scope, form, for: app, endsToken: false)
        case "renew" where !isOurs: return try await pair(scope, form, for: app, endsToken: true)
        case "name-accept", "name-refuse":
            let (name, isAccepted) = (form["name"] ?? "", form["action"] == "name-accept")
            try await scope.change { try apps.decide(rename: name, of: app, isAccepted: isAccepted) }
        default: throw PageProblem(.invalidArgument, "signin_invalid")
        }
        throw Redirection("/owner/apps")
    }

    private static func quotas(_ form: FormFields) throws(PageProblem) -> [AppQuota: Int?] {
        var limits: [AppQuota: Int?] = [:]
        for quota in AppQuota.allCases {
            guard let text = form[quota.rawValue]?.trimmingCharacters(in: .whitespaces) else { continue }
            if text.isEmpty {
                limits.updateValue(nil, forKey: quota)
            } else {
                guard let limit = Int(text), limit >= 0 else {
                    throw PageProblem(.invalidArgument, "permission_quota_wrong")
                }
                limits.updateValue(limit, forKey: quota)
            }
        }
        return limits
    }

    /// Creates a pairing code and shows it on the page.
    private static func pair(
        _ scope: RequestScope, _ form: FormFields, for app: String?, endsToken: Bool
    ) async throws -> Response {
        if let app, !PairingCode.canRegister(app) {
            throw PageProblem(.invalidArgument, "permission_noapp")
        }
        // The token for such a code has the permissions of the app.
        if app != nil { try await scope.confirm(form) }
        let apps = scope.services.apps
        let (code, expires) = try await scope.changing { try apps.pairingCode(for: app, endsToken: endsToken) }
        return try await AppPages.show(scope, pairing: AppPages.Pairing(code: code, expires: expires, app: app))
    }

    /// A form's change to the permissions for a type.
    private struct Change {
        var type: String
        var share: AppPermission.Share?
        var read: AppPermission.Read?

        /// Whether the change widens the permissions of the app, as far as that can be determined.
        var isWider: Bool { share == .authorized || read.map { PermissionStatusJSON($0) == .authorized } ?? false }

        func apply(to app: String, in database: HealthDatabase) throws {
            try database.apps.setPermission(share: share, read: read, app: app, types: [type])
        }
    }

    private static func changes(
        _ form: FormFields, _ identifier: String, _ database: HealthDatabase
    ) throws -> [Change] {
        let zone = database.homeTimeZone
        guard let app = try database.apps.all().first(where: { $0.identifier == identifier }) else {
            throw PageProblem(.notFound, "permission_gone")
        }
        let (share, read) = (Set(form.values("share")), Set(form.values("read")))
        return try form.values("type").compactMap { type in
            guard let before = app.permissions.first(where: { $0.type == type })?.permission else { return nil }
            let canShare = HealthTypes.named(type)?.isShareable ?? false
            return Change(
                type: type, share: canShare ? changed(before.share, to: share.contains(type)) : nil,
                read: try changed(before.read, to: read.contains(type), since: form["since:\(type)"] ?? "", zone))
        }
    }

    /// Returns the value of a switch, or nil if it is unchanged: a switch that stays off is not a decision.
    private static func changed(_ before: AppPermission.Share, to isOn: Bool) -> AppPermission.Share? {
        if isOn { return before == .authorized ? nil : .authorized }
        return before == .authorized ? .denied : nil
    }

    private static func changed(
        _ before: AppPermission.Read, to isOn: Bool, since text: String, _ zone: TimeZone?
    ) throws(PageProblem) -> AppPermission.Read? {
        guard isOn else { return PermissionStatusJSON(before) == .authorized ? .denied : nil }
        if text.isEmpty { return before == .authorized ? nil : .authorized }
        guard let date = PageDates.date(text, in: zone) else {
            throw PageProblem(.invalidArgument, "permission_wrongdate")
        }
        // The field has only the day: an unchanged one keeps the moment.
        if case .limited(let old) = before, PageDates.field(old, in: zone) == text { return nil }
        return .limited(since: date)
    }
}
