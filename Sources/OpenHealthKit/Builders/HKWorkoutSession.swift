// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import OpenHealthModel
import Synchronization

// Unchecked because the class is open and so cannot be final; what changes is behind a mutex or a lock.
/// A workout that goes on: prepared, running, paused, stopped, ended.
///
/// On a watch a session keeps the sensors going. Here it is the states alone, with the builder that collects what programs
/// save meanwhile: no other device takes part in it. It ends with its process. A store has one session at a time: a new one
/// ends the one before with `errorAnotherWorkoutSessionStarted`.
///
/// States change immediately; the delegate is called on a background queue.
open class HKWorkoutSession: NSObject, NSSecureCoding, @unchecked Sendable {
    private struct State {
        var state = HKWorkoutSessionState.notStarted
        var startDate: Date?
        var endDate: Date?
        /// The activity of the whole session, and one that was begun in it.
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
    ///   - healthStore: where its builder saves the workout.
    ///   - workoutConfiguration: what kind of workout it is; a copy is kept.
    /// - Throws: an `HKError`, `errorInvalidArgument` for a pool whose length is not given in a unit of length.
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
        super.init()
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
        super.init()
    }

    private static func activity(
        _ configuration: HKWorkoutConfiguration, at date: Date, metadata: [String: HKMetadataValue] = [:]
    ) -> HKWorkoutActivity {
        HKWorkoutActivity(
            uuid: UUID(), workoutConfiguration: configuration, startDate: date, endDate: nil, metadataValues: metadata)
    }

    // MARK: What there is

    /// The delegate (weak).
    open var delegate: (any HKWorkoutSessionDelegate)? {
        get { held.withLock { $0.delegate } }
        set { held.withLock { $0.delegate = newValue } }
    }

    /// The activity; see ``workoutConfiguration``.
    open var activityType: HKWorkoutActivityType { configuration.activityType }

    /// Where the person does it; ``workoutConfiguration`` says more.
    open var locationType: HKWorkoutSessionLocationType { configuration.locationType }

    /// A copy of the workout's configuration.
    open var workoutConfiguration: HKWorkoutConfiguration { configuration.duplicate }

    /// How far the session has come.
    open var state: HKWorkoutSessionState { session.withLock { $0.state } }

    /// Whether this is the session itself or its image on another device: always the session itself here.
    open var type: HKWorkoutSessionType { .primary }

    /// When the session was started; nil before that.
    open var startDate: Date? { session.withLock { $0.startDate } }

    /// When the session was stopped, or ended; nil before that.
    open var endDate: Date? { session.withLock { $0.endDate } }

    /// The activity that was begun last and goes on; else that of the whole session.
    open var currentActivity: HKWorkoutActivity { session.withLock { $0.part ?? $0.main } }

    /// The builder that collects the workout; always the same.
    open func associatedWorkoutBuilder() -> HKLiveWorkoutBuilder {
        session.withLock { session in
            if let builder = session.builder { return builder }
            let builder = HKLiveWorkoutBuilder(self, store: store, configuration: configuration)
            session.builder = builder
            return builder
        }
    }

    // MARK: Course

    /// Gets ready to start soon.
    open func prepare() {
        move(to: .prepared, from: [.notStarted], "prepare", at: nil)
    }

    /// Starts the session.
    /// - Parameter date: when; nil for now.
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

    /// Goes on after a pause.
    open func resume() {
        if let date = move(to: .running, from: [.paused], "resume", at: nil) { generate(.resume, at: date) }
    }

    /// Stops the activity; the session can then be ended.
    /// - Parameter date: when; nil for now.
    open func stopActivity(with date: Date?) {
        move(to: .stopped, from: [.running, .paused], "stop", at: date) { $0.endDate = $1 }
    }

    /// Ends the session. Finish its builder afterwards, to save the workout.
    open func end() {
        let states: Set<HKWorkoutSessionState> = [.notStarted, .prepared, .running, .paused, .stopped]
        move(to: .ended, from: states, "end", at: nil) { $0.endDate = $0.endDate ?? $1 }
    }

    /// Begins an activity in the session; the one before, if one goes on, ends.
    /// - Parameters:
    ///   - workoutConfiguration: what kind of activity it is.
    ///   - date: when it begins.
    ///   - metadata: more about it: `String`, `NSNumber`, `Date` or `HKQuantity` by key.
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
    /// - Parameter date: when.
    open func endCurrentActivity(on date: Date) {
        guard goesOn("end an activity in") else { return }
        if !endPart(at: date) { fail("There is no activity in the workout session that could end.") }
    }

    // MARK: Inside

    private var now: Date { store.context.configuration.clock() }

    /// Goes into another state and tells so; gives the date, or nil where that was not possible.
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

    /// Ends because another session has begun.
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

    /// True: archives can be read with secure coding required.
    open class var supportsSecureCoding: Bool { true }

    /// Writes the session to an archive: what kind of workout it is and how far it has come.
    open func encode(with coder: NSCoder) {
        var archive = HKArchive()
        archive.set(object: configuration, "configuration")
        let session = session.withLock { $0 }
        archive.set(raw: session.state, "state")
        archive.set(session.startDate, "start")
        archive.set(session.endDate, "end")
        coder.encode(archive, forKey: "HKWorkoutSession")
    }

    /// Reads a session from an archive, or gives nil where the archive does not hold one. It is of the default store, and
    /// another session than the one that was written.
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
        super.init()
    }
}
