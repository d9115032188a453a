// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

extension AppSession {
    /// Checks that the app can push samples of some types; for correlations, those of their members.
    /// - Throws: An `HKError`, `errorAuthorizationDenied`, with the first type that it can't push.
    package func checkMayPush(_ types: Set<String>) throws {
        try read { db in
            for type in types.sorted().flatMap({
                CorrelationMembers.types(of: $0).isEmpty ? [$0] : CorrelationMembers.types(of: $0)
            }) {
                let permission = try PermissionTable.permission(db, app: app.identifier, type: type)
                guard permission.share != .authorized else { continue }
                let name = HealthTypes.named(type)?.swiftName ?? type
                throw HKError(
                    .errorAuthorizationDenied,
                    "\(app.name) may not save \(name): the person has not allowed it. They can change that on the Apps page or "
                        + "with `health apps grant \(app.identifier) --share \(name)`.")
            }
        }
    }
}
