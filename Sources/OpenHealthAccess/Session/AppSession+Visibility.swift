// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

extension AppSession: SampleViewer {
    /// Which samples of a type the app sees.
    /// - Throws: `HKError.errorAuthorizationNotDetermined` where it has asked for neither reading nor saving.
    package func visibility(_ db: Database, _ type: HKSampleType) throws -> SampleVisibility {
        let own = try ownSources(db)
        guard type.requiresPerObjectAuthorization() else {
            return SampleVisibility(rule: .access(try access(db, type)), ownSources: own)
        }
        // An app that has not asked for the type has no objects of it either.
        let isDenied = try permission(db, type).read == .denied
        return SampleVisibility(
            rule: isDenied ? .access(.own) : .chosen(try PermissionTable.objects(db, app: app.identifier)),
            ownSources: own)
    }
}
