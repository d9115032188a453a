// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation
import OpenHealthModel
import OpenHealthKit
import TestTimeLimits
import Testing

@Suite(.timeLimit(.usual)) struct WorkoutRouteBuilderTests {
    @Test(arguments: KitPlace.allCases) func aRouteRoundTripsInOrderOfTime(_ place: KitPlace) async throws {
        let kit = try KitStore(place)
        let store = try await kit.allowed("runner", Training.all)
        let workout = try #require(try await Training.saved(in: store))
        let builder = HKWorkoutRouteBuilder(healthStore: store, device: .local())
        let bare = CLLocation(
            coordinate: CLLocationCoordinate2D(latitude: -10, longitude: 170), altitude: 0, horizontalAccuracy: 0,
            verticalAccuracy: -1, timestamp: Training.date(40))
        try await builder.insertRouteData([Training.place(30, 60), Training.place(10, 20)])
        try await builder.insertRouteData([Training.place(20, 40), bare])
        try await builder.addMetadata(["a": 1])
        let route = try await builder.finishRoute(with: workout, metadata: ["b": 2])
        #expect(route.count == 4 && route.startDate == Training.date(10) && route.endDate == bare.timestamp)
        #expect(route.metadata?["a"] as? Int == 1 && route.metadata?["b"] as? Int == 2)
        #expect(route.device?.name == HKDevice.local().name)
        let batches = Calls<([CLLocation]?, Bool, (any Error)?)>()
        store.execute(HKWorkoutRouteQuery(route: route) { batches.add(($1, $2, $3)) })
        let (locations, done, error) = try await batches.next()
        #expect(done && error == nil)
        #expect(locations?.map(\.timestamp) == [10, 20, 30].map(Training.date) + [bare.timestamp])
        let first = try #require(locations?.first)
        #expect(first.altitude == 34 && first.horizontalAccuracy == 5 && first.verticalAccuracy == 3)
        #expect(first.course == 10 && first.courseAccuracy == 2 && first.speed == 3 && first.speedAccuracy == 0.5)
        let last = try #require(locations?.last)
        #expect(last.coordinate.latitude == -10 && last.coordinate.longitude == 170)
        #expect(last.verticalAccuracy == -1 && last.course == -1 && last.speed == -1)
        // A part of the route, including the end of the interval.
        let interval = DateInterval(start: Training.date(15), end: Training.date(30))
        store.execute(HKWorkoutRouteQuery(route: route, dateInterval: interval) { batches.add(($1, $2, $3)) })
        #expect(try await batches.next().0?.map(\.timestamp) == [20, 30].map(Training.date))
        let found = try await HKSampleQueryDescriptor(
            predicates: [.workoutRoute(HKQuery.predicateForObjects(from: workout))], sortDescriptors: []
        ).result(for: store)
        #expect(found == [route])
    }

    @Test func invalidLocationsAreRefused() async throws {
        let kit = try KitStore(.memory)
        let store = try await kit.allowed("runner", Training.all)
        let workout = try #require(try await Training.saved(in: store))
        let builder = HKWorkoutRouteBuilder(healthStore: store, device: nil)
        await expect(.errorInvalidArgument) { try await builder.insertRouteData([]) }
        let nowhere = CLLocation(latitude: 91, longitude: 0)
        await expect(.errorInvalidArgument) { try await builder.insertRouteData([Training.place(1), nowhere]) }
        let vague = CLLocation(
            coordinate: CLLocationCoordinate2D(), altitude: 0, horizontalAccuracy: -1, verticalAccuracy: -1,
            timestamp: Training.date(0))
        await expect(.errorInvalidArgument) { try await builder.insertRouteData([vague]) }
        await expect(.errorInvalidArgument) { try await builder.addMetadata(["a": [1]]) }
        await expect(.errorInvalidArgument) { try await builder.finishRoute(with: workout, metadata: nil) }
        try await builder.insertRouteData([Training.place(1)])
        let unsaved = HKWorkout(activityType: .running, start: Training.date(0), end: Training.date(9))
        await expect(.errorInvalidArgument) { try await builder.finishRoute(with: unsaved, metadata: nil) }
        _ = try await builder.finishRoute(with: workout, metadata: nil)
        await expect(.errorInvalidArgument) { try await builder.insertRouteData([Training.place(2)]) }
        await expect(.errorInvalidArgument) { try await builder.finishRoute(with: workout, metadata: nil) }
        let part = HKWorkoutBuilder(healthStore: store, configuration: Training.configuration(), device: nil)
        let own = try #require(part.seriesBuilder(for: Training.route) as? HKWorkoutRouteBuilder)
        try await own.insertRouteData([Training.place(1)])
        await expect(.errorInvalidArgument) { try await own.finishRoute(with: workout, metadata: nil) }
        let discarded = HKWorkoutRouteBuilder(healthStore: store, device: nil)
        discarded.discard()
        await expect(.errorInvalidArgument) { try await discarded.insertRouteData([Training.place(2)]) }
    }

    @Test func routesNeedPermission() async throws {
        let kit = try KitStore(.memory)
        let store = try await kit.allowed("walker", [.workoutType()])
        let builder = HKWorkoutRouteBuilder(healthStore: store, device: nil)
        await expect(.errorAuthorizationNotDetermined) { try await builder.insertRouteData([Training.place(1)]) }
        let runner = try await kit.allowed("runner", Training.all)
        let workout = try #require(try await Training.saved(in: runner))
        let other = try await kit.allowed("other", Training.all)
        let theirs = HKWorkoutRouteBuilder(healthStore: other, device: nil)
        try await theirs.insertRouteData([Training.place(1)])
        await expect(.errorInvalidArgument) { try await theirs.finishRoute(with: workout, metadata: nil) }
    }
}
