// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit
import OpenHealthTestSupport
import Testing

/// Tests of the app's manager in the order in which the article changes it.
@Suite struct StepTrackerTests {
    private let world: HealthWorld
    private let app: HKHealthStore
    private let both: Set<HKSampleType> = [HKQuantityType(.stepCount), HKQuantityType(.bodyMass)]
    private let noon: Date

    init() throws {
        world = try HealthWorld()
        app = world.app("org.example.steptracker")
        noon = Calendar.current.startOfDay(for: world.clock.now) + 12 * 3600
    }

    private func manager() -> HealthKitManager { world.run(as: app) { HealthKitManager() } }

    // MARK: Before errors

    @Test func addedSamplesAreListedNewestFirst() async throws {
        try world.grant(share: both, read: both, to: app)
        try world.addDays(3, of: .stepCount) { [1_000, 2_000, 3_000][$0] }
        let manager = world.run(as: app) { BeforeErrors.HealthKitManager() }
        let list = BeforeErrors.HealthDataListView(manager, metric: .steps)
        #expect(list.rows.isEmpty)
        list.addDataDate = noon - 3 * 86_400
        list.valueToAdd = "500"
        await list.addData()
        #expect(!list.isShowingAddData)
        #expect(list.listData.map(\.value) == [500, 1_000, 2_000, 3_000])
        let format = Date.FormatStyle.dateTime.month(.wide).day().year().locale(Locale(identifier: "en_US"))
        #expect(list.rows.first == "\(noon.formatted(format)): 3,000")
        #expect(list.rows.last?.hasSuffix(": 500") == true)
    }

    @Test func addedWeightsAreFetchedForListsAndDifferences() async throws {
        try world.grant(share: both, read: both, to: app)
        let manager = world.run(as: app) { BeforeErrors.HealthKitManager() }
        let list = BeforeErrors.HealthDataListView(manager, metric: .weight)
        list.addDataDate = noon - 2 * 86_400
        list.valueToAdd = "160.5"
        await list.addData()
        #expect(list.rows.map { $0.hasSuffix(": 160.5") } == [true])
        #expect(manager.weightDiffData.count == 1)
    }

    @Test func ignoredErrorsLeaveTheData() async throws {
        try world.grant(share: both, read: both, to: app)
        try world.addDays(2, of: .stepCount) { _ in 700 }
        let manager = world.run(as: app) { BeforeErrors.HealthKitManager() }
        await manager.fetchStepCount()
        for code in [HKError.Code.errorDataSizeExceeded, .errorDatabaseInaccessible, .errorNoData] {
            world.failNext(.read, with: code, of: app)
            await manager.fetchStepCount()
            #expect(manager.stepData.map(\.value) == [700, 700])
        }
    }

    // MARK: Errors of fetching

    @Test func fetchingBeforeTheRequestIsNotDetermined() async throws {
        let manager = world.run(as: app) { FetchErrors.HealthKitManager() }
        await #expect(throws: FetchErrors.STError.authNotDetermined) { try await manager.fetchStepCount() }
        await #expect(throws: FetchErrors.STError.authNotDetermined) { try await manager.fetchWeights() }
    }

    /// The guard of the article asks for the permission to save, and lets apps pass that only read.
    @Test func theGuardLetsAppsPassThatOnlyRead() async throws {
        try world.addDays(2, of: .stepCount) { _ in 700 }
        try await app.requestAuthorization(toShare: [], read: both)
        let manager = world.run(as: app) { FetchErrors.HealthKitManager() }
        try await manager.fetchStepCount()
        #expect(manager.stepData.map(\.value) == [700, 700])
    }

    @Test func errorsOfTheDatabaseBecomeErrorsOfTheApp() async throws {
        try world.grant(share: both, read: both, to: app)
        let manager = world.run(as: app) { FetchErrors.HealthKitManager() }
        world.failNext(.read, with: .errorNoData, of: app)
        await #expect(throws: FetchErrors.STError.noData) { try await manager.fetchStepCount() }
        world.failNext(.read, with: .errorDatabaseInaccessible, of: app)
        await #expect(throws: FetchErrors.STError.unableToCompleteRequest) { try await manager.fetchWeights() }
        try await manager.fetchWeights()
        #expect(manager.weightData.isEmpty)
    }

    // MARK: Errors of adding, and alerts

    @Test func eachStatusOfSharingHasItsError() async throws {
        let list = HealthDataListView(manager(), metric: .steps)
        list.valueToAdd = "500"
        await list.addData()
        #expect(list.isShowingPermissionPriming && !list.isShowingAlert && list.isShowingAddData)

        try world.deny(share: both, to: app)
        await list.addData()
        #expect(list.isShowingAlert && list.isShowingAddData)
        #expect(list.writeError.errorDescription == "No Write Access")
        #expect(list.writeError.localizedDescription == "No Write Access")
        let reason: String = list.writeError.failureReason
        #expect(reason.hasPrefix("You have denied access to upload your step count data.\n\n"))
        #expect(list.actions == ["Settings", "Cancel"])

        try world.grant(share: both, read: both, to: app)
        world.failNext(.save, with: .errorDatabaseInaccessible, of: app)
        await list.addData()
        #expect(list.writeError.errorDescription == "Unable to Complete Request")
        #expect(list.actions.isEmpty && list.isShowingAddData)
        await list.addData()
        #expect(!list.isShowingAddData)
        #expect(list.hkManager.stepData.map(\.value) == [500])
    }

    @Test func deniedWeightsNameTheirQuantity() async throws {
        try world.deny(share: both, to: app)
        let list = HealthDataListView(manager(), metric: .weight)
        list.valueToAdd = "160"
        await list.addData()
        #expect(list.writeError.failureReason.contains("your weight data"))
    }

    @Test func theDashboardShowsTheSheetOrAnAlert() async throws {
        let dashboard = DashboardView(manager())
        await dashboard.task()
        #expect(dashboard.isShowingPermissionPrimingSheet && !dashboard.isShowingAlert)

        try await app.requestAuthorization(toShare: both, read: both)
        world.failNext(.read, with: .errorNoData, of: app)
        await dashboard.task()
        #expect(dashboard.isShowingAlert)
        #expect(dashboard.fetchError.localizedDescription == "No Data")
        world.failNext(.read, with: .errorDatabaseInaccessible, of: app)
        await dashboard.task()
        #expect(dashboard.fetchError.localizedDescription == "Unable to Complete Request")
    }

    @Test func differencesNeedTwoWeights() async throws {
        try world.grant(share: both, read: both, to: app)
        let dashboard = DashboardView(manager())
        await dashboard.task()
        #expect(averageDailyWeightDiffs(for: dashboard.hkManager.weightDiffData).isEmpty)
        try world.addDays(1, of: .bodyMass, unit: .pound()) { _ in 160 }
        await dashboard.task()
        #expect(averageDailyWeightDiffs(for: dashboard.hkManager.weightDiffData).isEmpty)
    }

    @Test func differencesAreAveragedByWeekday() async throws {
        try world.grant(share: both, read: both, to: app)
        // Day 7 is the weekday of day 14: 2 and 4 pounds more than the days before.
        try world.addDays(15, of: .bodyMass, unit: .pound()) { day in day < 7 ? 160 : day < 14 ? 162 : 166 }
        let dashboard = DashboardView(manager())
        await dashboard.task()
        let diffs = averageDailyWeightDiffs(for: dashboard.hkManager.weightDiffData)
        #expect(diffs.count == 7)
        let today = Calendar.current.component(.weekday, from: noon)
        for (weekday, value) in diffs {
            #expect((value - (weekday == today ? 3 : 0)).magnitude < 1e-6)
        }
    }
}
