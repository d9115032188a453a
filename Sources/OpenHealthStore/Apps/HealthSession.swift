// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStatistics

/// What an app's queries, builders and streams ask of health data, wherever it is: an ``AppSession`` asks a database of this
/// machine; another module may ask a daemon.
///
/// Calls wait for the answer, so they belong on threads that may wait. What they throw is an `HKError`, and each method
/// means what the one of the same name does in ``AppSession``.
package protocol HealthSession: Sendable {
    /// Who asks.
    var app: AppIdentity { get }
    /// What time it is.
    var clock: @Sendable () -> Date { get }
    /// Samples that end before this date cannot be saved.
    var earliestPermittedSampleDate: Date { get }

    /// The same session for somebody who may lose interest: what is read through it stops soon after that, with an error
    /// that nobody needs to see.
    /// - Parameter isWanted: asked often, on the thread that reads; it must not use the store.
    func reading(while isWanted: @escaping @Sendable () -> Bool) -> any HealthSession

    // MARK: Changes

    /// Tells of every change from a place on, whoever makes it: ranges come one after the other without gaps or overlaps, on
    /// a thread from which the handler should go away quickly.
    /// - Parameter anchor: nil for the place of the last change.
    func subscribe(
        after anchor: Int64?, _ handler: @escaping @Sendable (ChangeRange) -> Void
    ) throws -> ChangeSubscription
    /// Returns the place of the last change that the app may see.
    func latestAnchor() throws -> HKQueryAnchor
    /// Returns the place of the last change, at which ``subscribe(after:_:)`` begins.
    func latestPlace() throws -> Int64
    /// What has happened after an anchor to the samples that some parts ask for.
    func changes(_ parts: [SampleQuery.Part], after anchor: HKQueryAnchor?, limit: Int?) throws -> AppChanges
    /// Which of the parts' types have changes in a range that the app may see.
    func changedTypes(_ parts: [SampleQuery.Part], in range: ChangeRange) throws -> Set<HKSampleType>

    // MARK: Samples

    /// The samples that the app asks for, as far as it may see them.
    func samples(_ query: SampleQuery) throws -> [HKSample]
    /// The samples of several questions, all as they are at one moment.
    func samples(_ queries: [SampleQuery]) throws -> [[HKSample]]
    /// The samples of a question, fetched as somebody asks for them.
    func samplePages(_ query: SampleQuery) -> any SamplePaging
    /// The sources of the samples that the app may see.
    func sources(_ part: SampleQuery.Part) throws -> Set<HKSource>
    /// Correlations, and for each type of member a predicate that at least one member of the type has to fit.
    func correlations(_ part: SampleQuery.Part, members: [HKSampleType: PredicateNode]) throws -> [HKCorrelation]
    /// An object that the app has saved, as the store hands it out; nil where it is not there.
    func ownObject(_ uuid: UUID) throws -> HKSample?

    // MARK: Saving and deleting

    /// Saves objects of the app: all of them, or none.
    func save(_ objects: [HKObject]) throws
    /// Saves samples of the app, with the measurements of those that are series, and makes some part of a workout.
    /// - Returns: for each of `samples` the UUID under which the store has it.
    @discardableResult
    func save(
        _ samples: [(HKSample, SeriesMeasurements?)], adding members: [HKSample], to workout: UUID?, savesMissing: Bool
    ) throws -> [UUID]
    /// Saves those of some samples that the store does not have yet.
    /// - Returns: for each sample the UUID under which the store has it.
    func saveNew(_ samples: [HKSample]) throws -> [UUID]
    /// Checks that the app may save samples of some types.
    func checkMaySave(_ types: [HKSampleType]) throws
    /// Deletes objects that the app has saved: all of them, or none.
    func delete(_ objects: [HKObject]) throws
    /// Deletes what the app has saved of a type and that a predicate fits; gives the number.
    func deleteObjects(of type: HKObjectType, predicate: PredicateNode) throws -> Int

    // MARK: Measurements of series

    /// Beats of a series, in order, from the one with a number on.
    func heartbeats(of uuid: UUID, from position: Int, limit: Int) throws -> [SeriesHeartbeat]
    /// Points of a route, in order, and where the page ends.
    func routePoints(
        of uuid: UUID, in interval: DateInterval?, after position: Int?, limit: Int
    ) throws -> (points: [RoutePoint], end: Int)
    /// The voltages of an electrocardiogram in order, with the unit and how many there are a second.
    func voltages(of uuid: UUID) throws -> (values: [Double], unit: HKUnit, rate: Double)
    /// Readings of a quantity sample, in order of their start, after one that starts at a moment.
    func readings(of uuid: UUID, type: HKQuantityType, after start: Double?, limit: Int) throws -> [SeriesQuantity]

    // MARK: Statistics

    /// Figures over the samples that the app may see and a predicate fits, of the buckets with samples, in order.
    func statistics(
        _ part: SampleQuery.Part, options: HKStatisticsOptions, buckets: CivilBuckets?
    ) throws -> [HKStatistics]
    /// Splits the energy that a person used in some time into what the body uses at rest and the rest of it.
    func splitEnergy(
        _ total: HKQuantity, start: Date, end: Date, calendar: Calendar
    ) throws -> (resting: HKQuantity, active: HKQuantity)

    // MARK: Attachments

    /// Puts a file beside a sample that the app has saved.
    func addAttachment(
        to object: UUID, type: HKSampleType, name: String, contentType: String, file: URL,
        metadata: [String: HKMetadataValue]
    ) throws -> StoredAttachment
    /// The files beside a sample that the app may see, in the order in which they were added.
    func attachments(of object: UUID, type: HKSampleType) throws -> [StoredAttachment]
    /// Removes a file from beside a sample that the app has saved.
    func removeAttachment(_ uuid: UUID, from object: UUID, type: HKSampleType) throws
    /// Some bytes of an attachment of a sample that the app may see; none behind its end.
    /// - Parameters:
    ///   - offset: how many bytes stand before them.
    ///   - count: how many at the most; nil for all that follow.
    func attachmentBytes(_ uuid: UUID, from offset: Int, count: Int?) throws -> Data

    // MARK: Workouts

    /// The zones in which the latest workout that the app may see was divided; nil where no workout has any.
    func latestZoneConfiguration(for type: HKQuantityType) throws -> HKWorkoutZoneConfiguration?
    /// Relates a sample of effort to a workout, or to an activity of it, and saves it where it is not there yet.
    func relateEffort(_ sample: HKSample, workout: UUID, activity: UUID?) throws
    /// Ends the relation of a sample to a workout, or to an activity of it. The sample stays.
    func unrelateEffort(_ sample: HKSample, workout: UUID, activity: UUID?) throws
    /// The samples of effort that are related to workouts, for somebody who asks again and again.
    /// - Parameter course: how far it has come; moved on.
    func effortRelationships(
        _ predicate: PredicateNode, after course: inout EffortCourse, isMostRelevant: Bool
    ) throws -> [HKWorkoutEffortRelationship]

    // MARK: The person

    /// A characteristic of the person as exports write it; nil where it is not set or may not be read.
    func characteristic(_ type: HKCharacteristicType) throws -> String?
    /// The year, month and day when the person was born; nil where that is not set, or the app may not read it.
    func dateOfBirth() throws -> DateComponents?
    /// The units that the person likes to see.
    func preferredUnits(for types: Set<HKQuantityType>, locale: Locale) throws -> [HKQuantityType: HKUnit]
    /// The rings of days that a predicate fits, in order.
    func activitySummaries(_ predicate: PredicateNode) throws -> [HKActivitySummary]
    /// The medicines that the person lets the app see, one by one.
    func medications(_ predicate: PredicateNode, limit: Int?) throws -> [HKUserAnnotatedMedication]

    // MARK: Permission

    /// Whether the app may save a type.
    func sharePermission(for type: HKObjectType) throws -> AppPermission.Share
    /// The part of a request that the person has not answered yet, where that can be told; else all of it, or nothing.
    func unanswered(_ request: AuthorizationRequest) throws -> AuthorizationRequest
    /// The dates before which the app may not read, for the types that it may read in part.
    func earliestAuthorizedSampleDates(for types: Set<HKObjectType>) throws -> [HKObjectType: Date]
    /// Asks the person, who answers somewhere else than in this process; nil where this process has to ask them.
    func ask(_ request: AuthorizationRequest) throws -> (any AuthorizationAsked)?
    /// The same for the objects of a type that the person allows one by one.
    /// - Parameter predicate: what objects are in question.
    func askForObjects(of type: HKObjectType, predicate: PredicateNode) throws -> (any AuthorizationAsked)?
    /// Writes down that the app has asked, whatever the person will answer.
    func note(_ request: AuthorizationRequest) throws
    /// Writes down what the person answered.
    func record(_ answer: AuthorizationAnswer) throws
    /// The objects of a type that the person allows one by one, as the person is asked about them.
    func objectCandidates(of type: HKObjectType, predicate: PredicateNode) throws -> [ObjectCandidate]
    /// Writes down which objects the app may see from now on, among those that the person was asked about.
    func record(allowed: Set<UUID>, among asked: Set<UUID>, of type: HKObjectType) throws

    // MARK: Background delivery

    /// Remembers that the app wants to hear of changes of a type, also of those that happen while it does not run.
    func enableDelivery(of type: HKObjectType, frequency: HKUpdateFrequency) throws
    /// Forgets background delivery of a type; does nothing where there is none.
    func disableDelivery(of type: HKObjectType) throws
    /// Forgets background delivery of all types.
    func disableAllDeliveries() throws
    /// What is remembered of background delivery, for those of some types that have it.
    func deliveries(of types: Set<HKSampleType>) throws -> [HKSampleType: BackgroundDelivery]
    /// Writes down that the app has acknowledged what happened to some types up to a place.
    func acknowledgeDelivery(
        of types: Set<HKSampleType>, through place: Int64, delivered: Set<HKSampleType>, at date: Date
    ) throws
    /// Writes down that changes of some types were delivered and that the app has not acknowledged them.
    /// - Returns: for each type the number of such deliveries in a row; without those that are no longer enabled.
    func noteFailedDelivery(of types: Set<HKSampleType>, at date: Date) throws -> [HKSampleType: Int]
    /// Checks that the app may ask about some types: that it has asked the person, whatever the answer was.
    func checkReadable(_ types: Set<HKSampleType>) throws
}

extension HealthSession {
    package func subscribe(_ handler: @escaping @Sendable (ChangeRange) -> Void) throws -> ChangeSubscription {
        try subscribe(after: nil, handler)
    }

    package func changes(_ parts: [SampleQuery.Part], after anchor: HKQueryAnchor?) throws -> AppChanges {
        try changes(parts, after: anchor, limit: nil)
    }

    /// Saves samples of the app, with the measurements of those that are series.
    @discardableResult
    package func save(
        _ samples: [(HKSample, SeriesMeasurements?)], adding members: [HKSample] = [], to workout: UUID? = nil
    ) throws -> [UUID] {
        try save(samples, adding: members, to: workout, savesMissing: true)
    }

    package func medications(_ predicate: PredicateNode) throws -> [HKUserAnnotatedMedication] {
        try medications(predicate, limit: nil)
    }

    /// The samples of effort that are related to workouts, by workout and activity, in order of the workouts' start.
    /// - Parameters:
    ///   - predicate: what the workouts have to fit.
    ///   - anchor: only workouts whose relations have changed after this place in the order of such changes.
    ///   - isMostRelevant: whether of each workout and activity only the sample counts that says most: one that the person
    ///     gave before one that was estimated, and then the latest.
    /// - Returns: the relationships, and the place up to which they go.
    package func effortRelationships(
        _ predicate: PredicateNode, after anchor: Int, isMostRelevant: Bool
    ) throws -> (relationships: [HKWorkoutEffortRelationship], anchor: Int) {
        var course = EffortCourse(anchor: anchor)
        return (try effortRelationships(predicate, after: &course, isMostRelevant: isMostRelevant), course.anchor)
    }

    /// The samples of a question in pages, so that memory does not grow with their number. What is saved meanwhile may be
    /// seen or not; nothing comes twice. In another order than that of the start, the places of all samples are held.
    /// - Parameter body: takes a page and says whether to go on. It runs outside the store, which it may use.
    package func forEachPage(
        _ query: SampleQuery, size: Int = 1000, _ body: ([HKSample]) throws -> Bool
    ) throws {
        var pages = samplePages(query)
        while let page = try pages.next(size) {
            guard try body(page) else { return }
        }
    }
}
