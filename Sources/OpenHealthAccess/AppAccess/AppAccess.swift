// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import Synchronization

/// The access of one app to a store.
///
/// Every call checks the current permissions. Errors are those of HealthKit.
public final class AppAccess: Sendable {
    /// The store.
    public let database: HealthDatabase
    /// The app.
    public let app: AppIdentity
    /// The clock, which returns the current date.
    package let clock: @Sendable () -> Date
    /// Samples that end before this date cannot be saved.
    public let earliestPermittedSampleDate: Date

    /// Whether requests without a decision are treated as denied, because an app must not learn whether there is a decision. In its
    /// own process, an app waits for the decision instead.
    let readsUnansweredAsDenied: Bool

    /// Whether quotas apply to the app. They apply to the apps of a server, not to apps with direct access to the file.
    let hasQuotas: Bool

    /// The action that the access log uses for the app's reads.
    let readAction: AccessAction

    /// A closure that is called before each access to the store. The access throws its errors.
    private let intercept: (@Sendable (AppOperation) throws -> Void)?

    /// Creates the access of an app.
    /// - Parameters:
    ///   - database: The store.
    ///   - app: The app.
    ///   - clock: Returns the current date, which is the creation date of saved samples.
    public convenience init(
        database: HealthDatabase, app: AppIdentity, clock: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.init(database: database, app: app, clock: clock, intercept: nil)
    }

    /// Creates an access with a closure that can throw errors, for tests of failures.
    package init(
        database: HealthDatabase, app: AppIdentity, clock: @escaping @Sendable () -> Date,
        earliestPermittedSampleDate: Date = .distantPast, readsUnansweredAsDenied: Bool = false,
        hasQuotas: Bool = false, readAction: AccessAction = .read,
        intercept: (@Sendable (AppOperation) throws -> Void)? = nil
    ) {
        self.database = database
        self.app = app
        self.clock = clock
        self.earliestPermittedSampleDate = earliestPermittedSampleDate
        self.readsUnansweredAsDenied = readsUnansweredAsDenied
        self.hasQuotas = hasQuotas
        self.readAction = readAction
        self.intercept = intercept
    }

    /// The access for an export, which the access log records as an export.
    package var exporting: AppAccess {
        AppAccess(
            database: database, app: app, clock: clock, earliestPermittedSampleDate: earliestPermittedSampleDate,
            readsUnansweredAsDenied: readsUnansweredAsDenied, hasQuotas: hasQuotas, readAction: .export,
            intercept: intercept)
    }

    /// Reads from one snapshot of the store, and converts errors to those of HealthKit.
    func read<T>(_ body: (Database) throws -> T) throws -> T {
        do {
            try intercept?(.read)
            return try database.read(body)
        } catch let error as QuotaExceeded {
            throw error
        } catch {
            throw HKError(storeError: error)
        }
    }

    /// Writes in one transaction, and converts errors to those of HealthKit.
    /// - Parameter ingests: Whether the transaction stores a push, which waits for the end of an import.
    func write<T>(as operation: AppOperation, ingests: Bool = false, _ body: (Database) throws -> T) throws -> T {
        do {
            try intercept?(operation)
            return try ingests ? database.ingesting { try database.write(body) } : database.write(body)
        } catch let error as QuotaExceeded {
            throw error
        } catch {
            throw HKError(storeError: error)
        }
    }

    /// Returns which samples of a type are visible.
    /// - Throws: `HKError.errorAuthorizationNotDetermined` if the app has requested neither reading nor saving.
    func access(_ db: Database, _ type: HKObjectType) throws -> SampleAccess {
        let permission = try readingPermission(db, type)
        switch permission.read {
        case .authorized: return .all
        case .limited(let date): return .since(date)
        case .denied: return .own
        case .notDetermined:
            guard permission.share == .notDetermined else { return .own }
            throw HKError(
                .errorAuthorizationNotDetermined,
                "\(app.name) has not asked for permission to read \(type.identifier). Call requestAuthorization first.")
        }
    }

    /// Returns the app's permission to read a type.
    func readingPermission(_ db: Database, _ type: HKObjectType) throws -> AppPermission {
        try PermissionTable.permission(
            db, app: app.identifier, type: type.identifier, unansweredIsDenied: readsUnansweredAsDenied)
    }

    /// Returns the numbers of the app's sources.
    package func ownSources(_ db: Database) throws -> Set<Int64> {
        Set(
            try Int64.fetchAll(
                db.cachedStatement(sql: "SELECT id FROM source WHERE bundle_identifier = ?"),
                arguments: [app.identifier]))
    }
}

extension AppAccess {
    /// Returns the date at which the data of a type ends, or nil if it continues or the app can't read all samples of the type,
    /// because the date of an export discloses the existence of samples.
    /// - Throws: An `HKError`.
    package func dataEnd(of type: HKSampleType) throws -> Date? {
        try read { db in
            guard try access(db, type) == .all else { return nil }
            return try HealthDatabase.dataEnd(db, of: type.identifier)
        }
    }
}

extension AppAccess {
    /// Returns a function that finds the visible sample with a UUID. If there are several, it prefers the app's own.
    ///
    /// Samples that aren't visible to the app are ignored: the results of saving, deleting and linking don't depend on whether
    /// such samples exist.
    func finder(_ reader: RecordReader) throws -> (UUID) throws -> RawSample? {
        let sees = try sight(reader)
        return { [self] uuid in
            try SampleLookup.find(uuid, reader, isOwn: { try owns($0, reader) }, sees: sees)
        }
    }

    /// Returns the sample with a UUID that the app has saved, or nil if there is no such sample.
    func ownSample(_ uuid: UUID, _ reader: RecordReader) throws -> RawSample? {
        try SampleLookup.find(uuid, reader, isOwn: { try owns($0, reader) }, sees: { _ in false })
    }
}

extension AppAccess: SampleViewer {
    /// Returns which samples of a type are visible.
    /// - Throws: `HKError.errorAuthorizationNotDetermined` if the app has requested neither reading nor saving.
    package func visibility(_ db: Database, _ type: HKSampleType) throws -> SampleVisibility {
        let own = try ownSources(db)
        guard type.requiresPerObjectAuthorization() else {
            return SampleVisibility(rule: .access(try access(db, type)), ownSources: own)
        }
        // An app that hasn't requested the type has no objects of it either.
        let isDenied = try permission(db, type).read == .denied
        return SampleVisibility(
            rule: isDenied ? .access(.own) : .chosen(try PermissionTable.objects(db, app: app.identifier)),
            ownSources: own)
    }
}

extension AppAccess {
    /// Reads from the store, and adds notes of the result to the access log.
    /// - Parameter notes: Returns the notes for the result.
    func read<T>(noting notes: (T) -> [AccessNote], _ body: (Database) throws -> T) throws -> T {
        let result = try read(body)
        note(notes(result))
        return result
    }

    /// Adds notes of the app's reads to the access log.
    package func note(_ notes: [AccessNote]) {
        guard !notes.isEmpty else { return }
        AccessRecorder.current?.add(notes)
        database.accessLog.note(notes, app: app.identifier, action: readAction, at: clock())
    }
}

/// A recorder of the access notes of an operation, with which a repeated response can be logged again.
package final class AccessRecorder: Sendable {
    @TaskLocal package static var current: AccessRecorder?
    private let state = Mutex<[AccessNote]>([])

    package init() {}

    /// The notes.
    package var notes: [AccessNote] { state.withLock { $0 } }

    func add(_ notes: [AccessNote]) { state.withLock { $0 += notes } }
}
