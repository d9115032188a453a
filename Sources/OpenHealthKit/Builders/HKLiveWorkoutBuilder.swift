// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession
import Synchronization

// Unchecked because its superclass is; the mutable state is guarded by a mutex or a lock, or used only on the builder's queue.
/// The builder of a workout session, which collects new samples of all apps from the store while the session runs.
///
/// Call ``HKWorkoutSession/associatedWorkoutBuilder()`` to get the builder of a session, set its ``dataSource``, and begin the
/// collection. Samples that begin while the workout is paused are not collected.
open class HKLiveWorkoutBuilder: HKWorkoutBuilder, @unchecked Sendable {
    private struct State {
        var dataSource: HKLiveWorkoutDataSource?
        var collectsEvents = true
        var subscription: ChangeSubscription?
        /// Whether a search for new samples is due.
        var isLookDue = false
        var current: HKWorkoutActivity?
    }

    private struct Held {
        weak var delegate: (any HKLiveWorkoutBuilderDelegate)?
        weak var session: HKWorkoutSession?
    }

    private let live = Mutex(State())
    /// The anchor up to which each type has been read; used only on the builder's queue.
    private var anchors: [HKQuantityType: HKQueryAnchor] = [:]
    /// The zone of the latest value of each type; used only on the builder's queue.
    private var zones: [HKQuantityType: Int] = [:]
    private let held: Guarded<Held>

    init(_ session: HKWorkoutSession, store: HKHealthStore, configuration: HKWorkoutConfiguration) {
        held = Guarded(Held(session: session))
        super.init(healthStore: store, configuration: configuration, device: nil)
    }

    /// The delegate, which is not retained.
    open var delegate: (any HKLiveWorkoutBuilderDelegate)? {
        get { held.withLock { $0.delegate } }
        set { held.withLock { $0.delegate = newValue } }
    }

    /// The session, which is not retained.
    open var workoutSession: HKWorkoutSession? { held.withLock { $0.session } }

    /// A Boolean value that indicates whether the builder adds the pauses of the session as events of the workout. True by
    /// default.
    open var shouldCollectWorkoutEvents: Bool {
        get { live.withLock { $0.collectsEvents } }
        set { live.withLock { $0.collectsEvents = newValue } }
    }

    /// The data source that determines the samples to collect, or nil to collect none. Nil by default.
    open var dataSource: HKLiveWorkoutDataSource? {
        get { live.withLock { $0.dataSource } }
        set {
            live.withLock { $0.dataSource = newValue }
            look()
        }
    }

    /// The duration of the workout in seconds until now or its end, without pauses.
    open var elapsedTime: TimeInterval { elapsedTime(at: work.now) }

    /// The current activity, or nil if the session has no active activity.
    open var currentWorkoutActivity: HKWorkoutActivity? { live.withLock { $0.current } }

    open override func discardWorkout() {
        super.discardWorkout()
        stopLooking()
    }

    // MARK: Samples

    override func didBegin(_ access: any HealthAccess) async {
        await collect(access)
        // Samples that are saved from now on trigger the subscription.
        let subscription = try? await access.subscribe { [weak self] range in
            guard let self, let source = dataSource,
                source.typesToCollect.contains(where: { range.types.contains($0.identifier) })
            else { return }
            look()
        }
        live.withLock { $0.subscription = subscription }
        // If the workout was discarded in the meantime, the subscription has not been canceled yet.
        if recording.withLock({ $0.phase != .collecting }) { stopLooking() }
        look()
    }

    override func willEnd(_ access: any HealthAccess) async {
        if recording.withLock({ $0.phase == .collecting }) { await collect(access) }
        stopLooking()
    }

    private func stopLooking() {
        let subscription = live.withLock { live in
            defer { live.subscription = nil }
            return live.subscription
        }
        subscription?.cancel()
    }

    /// Schedules a search for new samples; searches that are requested before it runs are combined.
    private func look() {
        let isFirst = live.withLock { live in
            defer { live.isLookDue = true }
            return !live.isLookDue
        }
        guard isFirst else { return }
        work.perform { access in
            self.live.withLock { $0.isLookDue = false }
            await self.collect(access)
        } completion: { _ in
        }
    }

    private func collect(_ access: any HealthAccess) async {
        guard let source = dataSource, recording.withLock({ $0.phase == .collecting }) else { return }
        var collected: Set<HKSampleType> = []
        for (type, condition) in source.parts {
            // Types that the app may not read are skipped.
            if let found = try? await collect(type, condition, access), found { collected.insert(type) }
        }
        if !collected.isEmpty { didAdd(collected) }
    }

    /// Collects the new samples of a type and returns whether the workout changed.
    private func collect(_ type: HKQuantityType, _ condition: PredicateNode, _ access: any HealthAccess)
        async throws -> Bool
    {
        guard let start = startDate?.timeIntervalSince1970 else { return false }
        let since = PredicateNode.interval(PredicateInterval(from: start, to: .infinity, isStartStrict: true))
        let part = SampleQuery.Part(type, .and([condition, since]))
        var new: [HKSample]
        var deleted: Set<UUID> = []
        if let anchor = anchors[type] {
            let changes = try await access.changes([part], after: anchor)
            new = changes.added
            deleted = Set(changes.deleted.map(\.uuid))
            anchors[type] = changes.anchor
        } else {
            // The anchor is read before the samples: samples saved in between are found twice rather than missed.
            let anchor = try await access.latestAnchor()
            new = try await access.samples(SampleQuery([part]))
            anchors[type] = anchor
        }
        let isPart = recording.withLock { recording in
            let wasThere = recording.remove(deleted)
            let isNew = !recording.add(new.filter { !recording.isPaused(at: $0.startDate) }).isEmpty
            return wasThere || isNew
        }
        return isPart
    }

    override func didAdd(_ types: Set<HKSampleType>) {
        delegate?.workoutBuilder(self, didCollectDataOf: types)
        for case let type as HKQuantityType in types { updateZone(of: type) }
    }

    private func updateZone(of type: HKQuantityType) {
        let recording = recording.withLock { $0 }
        guard let configuration = recording.zones(for: type),
            let current = recording.samples.latestZone(configuration), current != zones[type],
            let group = recording.zoneGroup(for: type, now: work.now)
        else { return }
        let update = HKLiveWorkoutZoneUpdate(
            lastSample: recording.samples.lastStart(of: type), group: group, previous: zones[type], current: current)
        zones[type] = current
        delegate?.workoutBuilder(self, didUpdateWorkoutZone: update)
    }

    // MARK: For the session

    /// Collects an event of the session.
    func collect(_ event: HKWorkoutEvent) {
        guard shouldCollectWorkoutEvents else { return }
        do {
            // Pauses before the collection begins are not part of the workout.
            try recording.withLock { try $0.add([event]) }
        } catch {
            return
        }
        work.perform { self.delegate?.workoutBuilderDidCollectEvent(self) }
    }

    /// Adds an activity of the session.
    func begin(_ activity: HKWorkoutActivity) {
        live.withLock { $0.current = activity }
        work.perform { [weak self] in
            guard let self, (try? recording.withLock({ try $0.add(activity) })) != nil else { return }
            delegate?.workoutBuilder(self, didBegin: activity)
        }
    }

    /// Ends an activity of the session.
    func end(_ activity: HKWorkoutActivity, at date: Date) {
        live.withLock { $0.current = nil }
        work.perform { [weak self] in
            guard let self, (try? recording.withLock({ try $0.update(activity.uuid, end: date) })) != nil else {
                return
            }
            delegate?.workoutBuilder(self, didEnd: activity.with(end: date))
        }
    }
}
