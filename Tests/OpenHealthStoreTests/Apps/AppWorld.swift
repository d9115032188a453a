// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
@testable import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import Testing

@testable import OpenHealthStore

/// A store and the apps that share it.
final class AppWorld {
    let store: ScratchStore
    var database: HealthDatabase { store.database }

    /// Creates a world with an empty store, or with one of the contents of ``ScratchStore/bytes()``.
    init(_ contents: Data? = nil) throws {
        store = try ScratchStore(contents)
    }

    /// The date of saves by apps, in whole seconds.
    static let now = Date(timeIntervalSince1970: 1_750_000_000)

    /// Returns an app without permissions.
    func app(_ name: String = "journal", earliest: Date = .distantPast) -> AppAccess {
        AppAccess(
            database: database,
            app: AppIdentity(
                identifier: "org.example.\(name)", name: name.capitalized, version: "3.1", productType: "Computer1,1",
                operatingSystemVersion: "12.5.1"),
            clock: { AppWorld.now }, earliestPermittedSampleDate: earliest, intercept: nil)
    }

    /// Returns an app with permission to save and read all types that apps can.
    func trustedApp(_ name: String = "journal", earliest: Date = .distantPast) throws -> AppAccess {
        let app = app(name, earliest: earliest)
        try app.record(.granting(Self.everything(app.app)))
        return app
    }

    /// Returns a request for all types.
    static func everything(_ app: AppIdentity) -> AuthorizationRequest {
        let types = HealthTypes.all.compactMap { HKObjectType.named($0.identifier) }
        return AuthorizationRequest(
            app: app, share: Set(types.filter { $0.facts.isShareable }.compactMap { $0 as? HKSampleType }),
            read: Set(types))
    }

    /// Returns the number of samples in the store.
    func count() throws -> Int { try database.samples(SampleRequest()).count }

    /// Returns the error that a closure throws.
    static func error(
        sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
    ) throws -> HKError {
        try #require(throws: HKError.self, sourceLocation: sourceLocation) { try body() }
    }
}

extension AppAccess {
    /// Records the person's decision for some types.
    func allow(share: [HKObjectType: AppPermission.Share] = [:], read: [HKObjectType: AppPermission.Read] = [:]) throws
    {
        try record(AuthorizationDecision(share: share, read: read))
    }
}
