// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession
import Synchronization

// Unchecked because the class is open and cannot be final; all stored properties are immutable and Sendable, or behind a mutex.
/// The access point for all data of the health database: permissions, saving, deleting and queries.
///
/// Create one store and keep it. It uses the configuration given to ``HealthKitSystem/bootstrap(_:)``; by default, the database
/// at the default path, with the identity of the running program. The database is opened when it is first needed. Completion
/// handlers are called on a background queue. Errors are of type `HKError`.
///
/// The `async` methods call those with a completion handler, so overriding the latter changes both.
open class HKHealthStore: NSObject, @unchecked Sendable {
    package let context: HealthContext
    private let mirroringStartHandler = Mutex<(@Sendable (HKWorkoutSession) -> Void)?>(nil)

    // The only designated initializer: otherwise a subclass in another package could not inherit or override it.
    /// Creates a store with the configuration of ``HealthKitSystem``.
    public override init() {
        context = HealthKitSystem.context
        super.init()
        context.preferences.add(self)
    }

    /// Returns whether health data is available on this machine: true, unless the configuration of ``HealthKitSystem`` specifies
    /// otherwise.
    open class func isHealthDataAvailable() -> Bool {
        HealthKitSystem.context.configuration.isHealthDataAvailable
    }

    /// Returns whether the database supports clinical records: true.
    open func supportsHealthRecords() -> Bool { true }

    // MARK: Queries

    /// Starts a query, whose handlers are called on a background queue.
    ///
    /// A query runs once. Traps if the query was executed before, as on Apple's systems.
    open func execute(_ query: HKQuery) {
        query.begin(in: context)
    }

    /// Stops a query: no handler is called afterward, except one that is about to start on the query's own queue. A query that
    /// one of its own handlers stops calls no other handler. Has no effect on a query that has already ended.
    open func stop(_ query: HKQuery) {
        query.end()
    }

    // MARK: Permission

    /// Returns whether the app may save samples of a type. Apps cannot learn whether they may read a type: after a request to only
    /// read it, whatever the decision, the status is `sharingDenied`, as on phones; a later request to save it is shown.
    /// - Returns: `notDetermined` before the person has answered a request with the type, and if the database cannot be opened.
    open func authorizationStatus(for type: HKObjectType) -> HKAuthorizationStatus {
        switch try? context.wait({ try await $0.sharePermission(for: type) }) {
        case .authorized: .sharingAuthorized
        case .denied: .sharingDenied
        case .notDetermined, nil: .notDetermined
        }
    }

    /// Requests permission to save and read data types. The configuration of ``HealthKitSystem`` determines how requests are
    /// answered; types that have been answered are not requested again.
    ///
    /// - Precondition: Apps can save the types, and none is a correlation type: request the types of its contents.
    /// - Parameters:
    ///   - typesToShare: The types that the app saves and deletes, or nil.
    ///   - typesToRead: The types that the app reads, or nil.
    ///   - completion: Receives whether the request was processed. This does not reveal whether permission was granted.
    @preconcurrency
    open func requestAuthorization(
        toShare typesToShare: Set<HKSampleType>?, read typesToRead: Set<HKObjectType>?,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let (share, read) = (typesToShare ?? [], typesToRead ?? [])
        AuthorizationRules.stopIfDisallowed(share: share, read: read)
        context.perform(reportingTo: completion) { _ in
            try AuthorizationRules.check(share: share, read: read)
            try await self.context.authorize(share: share, read: read)
        }
    }

    /// Requests permission to save and read data types; see ``requestAuthorization(toShare:read:completion:)``.
    /// - Throws: An `HKError` if the request was not processed. Returning does not reveal whether permission was granted.
    open func requestAuthorization(
        toShare typesToShare: Set<HKSampleType>, read typesToRead: Set<HKObjectType>
    ) async throws {
        try await withCompletion { requestAuthorization(toShare: typesToShare, read: typesToRead, completion: $0) }
    }

    /// Requests permission to read individual objects of a type, such as vision prescriptions or medications. Prompts each time.
    /// - Parameters:
    ///   - objectType: A type whose `requiresPerObjectAuthorization()` returns true.
    ///   - predicate: A predicate for the objects to offer, or nil for all.
    ///   - completion: Receives whether the request was processed, not the decision.
    @preconcurrency
    open func requestPerObjectReadAuthorization(
        for objectType: HKObjectType, predicate: NSPredicate?,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let condition = PredicateNode(predicate)
        context.perform(reportingTo: completion) { _ in
            try await self.context.authorizeObjects(of: objectType, condition)
        }
    }

    /// Requests permission to read individual objects; see ``requestPerObjectReadAuthorization(for:predicate:completion:)``.
    open func requestPerObjectReadAuthorization(for objectType: HKObjectType, predicate: NSPredicate?) async throws {
        try await withCompletion {
            requestPerObjectReadAuthorization(for: objectType, predicate: predicate, completion: $0)
        }
    }

    /// Determines whether a request for these types would prompt the person.
    /// - Parameters:
    ///   - typesToShare: The types that the app saves and deletes.
    ///   - typesToRead: The types that the app reads.
    ///   - completion: Receives the status, or `unknown` and an error.
    @preconcurrency
    open func getRequestStatusForAuthorization(
        toShare typesToShare: Set<HKSampleType>, read typesToRead: Set<HKObjectType>,
        completion: @escaping @Sendable (HKAuthorizationRequestStatus, (any Error)?) -> Void
    ) {
        AuthorizationRules.stopIfDisallowed(share: typesToShare, read: typesToRead)
        context.perform { access -> HKAuthorizationRequestStatus in
            try AuthorizationRules.check(share: typesToShare, read: typesToRead)
            let request = AuthorizationRequest(app: access.app, share: typesToShare, read: typesToRead)
            return try await access.unanswered(request).isEmpty ? .unnecessary : .shouldRequest
        } completion: {
            $0.tell(completion, else: .unknown)
        }
    }

    /// Returns whether a request for these types would prompt the person.
    open func statusForAuthorizationRequest(
        toShare typesToShare: Set<HKSampleType>, read typesToRead: Set<HKObjectType>
    ) async throws -> HKAuthorizationRequestStatus {
        try await withValue {
            getRequestStatusForAuthorization(toShare: typesToShare, read: typesToRead, completion: $0)
        }
    }

    /// Handles the authorization requests of app extensions. There are no extensions here, so it completes immediately.
    @preconcurrency
    open func handleAuthorizationForExtension(completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        context.perform(reportingTo: completion) { _ in }
    }

    /// Handles the authorization requests of app extensions; see ``handleAuthorizationForExtension(completion:)``.
    open func handleAuthorizationForExtension() async throws {
        try await withCompletion { handleAuthorizationForExtension(completion: $0) }
    }

    /// Returns the earliest end date that a saved sample may have.
    open func earliestPermittedSampleDate() -> Date {
        (try? context.access())?.earliestPermittedSampleDate ?? .distantPast
    }

    /// Determines the dates from which the app may read types that it may read in part.
    /// - Parameters:
    ///   - types: The types.
    ///   - completion: Receives the dates. Types without such a limit, and types that the app may not read, are not included.
    @preconcurrency
    open func getEarliestAuthorizedSampleDate(
        for types: Set<HKObjectType>, completion: @escaping @Sendable ([HKObjectType: Date]?, (any Error)?) -> Void
    ) {
        context.perform(reportingTo: completion) { try await $0.earliestAuthorizedSampleDates(for: types) }
    }

    /// Returns the dates from which the app may read types; see ``getEarliestAuthorizedSampleDate(for:completion:)``.
    open func earliestAuthorizedSampleDate(for types: Set<HKObjectType>) async throws -> [HKObjectType: Date] {
        try await withValue { completion in
            getEarliestAuthorizedSampleDate(for: types) { completion($0 ?? [:], $1) }
        }
    }

    // MARK: Workouts

    /// The handler that Apple's phones call when a watch mirrors a workout session to them. It is stored but not called here.
    @preconcurrency
    open var workoutSessionMirroringStartHandler: (@Sendable (HKWorkoutSession) -> Void)? {
        get { mirroringStartHandler.withLock { $0 } }
        set { mirroringStartHandler.withLock { $0 = newValue } }
    }

    // MARK: Saving and deleting

    /// Saves an object.
    ///
    /// The app needs permission to save the object's type and the types of its contents. An object with a sync identifier replaces the
    /// app's object of the same identifier if its sync version is higher.
    /// - Parameters:
    ///   - object: A sample.
    ///   - completion: Receives whether the object was saved, or an error: `errorAuthorizationNotDetermined` if the app has not requested
    ///     permission, `errorAuthorizationDenied` if it was denied, `errorInvalidArgument` if the object is stored already.
    @preconcurrency
    open func save(_ object: HKObject, withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        save([object], withCompletion: completion)
    }

    /// Saves an object; see ``save(_:withCompletion:)-(HKObject,_)``.
    open func save(_ object: HKObject) async throws {
        try await withCompletion { save(object, withCompletion: $0) }
    }

    /// Saves either all of the objects or none; see ``save(_:withCompletion:)-(HKObject,_)``.
    @preconcurrency
    open func save(
        _ objects: [HKObject], withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        context.perform(reportingTo: completion) { try await $0.save(objects) }
    }

    /// Saves either all of the objects or none; see ``save(_:withCompletion:)-(HKObject,_)``.
    open func save(_ objects: [HKObject]) async throws {
        try await withCompletion { save(objects, withCompletion: $0) }
    }

    /// Deletes an object that the app saved.
    /// - Parameters:
    ///   - object: A sample.
    ///   - completion: Receives whether the object was deleted, or an error, for example if another app saved it.
    @preconcurrency
    open func delete(_ object: HKObject, withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        delete([object], withCompletion: completion)
    }

    /// Deletes an object that the app saved.
    open func delete(_ object: HKObject) async throws {
        try await withCompletion { delete(object, withCompletion: $0) }
    }

    /// Deletes either all of the objects or none. The app must have saved them.
    /// - Parameters:
    ///   - objects: Samples.
    ///   - completion: Receives whether the objects were deleted, or an error, for example for an empty array.
    @preconcurrency
    open func delete(
        _ objects: [HKObject], withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        context.perform(reportingTo: completion) { try await $0.delete(objects) }
    }

    /// Deletes either all of the objects or none. The app must have saved them.
    open func delete(_ objects: [HKObject]) async throws {
        try await withCompletion { delete(objects, withCompletion: $0) }
    }

    /// Deletes the app's objects of a type that match a predicate. Objects of other apps remain.
    /// - Parameters:
    ///   - objectType: The type.
    ///   - predicate: The predicate that the objects have to match.
    ///   - completion: Receives whether the deletion succeeded, the number of deleted objects, and an error.
    @preconcurrency
    open func deleteObjects(
        of objectType: HKObjectType, predicate: NSPredicate,
        withCompletion completion: @escaping @Sendable (Bool, Int, (any Error)?) -> Void
    ) {
        let condition = PredicateNode(predicate)
        context.perform {
            try await $0.deleteObjects(of: objectType, predicate: condition)
        } completion: {
            $0.tell({ count, error in completion(error == nil, count, error) }, else: 0)
        }
    }

    /// Deletes the app's objects of a type that match a predicate. Objects of other apps remain.
    /// - Returns: The number of deleted objects.
    @discardableResult
    open func deleteObjects(of objectType: HKObjectType, predicate: NSPredicate) async throws -> Int {
        try await withValue { completion in
            deleteObjects(of: objectType, predicate: predicate) { completion($1, $2) }
        }
    }

    // MARK: The person

    /// Returns the person's date of birth: the start of that day in the calendar of ``HealthKitSystem``.
    /// - Throws: An `HKError`; see ``dateOfBirthComponents()``.
    open func dateOfBirth() throws -> Date {
        try CharacteristicReader(context).dateOfBirth()
    }

    /// Returns the person's date of birth in the Gregorian calendar.
    /// - Throws: An `HKError`: `errorNoData` if it is not set, or the app may not read it.
    open func dateOfBirthComponents() throws -> DateComponents {
        try CharacteristicReader(context).dateOfBirthComponents()
    }

    /// Returns the person's biological sex; `notSet` if the app may not read it.
    /// - Throws: An `HKError`: `errorAuthorizationNotDetermined` if the app has not requested permission.
    open func biologicalSex() throws -> HKBiologicalSexObject {
        HKBiologicalSexObject(
            biologicalSex: try CharacteristicReader(context).value(.biologicalSex, else: .notSet))
    }

    /// Returns the person's blood type; `notSet` if the app may not read it.
    /// - Throws: An `HKError`: `errorAuthorizationNotDetermined` if the app has not requested permission.
    open func bloodType() throws -> HKBloodTypeObject {
        HKBloodTypeObject(bloodType: try CharacteristicReader(context).value(.bloodType, else: .notSet))
    }

    /// Returns the person's skin type; `notSet` if the app may not read it.
    /// - Throws: An `HKError`: `errorAuthorizationNotDetermined` if the app has not requested permission.
    open func fitzpatrickSkinType() throws -> HKFitzpatrickSkinTypeObject {
        HKFitzpatrickSkinTypeObject(
            skinType: try CharacteristicReader(context).value(.fitzpatrickSkinType, else: .notSet))
    }

    /// Returns whether the person uses a wheelchair; `notSet` if the app may not read it.
    /// - Throws: An `HKError`: `errorAuthorizationNotDetermined` if the app has not requested permission.
    open func wheelchairUse() throws -> HKWheelchairUseObject {
        HKWheelchairUseObject(wheelchairUse: try CharacteristicReader(context).value(.wheelchairUse, else: .notSet))
    }

    /// Returns the person's activity move mode; `activeEnergy` if it is not set, or the app may not read it.
    /// - Throws: An `HKError`: `errorAuthorizationNotDetermined` if the app has not requested permission.
    open func activityMoveMode() throws -> HKActivityMoveModeObject {
        HKActivityMoveModeObject(
            activityMoveMode: try CharacteristicReader(context).value(.activityMoveMode, else: .activeEnergy))
    }

    /// Determines the person's preferred units.
    ///
    /// When they change, `NSNotification.Name.HKUserPreferencesDidChange` is posted for this store.
    /// - Parameters:
    ///   - quantityTypes: Types that the app has requested.
    ///   - completion: Receives the units, or an empty dictionary and an error: `errorAuthorizationNotDetermined` for a type that the app
    ///     has not requested.
    @preconcurrency
    open func preferredUnits(
        for quantityTypes: Set<HKQuantityType>,
        completion: @escaping @Sendable ([HKQuantityType: HKUnit], (any Error)?) -> Void
    ) {
        let chosen = context.configuration.preferredUnits
        context.perform { access in
            try await access.preferredUnits(for: quantityTypes, locale: .current).merging(
                chosen.filter { quantityTypes.contains($0.key) }
            ) { _, own in own }
        } completion: {
            $0.tell(completion, else: [:])
        }
    }

    /// Returns the person's preferred units; see ``preferredUnits(for:completion:)``.
    open func preferredUnits(for quantityTypes: Set<HKQuantityType>) async throws -> [HKQuantityType: HKUnit] {
        try await withValue { preferredUnits(for: quantityTypes, completion: $0) }
    }

    /// Recalibrates the estimates of a type from a date on. Devices compute estimates, so no sample changes here.
    /// - Parameters:
    ///   - sampleType: A type whose `allowsRecalibrationForEstimates` is true; otherwise the error is `errorInvalidArgument`.
    ///   - date: The date of the change in the person's fitness or health.
    ///   - completion: Receives whether the type has such estimates.
    @preconcurrency
    open func recalibrateEstimates(
        sampleType: HKSampleType, date: Date, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        context.perform(reportingTo: completion) { _ in
            if sampleType.allowsRecalibrationForEstimates { return }
            throw HKError(
                .errorInvalidArgument,
                "There are no estimates of \(sampleType.identifier). Ask allowsRecalibrationForEstimates first.")
        }
    }

    /// Recalibrates the estimates of a type from a date on; see ``recalibrateEstimates(sampleType:date:completion:)``.
    open func recalibrateEstimates(sampleType: HKSampleType, date: Date) async throws {
        try await withCompletion { recalibrateEstimates(sampleType: sampleType, date: date, completion: $0) }
    }

    // MARK: Background delivery

    /// Enables the delivery of updates of a type to the app, including changes that other programs make while it is not running.
    ///
    /// Programs are not launched here. When the app runs again and executes an ``HKObserverQuery`` for the type, the query reports the
    /// changes since the last acknowledged update. While the app runs, the frequency limits how often it is notified, and changes in
    /// between are reported together. Apple's systems limit some types, such as `stepCount`, to one update an hour; here `immediate`
    /// is immediate for all types.
    ///
    /// Enabling a type again changes its frequency, and resumes delivery after three updates without acknowledgment.
    /// - Parameters:
    ///   - type: A type that the app has requested; not a correlation type.
    ///   - frequency: The maximum frequency of updates.
    ///   - completion: Receives whether delivery was enabled, or an error: `errorInvalidArgument` for a correlation type,
    ///     `errorAuthorizationNotDetermined` for a type that the app has not requested.
    @preconcurrency
    open func enableBackgroundDelivery(
        for type: HKObjectType, frequency: HKUpdateFrequency,
        withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        context.perform(reportingTo: completion) { try await $0.enableDelivery(of: type, frequency: frequency) }
    }

    /// Enables the delivery of updates of a type; see ``enableBackgroundDelivery(for:frequency:withCompletion:)``.
    open func enableBackgroundDelivery(for type: HKObjectType, frequency: HKUpdateFrequency) async throws {
        try await withCompletion { enableBackgroundDelivery(for: type, frequency: frequency, withCompletion: $0) }
    }

    /// Disables background delivery of a type: changes while the app is not running are no longer kept for it. Has no effect if
    /// delivery was not enabled.
    /// - Parameters:
    ///   - type: The type.
    ///   - completion: Receives whether delivery was disabled.
    @preconcurrency
    open func disableBackgroundDelivery(
        for type: HKObjectType, withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        context.perform(reportingTo: completion) { try await $0.disableDelivery(of: type) }
    }

    /// Disables background delivery of a type; see ``disableBackgroundDelivery(for:withCompletion:)``.
    open func disableBackgroundDelivery(for type: HKObjectType) async throws {
        try await withCompletion { disableBackgroundDelivery(for: type, withCompletion: $0) }
    }

    /// Disables background delivery of all types for the app.
    /// - Parameter completion: Receives whether delivery was disabled.
    @preconcurrency
    open func disableAllBackgroundDelivery(completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        context.perform(reportingTo: completion) { try await $0.disableAllDeliveries() }
    }

    /// Disables background delivery of all types for the app.
    open func disableAllBackgroundDelivery() async throws {
        try await withCompletion { disableAllBackgroundDelivery(completion: $0) }
    }

    // MARK: Workouts and their sessions

    /// Adds samples to a workout, and saves those that are not stored yet: either all of them or none.
    /// - Parameters:
    ///   - samples: The samples.
    ///   - workout: A workout that the app saved.
    ///   - completion: Receives whether the samples were added, or an error: `errorInvalidArgument` for an empty array or a workout that the
    ///     app cannot see, `errorAuthorizationDenied` if another app saved the workout, or the app may not save a type.
    @preconcurrency
    open func add(
        _ samples: [HKSample], to workout: HKWorkout, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        context.perform(reportingTo: completion) { try await $0.save([], adding: samples, to: workout.uuid) }
    }

    /// Adds samples to a workout; see ``add(_:to:completion:)``.
    open func addSamples(_ samples: [HKSample], to workout: HKWorkout) async throws {
        try await withCompletion { add(samples, to: workout, completion: $0) }
    }

    /// Returns the person's preferred training zones: those of the latest workout whose zones no app defined.
    /// - Parameter quantityType: The quantity that the zones divide, such as heart rate.
    /// - Returns: The configuration, or nil if no workout that the app may read has one.
    /// - Throws: An `HKError`: `errorAuthorizationNotDetermined` if the app has not requested workouts.
    open func preferredWorkoutZoneConfiguration(
        for quantityType: HKQuantityType
    ) async throws -> HKWorkoutZoneConfiguration? {
        try await context.perform { try await $0.latestZoneConfiguration(for: quantityType) }
    }

    /// Recovers the active workout session of this process. Sessions end with their process.
    /// - Parameter completion: Receives the session, or nil if none is active.
    @preconcurrency
    open func recoverActiveWorkoutSession(
        completion: @escaping @Sendable (HKWorkoutSession?, (any Error)?) -> Void
    ) {
        let session = WorkoutSessions.active(in: context)
        context.perform(reportingTo: { (_: Bool, _) in completion(session, nil) }) { _ in }
    }

    /// Returns the active workout session of this process; see ``recoverActiveWorkoutSession(completion:)``.
    open func recoverActiveWorkoutSession() async throws -> HKWorkoutSession? {
        WorkoutSessions.active(in: context)
    }

    /// Starts a session. Deprecated since watchOS 5 in favor of ``HKWorkoutSession/startActivity(with:)``.
    open func start(_ workoutSession: HKWorkoutSession) { workoutSession.startActivity(with: nil) }

    /// Ends a session. Deprecated since watchOS 5 in favor of ``HKWorkoutSession/end()``.
    open func end(_ workoutSession: HKWorkoutSession) { workoutSession.end() }

    /// Pauses a session. Deprecated since watchOS 5 in favor of ``HKWorkoutSession/pause()``.
    open func pause(_ workoutSession: HKWorkoutSession) { workoutSession.pause() }

    /// Resumes a session. Deprecated since watchOS 5 in favor of ``HKWorkoutSession/resume()``.
    open func resumeWorkoutSession(_ workoutSession: HKWorkoutSession) { workoutSession.resume() }

    /// Launches the app on the person's watch. There is no watch here, so it fails.
    /// - Parameters:
    ///   - workoutConfiguration: The configuration of the workout to record.
    ///   - completion: Receives false and `errorHealthDataUnavailable`, as on a phone without a watch.
    @preconcurrency
    open func startWatchApp(
        with workoutConfiguration: HKWorkoutConfiguration,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        context.perform { _ in
            throw HKError(
                .errorHealthDataUnavailable,
                "There is no watch whose app can be started. Record the workout in this app.")
        } completion: { (result: Result<Void, any Error>) in
            result.tell(completion)
        }
    }

    /// Launches the app on the person's watch; see ``startWatchApp(with:completion:)``.
    /// - Throws: An `HKError`: `errorHealthDataUnavailable`.
    open func startWatchApp(toHandle workoutConfiguration: HKWorkoutConfiguration) async throws {
        try await withCompletion { startWatchApp(with: workoutConfiguration, completion: $0) }
    }

    // MARK: Effort of workouts

    /// Relates an effort sample to a workout, and saves the sample if it is not stored yet.
    /// - Parameters:
    ///   - sample: A sample of type `workoutEffortScore` or `estimatedWorkoutEffortScore`.
    ///   - workout: A workout that the app may read.
    ///   - activity: The activity that the score rates, or nil for the whole workout.
    ///   - completion: Receives whether the sample was related, or an error: `errorInvalidArgument` for a sample of another type or an
    ///     activity of another workout, `errorNoData` if the workout is not stored, `errorAuthorizationDenied` for a sample of another app.
    @preconcurrency
    open func relateWorkoutEffortSample(
        _ sample: HKSample, with workout: HKWorkout, activity: HKWorkoutActivity?,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let (workout, activity) = (workout.uuid, activity?.uuid)
        context.perform(reportingTo: completion) {
            try await $0.relateEffort(sample, workout: workout, activity: activity)
        }
    }

    /// Relates an effort sample to a workout; see ``relateWorkoutEffortSample(_:with:activity:completion:)``.
    @discardableResult
    open func relateWorkoutEffortSample(
        _ sample: HKSample, with workout: HKWorkout, activity: HKWorkoutActivity?
    ) async throws -> Bool {
        try await withCompletion {
            relateWorkoutEffortSample(sample, with: workout, activity: activity, completion: $0)
        }
        return true
    }

    /// Removes the relation between an effort sample and a workout. The sample remains.
    /// - Parameters:
    ///   - sample: The sample.
    ///   - workout: The workout.
    ///   - activity: The activity that the sample is related to, or nil for the whole workout.
    ///   - completion: Receives whether the relation was removed, or an error: `errorInvalidArgument` if there is no such
    ///     relation, `errorAuthorizationDenied` for a sample of another app.
    @preconcurrency
    open func unrelateWorkoutEffortSample(
        _ sample: HKSample, from workout: HKWorkout, activity: HKWorkoutActivity?,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        context.perform(reportingTo: completion) {
            try await $0.unrelateEffort(sample, workout: workout.uuid, activity: activity?.uuid)
        }
    }

    /// Removes the relation between an effort sample and a workout; see
    /// ``unrelateWorkoutEffortSample(_:from:activity:completion:)``.
    @discardableResult
    open func unrelateWorkoutEffortSample(
        _ sample: HKSample, from workout: HKWorkout, activity: HKWorkoutActivity?
    ) async throws -> Bool {
        try await withCompletion {
            unrelateWorkoutEffortSample(sample, from: workout, activity: activity, completion: $0)
        }
        return true
    }

    // MARK: Energy

    /// Splits the total energy of a period into resting and active energy.
    ///
    /// Resting energy follows Mifflin and St Jeor (American Journal of Clinical Nutrition 51, 1990), in kilocalories a day.
    /// It is `10 * kilograms + 6.25 * centimetres - 5 * years + 5` for men. For women the last term is `- 161`, and without
    /// a sex it is the mean of both. It never exceeds the total. Weight and height are the latest before the end. Only data
    /// that the app may read is used. Apple's formula is not published; its results differ.
    /// - Parameters:
    ///   - totalEnergy: The total, in a unit of energy.
    ///   - start: The start of the period.
    ///   - end: The end of the period.
    ///   - resultsHandler: Receives the resting energy and the active energy, or an error: `errorNoData`, naming what is missing, if weight,
    ///     height or date of birth is not stored, or the app may not read it.
    @preconcurrency
    open func splitTotalEnergy(
        _ totalEnergy: HKQuantity, start: Date, end: Date,
        resultsHandler: @escaping @Sendable (HKQuantity?, HKQuantity?, (any Error)?) -> Void
    ) {
        let calendar = context.configuration.calendar
        context.perform {
            try await $0.splitEnergy(totalEnergy, start: start, end: end, calendar: calendar)
        } completion: {
            $0.tell { energy, error in resultsHandler(energy?.resting, energy?.active, error) }
        }
    }
}
