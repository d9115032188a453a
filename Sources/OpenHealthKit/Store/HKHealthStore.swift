// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthModel
import HealthStore
import Synchronization

// Unchecked because the class is open and so cannot be final; all it stores is immutable and Sendable, or behind a mutex.
/// The way to a person's health database: permissions, saving, deleting, queries.
///
/// Make one and keep it. What it reaches is what ``HealthKitSystem/bootstrap(_:)`` said; without that call the database at
/// the default place, for the program that runs. Nothing is opened before it is needed. Completion handlers are called on a
/// queue in the background. What goes wrong is an `HKError`.
///
/// The forms with `async` call those with a completion handler, so that a subclass which overrides one changes both.
open class HKHealthStore: NSObject, @unchecked Sendable {
    package let context: HealthContext
    private let mirroringStartHandler = Mutex<(@Sendable (HKWorkoutSession) -> Void)?>(nil)

    /// Makes a store as ``HealthKitSystem`` says.
    public override convenience init() {
        self.init(context: HealthKitSystem.context)
    }

    /// Makes a store of its own.
    package init(context: HealthContext) {
        self.context = context
        super.init()
        context.preferences.add(self)
    }

    /// Whether there is health data on this machine: true, unless ``HealthKitSystem`` was told otherwise.
    open class func isHealthDataAvailable() -> Bool {
        HealthKitSystem.context.configuration.isHealthDataAvailable
    }

    /// Whether the database can hold clinical records: true.
    open func supportsHealthRecords() -> Bool { true }

    // MARK: Queries

    /// Begins a query. Its handlers are called on a queue in the background.
    ///
    /// A query can be executed once; the process stops the second time, as on Apple's systems.
    open func execute(_ query: HKQuery) {
        query.begin(in: context)
    }

    /// Ends a query: no handler of it begins afterwards. Does nothing for one that has ended already.
    open func stop(_ query: HKQuery) {
        query.end()
    }

    // MARK: Permission

    /// Whether the person lets the app save a type. It says nothing about reading: an app never learns that.
    /// - Returns: `notDetermined` also where the database cannot be opened; `sharingDenied` for a type that no app can save,
    ///   once the app has asked for it.
    open func authorizationStatus(for type: HKObjectType) -> HKAuthorizationStatus {
        switch try? context.session().permissions(for: [type])[type]?.share {
        case .authorized: .sharingAuthorized
        case .denied: .sharingDenied
        case .notDetermined, nil: .notDetermined
        }
    }

    /// Asks the person for permission to save and read some types. Who is asked, ``HealthKitSystem`` says. What has been
    /// answered before is not asked again.
    ///
    /// The process stops for types that apps cannot save, and for correlations: ask for the types of what they hold.
    /// - Parameters:
    ///   - typesToShare: what the app wants to save and delete; nil for nothing.
    ///   - typesToRead: what the app wants to read; nil for nothing.
    ///   - completion: whether the person was asked, or had been before. It does not say what the answer was.
    open func requestAuthorization(
        toShare typesToShare: Set<HKSampleType>?, read typesToRead: Set<HKObjectType>?,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let (share, read) = (typesToShare ?? [], typesToRead ?? [])
        AuthorizationRules.stopIfDisallowed(share: share, read: read)
        context.perform {
            try AuthorizationRules.check(share: share, read: read)
            try await self.context.authorize(share: share, read: read)
        } completion: {
            $0.tell(completion)
        }
    }

    /// Asks the person for permission to save and read some types; see
    /// ``requestAuthorization(toShare:read:completion:)``.
    /// - Throws: an `HKError` where the person was not asked. Returning does not say what the answer was.
    open func requestAuthorization(
        toShare typesToShare: Set<HKSampleType>, read typesToRead: Set<HKObjectType>
    ) async throws {
        try await withCompletion { requestAuthorization(toShare: typesToShare, read: typesToRead, completion: $0) }
    }

    /// Asks the person which objects of a type the app may read, where they allow them one by one: prescriptions for
    /// glasses and contact lenses, medications. It asks every time.
    /// - Parameters:
    ///   - objectType: the type, for which `requiresPerObjectAuthorization()` is true.
    ///   - predicate: what objects are in question; nil for all.
    ///   - completion: whether the person was asked; not what they chose.
    open func requestPerObjectReadAuthorization(
        for objectType: HKObjectType, predicate: NSPredicate?,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let condition = PredicateNode(predicate)
        context.perform {
            try await self.context.authorizeObjects(of: objectType, condition)
        } completion: {
            $0.tell(completion)
        }
    }

    /// Asks the person which objects of a type the app may read; see
    /// ``requestPerObjectReadAuthorization(for:predicate:completion:)``.
    open func requestPerObjectReadAuthorization(for objectType: HKObjectType, predicate: NSPredicate?) async throws {
        try await withCompletion {
            requestPerObjectReadAuthorization(for: objectType, predicate: predicate, completion: $0)
        }
    }

    /// Tells whether a request for the same types would ask the person for something.
    /// - Parameter completion: takes `unknown` with an error.
    open func getRequestStatusForAuthorization(
        toShare typesToShare: Set<HKSampleType>, read typesToRead: Set<HKObjectType>,
        completion: @escaping @Sendable (HKAuthorizationRequestStatus, (any Error)?) -> Void
    ) {
        AuthorizationRules.stopIfDisallowed(share: typesToShare, read: typesToRead)
        context.perform { session -> HKAuthorizationRequestStatus in
            try AuthorizationRules.check(share: typesToShare, read: typesToRead)
            let request = AuthorizationRequest(app: session.app, share: typesToShare, read: typesToRead)
            return try session.unanswered(request).isEmpty ? .unnecessary : .shouldRequest
        } completion: {
            $0.tell(completion, else: .unknown)
        }
    }

    /// Whether a request for the same types would ask the person for something.
    open func statusForAuthorizationRequest(
        toShare typesToShare: Set<HKSampleType>, read typesToRead: Set<HKObjectType>
    ) async throws -> HKAuthorizationRequestStatus {
        try await withValue {
            getRequestStatusForAuthorization(toShare: typesToShare, read: typesToRead, completion: $0)
        }
    }

    /// Has the requests of an app's extensions answered. There are no extensions here, so that nothing ever waits: it
    /// completes at once.
    open func handleAuthorizationForExtension(completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        context.perform { _ in
        } completion: {
            $0.tell(completion)
        }
    }

    /// Has the requests of an app's extensions answered; see ``handleAuthorizationForExtension(completion:)``.
    open func handleAuthorizationForExtension() async throws {
        try await withCompletion { handleAuthorizationForExtension(completion: $0) }
    }

    /// The earliest date that samples may end at: those before it cannot be saved.
    open func earliestPermittedSampleDate() -> Date {
        (try? context.session())?.earliestPermittedSampleDate ?? .distantPast
    }

    /// Tells before which dates the app may not read, for the types that the person lets it read in part.
    /// - Parameter completion: takes the dates; types that may be read whole, or not at all, are not among them.
    open func getEarliestAuthorizedSampleDate(
        for types: Set<HKObjectType>, completion: @escaping @Sendable ([HKObjectType: Date]?, (any Error)?) -> Void
    ) {
        context.perform {
            try $0.earliestAuthorizedSampleDates(for: types)
        } completion: {
            $0.tell(completion)
        }
    }

    /// The dates before which the app may not read, for the types that the person lets it read in part. Types that may be
    /// read whole, or not at all, are not among them.
    open func earliestAuthorizedSampleDate(for types: Set<HKObjectType>) async throws -> [HKObjectType: Date] {
        try await withValue { completion in
            getEarliestAuthorizedSampleDate(for: types) { completion($0 ?? [:], $1) }
        }
    }

    // MARK: Workouts

    /// Called on Apple's phones when a watch starts to mirror a workout session there. There is no watch here that could, so
    /// it is kept and never called.
    open var workoutSessionMirroringStartHandler: (@Sendable (HKWorkoutSession) -> Void)? {
        get { mirroringStartHandler.withLock { $0 } }
        set { mirroringStartHandler.withLock { $0 = newValue } }
    }

    // MARK: Saving and deleting

    /// Saves an object.
    ///
    /// The app must be allowed to save its type, and those of what it holds. An object with a sync identifier takes the
    /// place of the one that the app has saved under that identifier, if its sync version is greater.
    /// - Parameter completion: takes whether it was saved, else an error: `errorAuthorizationNotDetermined` where the app has
    ///   not asked, `errorAuthorizationDenied` where it may not, `errorInvalidArgument` where it is there already.
    open func save(_ object: HKObject, withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        save([object], withCompletion: completion)
    }

    /// Saves an object; see ``save(_:withCompletion:)-(HKObject,_)``.
    open func save(_ object: HKObject) async throws {
        try await withCompletion { save(object, withCompletion: $0) }
    }

    /// Saves objects: all of them, or none; see ``save(_:withCompletion:)-(HKObject,_)``.
    open func save(
        _ objects: [HKObject], withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        context.perform {
            try $0.save(objects)
        } completion: {
            $0.tell(completion)
        }
    }

    /// Saves objects: all of them, or none; see ``save(_:withCompletion:)-(HKObject,_)``.
    open func save(_ objects: [HKObject]) async throws {
        try await withCompletion { save(objects, withCompletion: $0) }
    }

    /// Deletes an object that the app has saved.
    /// - Parameter completion: takes whether it was deleted, else an error, as where another app has saved it.
    open func delete(_ object: HKObject, withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        delete([object], withCompletion: completion)
    }

    /// Deletes an object that the app has saved.
    open func delete(_ object: HKObject) async throws {
        try await withCompletion { delete(object, withCompletion: $0) }
    }

    /// Deletes objects that the app has saved: all of them, or none.
    /// - Parameter completion: takes whether they were deleted, else an error, as for an empty list.
    open func delete(
        _ objects: [HKObject], withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        context.perform {
            try $0.delete(objects)
        } completion: {
            $0.tell(completion)
        }
    }

    /// Deletes objects that the app has saved: all of them, or none.
    open func delete(_ objects: [HKObject]) async throws {
        try await withCompletion { delete(objects, withCompletion: $0) }
    }

    /// Deletes what the app has saved of a type and a predicate fits. What others have saved stays.
    /// - Parameter completion: takes whether it worked, how many objects were deleted, and the error.
    open func deleteObjects(
        of objectType: HKObjectType, predicate: NSPredicate,
        withCompletion completion: @escaping @Sendable (Bool, Int, (any Error)?) -> Void
    ) {
        let condition = PredicateNode(predicate)
        context.perform {
            try $0.deleteObjects(of: objectType, predicate: condition)
        } completion: { result in
            switch result {
            case .success(let count): completion(true, count, nil)
            case .failure(let error): completion(false, 0, error)
            }
        }
    }

    /// Deletes what the app has saved of a type and a predicate fits. What others have saved stays.
    /// - Returns: how many objects were deleted.
    @discardableResult
    open func deleteObjects(of objectType: HKObjectType, predicate: NSPredicate) async throws -> Int {
        try await withValue { completion in
            deleteObjects(of: objectType, predicate: predicate) { completion($1, $2) }
        }
    }

    // MARK: The person

    /// When the person was born: the beginning of that day in the calendar of ``HealthKitSystem``.
    /// - Throws: an `HKError`; see ``dateOfBirthComponents()``.
    open func dateOfBirth() throws -> Date {
        try CharacteristicReader(context).dateOfBirth()
    }

    /// The day when the person was born, in the Gregorian calendar.
    /// - Throws: an `HKError`: `errorNoData` where it is not set, or the app may not read it.
    open func dateOfBirthComponents() throws -> DateComponents {
        try CharacteristicReader(context).dateOfBirthComponents()
    }

    /// The sex of the person; not set where the app may not read it.
    /// - Throws: an `HKError`, `errorAuthorizationNotDetermined` where the app has not asked.
    open func biologicalSex() throws -> HKBiologicalSexObject {
        HKBiologicalSexObject(
            biologicalSex: try CharacteristicReader(context).value(.biologicalSex, else: .notSet))
    }

    /// The blood type of the person; not set where the app may not read it.
    /// - Throws: an `HKError`, `errorAuthorizationNotDetermined` where the app has not asked.
    open func bloodType() throws -> HKBloodTypeObject {
        HKBloodTypeObject(bloodType: try CharacteristicReader(context).value(.bloodType, else: .notSet))
    }

    /// The skin type of the person; not set where the app may not read it.
    /// - Throws: an `HKError`, `errorAuthorizationNotDetermined` where the app has not asked.
    open func fitzpatrickSkinType() throws -> HKFitzpatrickSkinTypeObject {
        HKFitzpatrickSkinTypeObject(
            skinType: try CharacteristicReader(context).value(.fitzpatrickSkinType, else: .notSet))
    }

    /// Whether the person uses a wheelchair; not set where the app may not read it.
    /// - Throws: an `HKError`, `errorAuthorizationNotDetermined` where the app has not asked.
    open func wheelchairUse() throws -> HKWheelchairUseObject {
        HKWheelchairUseObject(wheelchairUse: try CharacteristicReader(context).value(.wheelchairUse, else: .notSet))
    }

    /// What the person's Move ring counts; energy where it is not set, or the app may not read it.
    /// - Throws: an `HKError`, `errorAuthorizationNotDetermined` where the app has not asked.
    open func activityMoveMode() throws -> HKActivityMoveModeObject {
        HKActivityMoveModeObject(
            activityMoveMode: try CharacteristicReader(context).value(.activityMoveMode, else: .activeEnergy))
    }

    /// Tells the units that the person likes to see.
    ///
    /// `NSNotification.Name.HKUserPreferencesDidChange` is posted for this store when they change.
    /// - Parameters:
    ///   - quantityTypes: types that the app has asked for.
    ///   - completion: takes the units; none with an error, as `errorAuthorizationNotDetermined` for a type that the app has
    ///     not asked for.
    open func preferredUnits(
        for quantityTypes: Set<HKQuantityType>,
        completion: @escaping @Sendable ([HKQuantityType: HKUnit], (any Error)?) -> Void
    ) {
        let chosen = context.configuration.preferredUnits
        context.perform { session in
            try session.preferredUnits(for: quantityTypes).merging(
                chosen.filter { quantityTypes.contains($0.key) }
            ) { _, own in own }
        } completion: {
            $0.tell(completion, else: [:])
        }
    }

    /// The units that the person likes to see; see ``preferredUnits(for:completion:)``.
    open func preferredUnits(for quantityTypes: Set<HKQuantityType>) async throws -> [HKQuantityType: HKUnit] {
        try await withValue { preferredUnits(for: quantityTypes, completion: $0) }
    }

    /// Has estimates of a type made anew from a date on. Devices make them and nothing here does, so that no sample changes.
    /// - Parameters:
    ///   - sampleType: a type for which `allowsRecalibrationForEstimates` is true; `errorInvalidArgument` otherwise.
    ///   - date: when the person's fitness or health has changed.
    ///   - completion: whether the type has such estimates.
    open func recalibrateEstimates(
        sampleType: HKSampleType, date: Date, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        context.perform { _ in
            if sampleType.allowsRecalibrationForEstimates { return }
            throw HKError(
                .errorInvalidArgument,
                "There are no estimates of \(sampleType.identifier). Ask allowsRecalibrationForEstimates first.")
        } completion: {
            $0.tell(completion)
        }
    }

    /// Has estimates of a type made anew from a date on; see ``recalibrateEstimates(sampleType:date:completion:)``.
    open func recalibrateEstimates(sampleType: HKSampleType, date: Date) async throws {
        try await withCompletion { recalibrateEstimates(sampleType: sampleType, date: date, completion: $0) }
    }
}
