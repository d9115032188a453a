// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import OpenHealthModel
import Synchronization

// Unchecked because the class is open and cannot be final; a mutex or a lock guards the mutable state.
/// A workout session, which is prepared, running, paused, stopped, or ended.
///
/// On a watch a session keeps the sensors active. Here a session only has a state, and a builder that collects the samples that
/// programs save in the meantime; other devices do not take part. A session ends with its process. A store has at most one active
/// session: a new session ends the previous one with `errorAnotherWorkoutSessionStarted`.
///
/// States change immediately; the delegate is called on a background queue.
open class HKWorkoutSession: NSObject, NSSecureCoding, @unchecked Sendable {
    private struct State {
        var state = HKWorkoutSessionState.notStarted
        var startDate: Date?
        var endDate: Date?
        /// The activity of the whole session, and the activity that was begun within it.
        var main: HKWorkoutActivity
        var part: HKWorkoutActivity?
        var builder: HKLiveWorkoutBuilder?
    }

    private struct Held {
        weak var delegate: (any HKWorkoutSessionDelegate)?
    }

    private let store: HKHealthStore
    private let configuration: HKWorkoutConfiguration
    private let session: Mutex<State>
    private let queue = DispatchQueue(label: "org.openhealthkit.workout-session")
    private let held = Guarded(Held())

    /// Creates a session.
    /// - Parameters:
    ///   - healthStore: The store that the workout is saved to.
    ///   - workoutConfiguration: The configuration of the workout, which is copied.
    /// - Throws: An `HKError`: `errorInvalidArgument` if the lap length of a pool is not a length.
    public init(healthStore: HKHealthStore, configuration workoutConfiguration: HKWorkoutConfiguration) throws {
        let isPool =
            workoutConfiguration.activityType == .swimming && workoutConfiguration.swimmingLocationType == .pool
        if isPool || workoutConfiguration.lapLength != nil {
            guard workoutConfiguration.lapLength?.is(compatibleWith: .meter()) == true else {
                throw HKError(
                    .errorInvalidArgument, "Swimming in a pool needs its length: set lapLength, in a unit of length.")
            }
        }
        store = healthStore
        configuration = workoutConfiguration.duplicate
        session = Mutex(State(main: Self.activity(workoutConfiguration, at: healthStore.context.configuration.clock())))
    }

    /// Creates a session in the default store; ``init(healthStore:configuration:)`` replaced it in watchOS 5.
    public convenience init(configuration workoutConfiguration: HKWorkoutConfiguration) throws {
        try self.init(healthStore: HKHealthStore(), configuration: workoutConfiguration)
    }

    /// Creates a session in the default store; ``init(healthStore:configuration:)`` replaced it in watchOS 5.
    public init(activityType: HKWorkoutActivityType, locationType: HKWorkoutSessionLocationType) {
        store = HKHealthStore()
        configuration = HKWorkoutConfiguration()
        configuration.activityType = activityType
        configuration.locationType = locationType
        session = Mutex(State(main: Self.activity(configuration, at: store.context.configuration.clock())))
    }

    private static func activity(
        _ configuration: HKWorkoutConfiguration, at date: Date, metadata: [String: HKMetadataValue] = [:]
    ) -> HKWorkoutActivity {
        HKWorkoutActivity(
            uuid: UUID(), workoutConfiguration: configuration, startDate: date, endDate: nil, metadataValues: metadata)
    }

    // MARK: What there is

    /// The delegate, which is not retained.
    open var delegate: (any HKWorkoutSessionDelegate)? {
        get { held.withLock { $0.delegate } }
        set { held.withLock { $0.delegate = newValue } }
    }

    /// The type of the activity; see ``workoutConfiguration``.
    open var activityType: HKWorkoutActivityType { configuration.activityType }

    /// The location type of the activity; see ``workoutConfiguration``.
    open var locationType: HKWorkoutSessionLocationType { configuration.locationType }

    /// A copy of the workout's configuration.
    open var workoutConfiguration: HKWorkoutConfiguration { configuration.duplicate }

    /// The state of the session.
    open var state: HKWorkoutSessionState { session.withLock { $0.state } }

    /// The type of the session: always the primary session, because there is no mirroring here.
    open var type: HKWorkoutSessionType { .primary }

    /// The start date of the session, or nil if it has not started.
    open var startDate: Date? { session.withLock { $0.startDate } }

    /// The date when the session was stopped or ended, or nil if it has not been.
    open var endDate: Date? { session.withLock { $0.endDate } }

    /// The activity that was begun last, or the activity of the whole session if no other is active.
    open var currentActivity: HKWorkoutActivity { session.withLock { $0.part ?? $0.main } }

    /// Returns the builder that collects the workout, the same for each call.
    open func associatedWorkoutBuilder() -> HKLiveWorkoutBuilder {
        session.withLock { session in
            if let builder = session.builder { return builder }
            let builder = HKLiveWorkoutBuilder(self, store: store, configuration: configuration)
            session.builder = builder
            return builder
        }
    }

    // MARK: Course

    /// Prepares the session to start soon.
    open func prepare() {
        move(to: .prepared, from: [.notStarted], "prepare", at: nil)
    }

    /// Starts the session.
    /// - Parameter date: The date, or nil for now.
    open func startActivity(with date: Date?) {
        move(to: .running, from: [.notStarted, .prepared], "start", at: date) { session, date in
            session.startDate = date
            session.main = Self.activity(session.main.workoutConfiguration, at: date)
        }
    }

    /// Pauses the session.
    open func pause() {
        if let date = move(to: .paused, from: [.running], "pause", at: nil) { generate(.pause, at: date) }
    }

    /// Resumes the session after a pause.
    open func resume() {
        if let date = move(to: .running, from: [.paused], "resume", at: nil) { generate(.resume, at: date) }
    }

    /// Stops the activity; the session can then be ended.
    /// - Parameter date: The date, or nil for now.
    open func stopActivity(with date: Date?) {
        move(to: .stopped, from: [.running, .paused], "stop", at: date) { $0.endDate = $1 }
    }

    /// Ends the session. To save the workout, finish its builder afterward.
    open func end() {
        let states: Set<HKWorkoutSessionState> = [.notStarted, .prepared, .running, .paused, .stopped]
        move(to: .ended, from: states, "end", at: nil) { $0.endDate = $0.endDate ?? $1 }
    }

    /// Begins an activity in the session and ends the previous one, if any.
    /// - Parameters:
    ///   - workoutConfiguration: The configuration of the activity.
    ///   - date: The start date of the activity.
    ///   - metadata: The metadata: `String`, `NSNumber`, `Date` or `HKQuantity` values by key.
    open func beginNewActivity(
        configuration workoutConfiguration: HKWorkoutConfiguration, date: Date, metadata: [String: Any]?
    ) {
        let activity: HKWorkoutActivity
        do {
            activity = Self.activity(
                workoutConfiguration, at: date, metadata: try BuilderMetadata.values(metadata))
        } catch {
            tell { $1.workoutSession($0, didFailWithError: error) }
            return
        }
        guard goesOn("begin an activity in") else { return }
        endPart(at: date)
        session.withLock { $0.part = activity }
        associatedWorkoutBuilder().begin(activity)
        tell { $1.workoutSession($0, didBeginActivityWith: activity.workoutConfiguration, date: date) }
    }

    /// Ends the activity that was begun in the session.
    /// - Parameter date: The end date of the activity.
    open func endCurrentActivity(on date: Date) {
        guard goesOn("end an activity in") else { return }
        if !endPart(at: date) { fail("There is no activity in the workout session to end.") }
    }

    // MARK: Inside

    private var now: Date { store.context.configuration.clock() }

    /// Moves to another state and notifies the delegate; returns the date, or nil if the transition is not possible.
    @discardableResult
    private func move(
        to state: HKWorkoutSessionState, from states: Set<HKWorkoutSessionState>, _ verb: String, at date: Date?,
        _ change: (inout State, Date) -> Void = { _, _ in }
    ) -> Date? {
        let date = date ?? now
        let former = session.withLock { session -> HKWorkoutSessionState? in
            guard states.contains(session.state) else { return nil }
            defer { session.state = state }
            change(&session, date)
            return session.state
        }
        guard let former else {
            fail("A workout session that is in the state \(self.state) cannot \(verb).")
            return nil
        }
        if state == .stopped || state == .ended { endPart(at: date) }
        if state == .ended {
            WorkoutSessions.end(self, in: store.context)
        } else {
            WorkoutSessions.begin(self, in: store.context)
        }
        tell { $1.workoutSession($0, didChangeTo: state, from: former, date: date) }
        return date
    }

    private func goesOn(_ verb: String) -> Bool {
        let state = state
        if state == .running || state == .paused { return true }
        fail("You cannot \(verb) a workout session that is in the state \(state).")
        return false
    }

    private func generate(_ type: HKWorkoutEventType, at date: Date) {
        let event = HKWorkoutEvent(type: type, dateInterval: DateInterval(start: date, duration: 0), metadata: nil)
        session.withLock { $0.builder }?.collect(event)
        tell { $1.workoutSession($0, didGenerate: event) }
    }

    @discardableResult
    private func endPart(at date: Date) -> Bool {
        let part = session.withLock { session in
            defer { session.part = nil }
            return session.part
        }
        guard let part else { return false }
        associatedWorkoutBuilder().end(part, at: max(date, part.startDate))
        tell { $1.workoutSession($0, didEndActivityWith: part.workoutConfiguration, date: date) }
        return true
    }

    /// Ends the session because another session has begun.
    func makeRoom() {
        tell { $1.workoutSession($0, didFailWithError: HKError(.errorAnotherWorkoutSessionStarted)) }
        if state != .ended { end() }
    }

    private func fail(_ message: String) {
        tell { $1.workoutSession($0, didFailWithError: HKError(.errorInvalidArgument, message)) }
    }

    private func tell(_ body: @escaping @Sendable (HKWorkoutSession, any HKWorkoutSessionDelegate) -> Void) {
        queue.async {
            if let delegate = self.delegate { body(self, delegate) }
        }
    }

    // MARK: Archives

    /// A Boolean value that indicates whether the class supports secure coding: true.
    open class var supportsSecureCoding: Bool { true }

    /// Encodes the configuration and the state of the session.
    open func encode(with coder: NSCoder) {
        let session = session.withLock { $0 }
        coder.encodeArchive(
            [
                "configuration": configuration, "state": session.state.rawValue, "start": session.startDate,
                "end": session.endDate,
            ], forKey: "HKWorkoutSession")
    }

    /// Creates a session from an archive, or returns nil if the archive does not contain one. It is a new session in the default
    /// store.
    public required init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: "HKWorkoutSession"),
            let configuration = archive.object("configuration", as: HKWorkoutConfiguration.self),
            let state = archive.raw("state", as: HKWorkoutSessionState.self)
        else { return nil }
        store = HKHealthStore()
        self.configuration = configuration
        let start = archive.date("start")
        session = Mutex(
            State(
                state: state, startDate: start, endDate: archive.date("end"),
                main: Self.activity(configuration, at: start ?? store.context.configuration.clock())))
    }
}

extension HKWorkoutSession {
    /// Mirrors the session on the person's phone. Not available here.
    @available(*, unavailable, message: "There is no companion device that can mirror a session.")
    @preconcurrency
    public func startMirroringToCompanionDevice(completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {}

    /// Mirrors the session on the person's phone. Not available here.
    @available(*, unavailable, message: "There is no companion device that can mirror a session.")
    public func startMirroringToCompanionDevice() async throws {}

    /// Stops mirroring the session on the person's phone. Not available here.
    @available(*, unavailable, message: "There is no companion device that can mirror a session.")
    @preconcurrency
    public func stopMirroringToCompanionDevice(completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {}

    /// Stops mirroring the session on the person's phone. Not available here.
    @available(*, unavailable, message: "There is no companion device that can mirror a session.")
    public func stopMirroringToCompanionDevice() async throws {}

    /// Sends data to the session on another device. Not available here.
    @available(*, unavailable, message: "There is no other device to which data can be sent.")
    @preconcurrency
    public func sendToRemoteWorkoutSession(
        data: Data, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {}

    /// Sends data to the session on another device. Not available here.
    @available(*, unavailable, message: "There is no other device to which data can be sent.")
    public func sendToRemoteWorkoutSession(data: Data) async throws {}
}
