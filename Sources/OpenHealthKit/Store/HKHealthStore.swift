// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession
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

    // The only designated initialiser: a subclass in another package could not inherit or override this one otherwise.
    /// Creates a store with the configuration of ``HealthKitSystem``.
    public override init() {
        context = HealthKitSystem.context
        super.init()
        context.preferences.add(self)
    }

    /// Creates a store in a context.
    package class func make(in context: HealthContext) -> HKHealthStore {
        HealthKitSystem.$scoped.withValue(context) { HKHealthStore() }
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

    /// Ends a query: no handler of it is called any more, but for one that is about to begin on the query's own queue. A query
    /// that is stopped from one of its handlers calls no other. Does nothing for one that has ended already.
    open func stop(_ query: HKQuery) {
        query.end()
    }

    // MARK: Permission

    /// Whether the person lets the app save a type. It says nothing about reading: an app never learns that.
    /// - Returns: `notDetermined` also where the database cannot be opened; `sharingDenied` for a type that no app can save,
    ///   once the app has asked for it.
    open func authorizationStatus(for type: HKObjectType) -> HKAuthorizationStatus {
        switch try? context.wait({ try await $0.sharePermission(for: type) }) {
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
    @preconcurrency
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
    @preconcurrency
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

    /// Determines whether a request for the same types would prompt the person.
    /// - Parameters:
    ///   - typesToShare: what the app wants to save and delete.
    ///   - typesToRead: what the app wants to read.
    ///   - completion: takes `unknown` with an error.
    @preconcurrency
    open func getRequestStatusForAuthorization(
        toShare typesToShare: Set<HKSampleType>, read typesToRead: Set<HKObjectType>,
        completion: @escaping @Sendable (HKAuthorizationRequestStatus, (any Error)?) -> Void
    ) {
        AuthorizationRules.stopIfDisallowed(share: typesToShare, read: typesToRead)
        context.perform { session -> HKAuthorizationRequestStatus in
            try AuthorizationRules.check(share: typesToShare, read: typesToRead)
            let request = AuthorizationRequest(app: session.app, share: typesToShare, read: typesToRead)
            return try await session.unanswered(request).isEmpty ? .unnecessary : .shouldRequest
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
    @preconcurrency
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

    /// Determines the earliest readable dates of types that the app may read in part.
    /// - Parameters:
    ///   - types: the types.
    ///   - completion: takes the dates; types that may be read whole, or not at all, are not among them.
    @preconcurrency
    open func getEarliestAuthorizedSampleDate(
        for types: Set<HKObjectType>, completion: @escaping @Sendable ([HKObjectType: Date]?, (any Error)?) -> Void
    ) {
        context.perform {
            try await $0.earliestAuthorizedSampleDates(for: types)
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
    @preconcurrency
    open var workoutSessionMirroringStartHandler: (@Sendable (HKWorkoutSession) -> Void)? {
        get { mirroringStartHandler.withLock { $0 } }
        set { mirroringStartHandler.withLock { $0 = newValue } }
    }

    // MARK: Saving and deleting

    /// Saves an object.
    ///
    /// The app must be allowed to save its type, and those of what it holds. An object with a sync identifier takes the
    /// place of the one that the app has saved under that identifier, if its sync version is greater.
    /// - Parameters:
    ///   - object: a sample.
    ///   - completion: takes whether it was saved, else an error: `errorAuthorizationNotDetermined` where the app has not asked,
    ///     `errorAuthorizationDenied` where it may not, `errorInvalidArgument` where it is there already.
    @preconcurrency
    open func save(_ object: HKObject, withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        save([object], withCompletion: completion)
    }

    /// Saves an object; see ``save(_:withCompletion:)-(HKObject,_)``.
    open func save(_ object: HKObject) async throws {
        try await withCompletion { save(object, withCompletion: $0) }
    }

    /// Saves objects: all of them, or none; see ``save(_:withCompletion:)-(HKObject,_)``.
    @preconcurrency
    open func save(
        _ objects: [HKObject], withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        context.perform {
            try await $0.save(objects)
        } completion: {
            $0.tell(completion)
        }
    }

    /// Saves objects: all of them, or none; see ``save(_:withCompletion:)-(HKObject,_)``.
    open func save(_ objects: [HKObject]) async throws {
        try await withCompletion { save(objects, withCompletion: $0) }
    }

    /// Deletes an object that the app has saved.
    /// - Parameters:
    ///   - object: a sample.
    ///   - completion: takes whether it was deleted, else an error, as where another app has saved it.
    @preconcurrency
    open func delete(_ object: HKObject, withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        delete([object], withCompletion: completion)
    }

    /// Deletes an object that the app has saved.
    open func delete(_ object: HKObject) async throws {
        try await withCompletion { delete(object, withCompletion: $0) }
    }

    /// Deletes objects that the app has saved: all of them, or none.
    /// - Parameters:
    ///   - objects: samples.
    ///   - completion: takes whether they were deleted, else an error, as for an empty list.
    @preconcurrency
    open func delete(
        _ objects: [HKObject], withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        context.perform {
            try await $0.delete(objects)
        } completion: {
            $0.tell(completion)
        }
    }

    /// Deletes objects that the app has saved: all of them, or none.
    open func delete(_ objects: [HKObject]) async throws {
        try await withCompletion { delete(objects, withCompletion: $0) }
    }

    /// Deletes what the app has saved of a type and a predicate fits. What others have saved stays.
    /// - Parameters:
    ///   - objectType: the type.
    ///   - predicate: what the objects have to fit.
    ///   - completion: takes whether it worked, how many objects were deleted, and the error.
    @preconcurrency
    open func deleteObjects(
        of objectType: HKObjectType, predicate: NSPredicate,
        withCompletion completion: @escaping @Sendable (Bool, Int, (any Error)?) -> Void
    ) {
        let condition = PredicateNode(predicate)
        context.perform {
            try await $0.deleteObjects(of: objectType, predicate: condition)
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

    /// Returns the activity move mode of the person; energy if it is not set, or the app may not read it.
    /// - Throws: an `HKError`, `errorAuthorizationNotDetermined` where the app has not asked.
    open func activityMoveMode() throws -> HKActivityMoveModeObject {
        HKActivityMoveModeObject(
            activityMoveMode: try CharacteristicReader(context).value(.activityMoveMode, else: .activeEnergy))
    }

    /// Determines the person's preferred units.
    ///
    /// `NSNotification.Name.HKUserPreferencesDidChange` is posted for this store when they change.
    /// - Parameters:
    ///   - quantityTypes: types that the app has asked for.
    ///   - completion: takes the units; none with an error, as `errorAuthorizationNotDetermined` for a type that the app has
    ///     not asked for.
    @preconcurrency
    open func preferredUnits(
        for quantityTypes: Set<HKQuantityType>,
        completion: @escaping @Sendable ([HKQuantityType: HKUnit], (any Error)?) -> Void
    ) {
        let chosen = context.configuration.preferredUnits
        context.perform { session in
            try await session.preferredUnits(for: quantityTypes, locale: .current).merging(
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
    @preconcurrency
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

    // MARK: Background delivery

    /// Has the database remember that the app wants to hear of changes of a type, also of those that other programs make
    /// while it does not run.
    ///
    /// Nothing starts a program here. When it runs again and executes an ``HKObserverQuery`` for the type, that one tells of
    /// what was missed since the last acknowledged update. While it runs, updates are as far apart as the frequency says:
    /// changes in between are reported together at the next time. Apple's systems wake an app for some types, such as
    /// `stepCount`, at most once an hour whatever it asks for; a program that runs here is awake, and `immediate` is immediate.
    ///
    /// Enabling a type again changes the frequency and ends the silence after three updates without acknowledgement.
    /// - Parameters:
    ///   - type: the type, which the app must have asked to read or save; not a correlation.
    ///   - frequency: the maximum frequency of notifications.
    ///   - completion: whether it worked; `errorInvalidArgument` for a correlation, `errorAuthorizationNotDetermined` for a
    ///     type that the app has not asked for.
    @preconcurrency
    open func enableBackgroundDelivery(
        for type: HKObjectType, frequency: HKUpdateFrequency,
        withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        context.perform { session in
            try await session.enableDelivery(of: type, frequency: frequency)
        } completion: {
            $0.tell(completion)
        }
    }

    /// Has the database remember that the app wants to hear of changes of a type; see
    /// ``enableBackgroundDelivery(for:frequency:withCompletion:)``.
    /// - Throws: an `HKError`.
    open func enableBackgroundDelivery(for type: HKObjectType, frequency: HKUpdateFrequency) async throws {
        try await withCompletion { enableBackgroundDelivery(for: type, frequency: frequency, withCompletion: $0) }
    }

    /// Ends background delivery of a type: what happens while the app does not run is not kept for it any more. Does
    /// nothing where it was not enabled.
    /// - Parameters:
    ///   - type: the type.
    ///   - completion: whether it worked.
    @preconcurrency
    open func disableBackgroundDelivery(
        for type: HKObjectType, withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        context.perform { session in
            try await session.disableDelivery(of: type)
        } completion: {
            $0.tell(completion)
        }
    }

    /// Ends background delivery of a type; see ``disableBackgroundDelivery(for:withCompletion:)``.
    /// - Throws: an `HKError`.
    open func disableBackgroundDelivery(for type: HKObjectType) async throws {
        try await withCompletion { disableBackgroundDelivery(for: type, withCompletion: $0) }
    }

    /// Ends background delivery of all types of the app.
    /// - Parameter completion: whether it worked.
    @preconcurrency
    open func disableAllBackgroundDelivery(completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        context.perform { session in
            try await session.disableAllDeliveries()
        } completion: {
            $0.tell(completion)
        }
    }

    /// Ends background delivery of all types of the app.
    /// - Throws: an `HKError`.
    open func disableAllBackgroundDelivery() async throws {
        try await withCompletion { disableAllBackgroundDelivery(completion: $0) }
    }

    // MARK: Workouts and their sessions

    /// Adds samples to a workout, and saves missing ones: all of them, or none.
    /// - Parameters:
    ///   - samples: the samples.
    ///   - workout: a workout that the app has saved.
    ///   - completion: takes whether it worked, else an error: `errorInvalidArgument` where there are no samples or there is no
    ///     such workout that the app can see, `errorAuthorizationDenied` where it is another app's or the app may not save a
    ///     type.
    @preconcurrency
    open func add(
        _ samples: [HKSample], to workout: HKWorkout, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        context.perform {
            try await $0.save([], adding: samples, to: workout.uuid)
        } completion: {
            $0.tell(completion)
        }
    }

    /// Adds samples to a workout; see ``add(_:to:completion:)``.
    open func addSamples(_ samples: [HKSample], to workout: HKWorkout) async throws {
        try await withCompletion { add(samples, to: workout, completion: $0) }
    }

    /// The zones that the person's training is divided by: those of the latest workout that has zones which no app drew.
    /// - Parameter quantityType: what is measured, such as heart rate.
    /// - Returns: nil where no workout that the app may see has such zones.
    /// - Throws: an `HKError`, `errorAuthorizationNotDetermined` where the app has not asked for workouts.
    open func preferredWorkoutZoneConfiguration(
        for quantityType: HKQuantityType
    ) async throws -> HKWorkoutZoneConfiguration? {
        try await context.perform { try await $0.latestZoneConfiguration(for: quantityType) }
    }

    /// Gives the workout session that goes on in this process. Sessions end with their process: another one finds none.
    /// - Parameter completion: takes the session; nil where none goes on.
    @preconcurrency
    open func recoverActiveWorkoutSession(
        completion: @escaping @Sendable (HKWorkoutSession?, (any Error)?) -> Void
    ) {
        let session = WorkoutSessions.active(in: context)
        context.perform { _ in
            session
        } completion: {
            completion(try? $0.get(), nil)
        }
    }

    /// The workout session that goes on in this process; see ``recoverActiveWorkoutSession(completion:)``.
    open func recoverActiveWorkoutSession() async throws -> HKWorkoutSession? {
        WorkoutSessions.active(in: context)
    }

    /// Starts a session now; ``HKWorkoutSession/startActivity(with:)`` replaced it in watchOS 5.
    open func start(_ workoutSession: HKWorkoutSession) { workoutSession.startActivity(with: nil) }

    /// Ends a session; ``HKWorkoutSession/end()`` replaced it in watchOS 5.
    open func end(_ workoutSession: HKWorkoutSession) { workoutSession.end() }

    /// Pauses a session; ``HKWorkoutSession/pause()`` replaced it in watchOS 5.
    open func pause(_ workoutSession: HKWorkoutSession) { workoutSession.pause() }

    /// Resumes a session; ``HKWorkoutSession/resume()`` replaced it in watchOS 5.
    open func resumeWorkoutSession(_ workoutSession: HKWorkoutSession) { workoutSession.resume() }

    /// Starts the app on the person's watch, where there is one: never here.
    /// - Parameters:
    ///   - workoutConfiguration: what the app would record.
    ///   - completion: takes false and `errorHealthDataUnavailable`, as an app on a phone without a watch has to expect.
    @preconcurrency
    open func startWatchApp(
        with workoutConfiguration: HKWorkoutConfiguration,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        context.perform { _ in
            throw HKError(
                .errorHealthDataUnavailable,
                "There is no watch here whose app could be started. Record the workout in this app.")
        } completion: { (result: Result<Void, any Error>) in
            result.tell(completion)
        }
    }

    /// Starts the app on the person's watch; see ``startWatchApp(with:completion:)``.
    /// - Throws: an `HKError`, `errorHealthDataUnavailable`.
    open func startWatchApp(toHandle workoutConfiguration: HKWorkoutConfiguration) async throws {
        try await withCompletion { startWatchApp(with: workoutConfiguration, completion: $0) }
    }

    // MARK: Effort of workouts

    /// Relates a sample of effort to a workout, and saves it if it is missing.
    /// - Parameters:
    ///   - sample: a sample of `workoutEffortScore` or `estimatedWorkoutEffortScore`.
    ///   - workout: a workout that the app may see.
    ///   - activity: the part of the workout that the sample is about; nil for all of it.
    ///   - completion: takes whether it worked, else an error: `errorInvalidArgument` for a sample of another type and for an
    ///     activity that is not of the workout, `errorNoData` where the workout is not there.
    @preconcurrency
    open func relateWorkoutEffortSample(
        _ sample: HKSample, with workout: HKWorkout, activity: HKWorkoutActivity?,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        context.perform {
            try await $0.relateEffort(sample, workout: workout.uuid, activity: activity?.uuid)
        } completion: {
            $0.tell(completion)
        }
    }

    /// Relates a sample of effort to a workout; see ``relateWorkoutEffortSample(_:with:activity:completion:)``.
    /// - Returns: true.
    @discardableResult
    open func relateWorkoutEffortSample(
        _ sample: HKSample, with workout: HKWorkout, activity: HKWorkoutActivity?
    ) async throws -> Bool {
        try await withCompletion {
            relateWorkoutEffortSample(sample, with: workout, activity: activity, completion: $0)
        }
        return true
    }

    /// Ends the relation of a sample of effort to a workout. The sample stays.
    /// - Parameters:
    ///   - sample: the sample.
    ///   - workout: the workout.
    ///   - activity: the part of the workout that it was related to; nil for all of it.
    ///   - completion: takes whether it worked, else an error, `errorInvalidArgument` where there is no such relation.
    @preconcurrency
    open func unrelateWorkoutEffortSample(
        _ sample: HKSample, from workout: HKWorkout, activity: HKWorkoutActivity?,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        context.perform {
            try await $0.unrelateEffort(sample, workout: workout.uuid, activity: activity?.uuid)
        } completion: {
            $0.tell(completion)
        }
    }

    /// Ends the relation of a sample of effort to a workout; see
    /// ``unrelateWorkoutEffortSample(_:from:activity:completion:)``.
    /// - Returns: true.
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

    /// Splits the energy that the person used in some time into what the body uses at rest and the rest of it.
    ///
    /// The energy at rest is that of Mifflin and St Jeor (American Journal of Clinical Nutrition 51, 1990): in kilocalories a day
    /// `10 * kilograms + 6.25 * centimetres - 5 * years + 5` for men and `- 161` for women; where the sex is not known, the
    /// middle of both. It is never more than the total. Weight and height are the latest ones up to the end. Only what the
    /// app may read is used. Apple's formula is not known; its results differ.
    /// - Parameters:
    ///   - totalEnergy: the total, in a unit of energy.
    ///   - start: when the time began.
    ///   - end: when it ended.
    ///   - resultsHandler: takes the energy at rest, the active energy, or else an error: `errorNoData` where weight, height or date
    ///     of birth are not there or the app may not read them; it names them.
    @preconcurrency
    open func splitTotalEnergy(
        _ totalEnergy: HKQuantity, start: Date, end: Date,
        resultsHandler: @escaping @Sendable (HKQuantity?, HKQuantity?, (any Error)?) -> Void
    ) {
        let calendar = context.configuration.calendar
        context.perform {
            try await $0.splitEnergy(totalEnergy, start: start, end: end, calendar: calendar)
        } completion: { result in
            switch result {
            case .success(let energy): resultsHandler(energy.resting, energy.active, nil)
            case .failure(let error): resultsHandler(nil, nil, error)
            }
        }
    }
}
