// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import Testing

@testable import OpenHealthStatistics

/// Tests of days in which several devices and apps report the same activity.
@Suite struct SweepSourceTests {
    /// The watch writes every minute, the phone every ten minutes; the result is the walk of the watch.
    @Test func phoneAndWatchOnOneWalk() throws {
        let watch = (0..<40).map { steps(110, at(17, $0), at(17, $0 + 1)) }
        let phone = (0..<4).map { steps(1050, at(17, $0 * 10), at(17, $0 * 10 + 10), rank: 1) }
        let walk = try total(watch + phone)
        #expect(isClose(walk.sum, 4400))
        #expect(walk.duration == 2400 && walk.count == 44)
        // Without the watch, the phone counts.
        #expect(isClose(try total(phone).sum, 4200))
    }

    /// The watch is on the charger from 17:10 to 17:25. In this time the phone counts, with the part of its ten minutes that is
    /// in the gap.
    @Test func theWatchIsTakenOffDuringAWalk() throws {
        let worn = Array(0..<10) + Array(25..<40)
        let watch = worn.map { steps(110, at(17, $0), at(17, $0 + 1)) }
        let phone = (0..<4).map { steps(1000, at(17, $0 * 10), at(17, $0 * 10 + 10), rank: 1) }
        let walk = try total(watch + phone)
        #expect(isClose(walk.sum, 25 * 110 + 1000 + 500))
        #expect(walk.duration == 2400)
    }

    /// The phone's sample starts before and ends after the watch's, and crosses the hour.
    @Test func thePhonesSampleExtendsBeyondTheWatchsOnBothSides() throws {
        let hours = try figures([
            steps(1200, at(11, 40), at(12, 20), rank: 1), steps(900, at(11, 50), at(12, 10)),
        ])
        #expect(sums(hours) == [11: 300 + 450, 12: 450 + 300])
        #expect(hours[11]?.count == 2 && hours[11]?.duration == 1200)
    }

    @Test func threeSourcesCoverEachOtherInTurn() throws {
        let best = steps(100, at(9, 20), at(9, 30))
        let middle = steps(300, at(9, 10), at(9, 40), rank: 1)
        let last = steps(600, at(9), at(10), rank: 2)
        #expect(try total([best, middle, last]).sum == 100 + 200 + 300)
        #expect(try total([middle, last]).sum == 300 + 300)
        #expect(try total([best, last]).sum == 100 + 500)
        #expect(try total([best, middle, last]).duration == 3600)
        // A source of middle rank that ends during the highest-ranked one does not uncover the lowest-ranked one.
        #expect(
            try total([steps(100, at(9), at(9, 30)), steps(300, at(9), at(9, 20), rank: 1), last]).sum
                == 400)
    }

    /// A sample that starts when a higher-ranked one ends is not covered by it.
    @Test func successiveSourcesBothCount() throws {
        #expect(
            try total([steps(10, at(9), at(9, 5)), steps(20, at(9, 5), at(9, 10), rank: 1)]).sum == 30)
        #expect(
            try total([steps(10, at(9), at(9, 5), rank: 1), steps(20, at(9, 5), at(9, 10))]).sum == 30)
    }

    /// Overlapping samples of one source are different and add up, such as two foods of one meal.
    @Test func overlappingSamplesOfOneSourceAddUp() throws {
        let meal = [
            steps(300, at(12), at(12, 30)), steps(200, at(12), at(12, 30)),
            steps(50, at(12, 15), at(12, 45)),
        ]
        let hours = try figures(meal)
        #expect(sums(hours) == [12: 550])
        #expect(hours[12]?.count == 3 && hours[12]?.duration == 2700)
    }

    /// The watch records a flight of stairs with a duration, the phone as an instant within it: they count as one flight.
    @Test func aFlightOfStairsWithinAPreferredSourcesSampleIsExcluded() throws {
        let watch = steps(1, at(8, 0), at(8, 1))
        let phone = steps(1, at(8, 0, 30), at(8, 0, 30), rank: 1)
        let hours = try figures([watch, phone])
        #expect(sums(hours) == [8: 1] && hours[8]?.count == 2)
        // The instant is covered at the start of the watch's sample, but not at its end.
        #expect(try total([watch, steps(1, at(8), at(8), rank: 1)]).sum == 1)
        #expect(try total([watch, steps(1, at(8, 1), at(8, 1), rank: 1)]).sum == 2)
        // An instant of a higher-ranked source covers nothing, and a sample of the same source does not cover its instants.
        #expect(
            try total([steps(1, at(8), at(8, 1), rank: 1), steps(1, at(8, 0, 30), at(8, 0, 30))]).sum == 2
        )
        #expect(try total([watch, steps(1, at(8, 0, 30), at(8, 0, 30))]).sum == 2)
    }

    /// An instant is not covered by a sample of a lower-ranked source, but by that of any higher-ranked one.
    @Test func anInstantIsCoveredByAnyPreferredSource() throws {
        let stretch = steps(4, at(8), at(9), rank: 1)
        #expect(try total([stretch, steps(1, at(8, 30), at(8, 30), rank: 2)]).sum == 4)
        #expect(try total([stretch, steps(1, at(8, 30), at(8, 30), rank: 0)]).sum == 5)
    }

    /// All food at one moment counts, including duplicates and food of another app.
    @Test func foodAtOneMomentCountsEntirely() throws {
        let noon = at(12)
        let plate = [
            steps(250, noon, noon), steps(250, noon, noon), steps(80, noon, noon),
            steps(250, noon, noon, rank: 1),
        ]
        let hours = try figures(plate)
        #expect(sums(hours) == [12: 830])
        #expect(hours[12]?.count == 4 && hours[12]?.duration == 0)
        #expect(hours[12]?.mostRecent == .init(value: 250, start: noon, end: noon))
    }

    /// Equal samples with a duration are one report, except portions of food.
    @Test func equalPortionsOfFoodAddUp() {
        let glasses = [steps(250, at(8), at(8, 0, 1)), steps(250, at(8), at(8, 0, 1))]
        for (events, sum) in [(EventRule.portions, 500.0), (.measurements, 250)] {
            var sweep = IntervalSweep(style: .cumulative, grids: [SingleBucket()], events: events)
            sweep.add(glasses)
            sweep.finish()
            #expect(sweep.takeBuckets().first?.figures.sum == sum)
        }
    }

    /// A bolus is no part of a basal rate of a better source, and counts in each order of the samples.
    @Test func aDoseOfAMomentCountsWithinALongerSampleOfABetterSource() {
        let samples = [steps(12, at(10), at(11), rank: 0), steps(40, at(10, 10), at(10, 10), rank: 1)]
        for (type, amount) in [("InsulinDelivery", 52.0), ("DietaryCarbohydrates", 52), ("StepCount", 12)] {
            #expect(sum(type, samples) == amount)
        }
    }

    /// Returns the sum of samples of a type.
    private func sum(_ type: String, _ samples: [StatisticsInterval]) -> Double? {
        var sweep = IntervalSweep(
            style: .cumulative, grids: [SingleBucket()], events: EventRule(type: "HKQuantityTypeIdentifier" + type))
        sweep.add(samples)
        sweep.finish()
        return sweep.takeBuckets().first?.figures.sum
    }

    /// A snack during the lunch that another app has counts in full, and takes nothing from a lunch of a worse source.
    @Test(arguments: [(Int32(0), Int32(1)), (1, 0)])
    func aPortionCountsWithinALongerSampleOfAnotherSource(lunch: Int32, snack: Int32) {
        let samples = [
            steps(60, at(12), at(13), rank: lunch), steps(15, at(12, 30), at(12, 30, 1), rank: snack),
            steps(30, at(19), at(19), rank: lunch),
        ]
        #expect(sum("DietaryCarbohydrates", samples) == 105)
        #expect(sum("StepCount", samples) != 105)
    }

    /// The foods of a day come as a total, too.
    @Test func aPortionIsAPartOfATotalOfABetterSource() {
        let total = steps(500, at(0), at(12))
        #expect(sum("DietaryProtein", [total, steps(9, at(8), at(8, 0, 1), rank: 1)]) == 500)
        #expect(sum("DietaryProtein", [total, steps(9, at(8), at(8), rank: 1)]) == 500)
        #expect(sum("DietaryProtein", [total, steps(9, at(8), at(8, 0, 1))]) == 509)
        #expect(sum("DietaryProtein", [total, steps(9, at(11, 59, 30), at(12, 0, 30), rank: 1)]) == 504.5)
        // A total of a worse source is one more sample.
        let worse = steps(500, at(0), at(12), rank: 1)
        #expect(sum("DietaryProtein", [worse, steps(9, at(8), at(8, 0, 1))]) == 509)
    }

    /// A bolus takes some minutes at most, and a basal rate of a loop at least five.
    @Test func aBolusWithADurationCountsWithinABasalRateOfABetterSource() {
        let basal = steps(12, at(10), at(11))
        #expect(sum("InsulinDelivery", [basal, steps(2.5, at(10, 10), at(10, 11, 40), rank: 1)]) == 14.5)
        #expect(sum("InsulinDelivery", [basal, steps(2.5, at(10, 10), at(10, 14), rank: 1)]) == 14.5)
        #expect(sum("InsulinDelivery", [basal, steps(2.5, at(10, 10), at(10, 15), rank: 1)]) == 12)
        // A bolus that is reported twice is one.
        let bolus = steps(2.5, at(10, 10), at(10, 11, 40), rank: 1)
        #expect(sum("InsulinDelivery", [basal, bolus, bolus]) == 14.5)
    }

    /// Returns a delivery of insulin between two times of the hour after 10 o'clock.
    private func dose(
        _ units: Double, _ start: Int, _ end: Int, rank: Int32, _ purpose: StatisticsInterval.Purpose
    ) -> StatisticsInterval {
        var dose = steps(units, at(10, start), at(10, end), rank: rank)
        dose.purpose = purpose
        return dose
    }

    /// An extended bolus and a basal rate of two sources are two deliveries, in each order of the sources.
    @Test(arguments: [(Int32(0), Int32(1)), (1, 0)])
    func basalAndBolusInsulinDoNotCoverEachOther(basal: Int32, bolus: Int32) {
        let extended = dose(2, 0, 40, rank: bolus, .bolus)
        #expect(sum("InsulinDelivery", [dose(8, 0, 40, rank: basal, .basal), extended]) == 10)
        // Equal amounts are two, too.
        #expect(sum("InsulinDelivery", [dose(2, 0, 40, rank: basal, .basal), extended]) == 4)
        #expect(sum("InsulinDelivery", [dose(2, 0, 40, rank: bolus, .basal), extended]) == 4)
        // One without a purpose can be either.
        #expect(sum("InsulinDelivery", [dose(8, 0, 40, rank: basal, .unknown), extended]) == (basal == 0 ? 8 : 2))
        #expect(sum("InsulinDelivery", [dose(2, 0, 40, rank: bolus, .unknown), extended]) == 2)
        #expect(sum("StepCount", [dose(8, 0, 40, rank: basal, .basal), extended]) == (basal == 0 ? 8 : 2))
    }

    /// Basal rates of two sources at one time are one, also short ones. Injections of basal insulin are distinct.
    @Test func basalRatesOfTwoSourcesCountOnce() {
        let rate = dose(8, 0, 40, rank: 0, .basal)
        #expect(sum("InsulinDelivery", [rate, dose(2, 20, 60, rank: 1, .basal)]) == 9)
        #expect(sum("InsulinDelivery", [rate, dose(2, 20, 22, rank: 1, .basal)]) == 8)
        #expect(sum("InsulinDelivery", [rate, dose(2, 20, 22, rank: 1, .bolus)]) == 10)
        #expect(sum("InsulinDelivery", [rate, dose(20, 20, 20, rank: 1, .basal)]) == 28)
        #expect(sum("InsulinDelivery", [dose(4, 0, 40, rank: 0, .bolus), dose(2, 20, 60, rank: 1, .bolus)]) == 5)
    }

    /// A bucket without counted samples exists with a sum of 0.
    @Test func aBucketWithoutCountedSamplesExists() throws {
        let hours = try figures([steps(0, at(8), at(9)), steps(5, at(8, 30), at(8, 30), rank: 1)])
        #expect(sums(hours) == [8: 0])
        #expect(hours[8]?.count == 2)
    }

    @Test func boundariesBelongToTheStartingBucket() throws {
        #expect(sums(try figures([steps(5, at(9), at(9))])) == [9: 5])
        #expect(sums(try figures([steps(5, at(8), at(9))])) == [8: 5])
        #expect(
            sums(try figures([steps(5, at(9), at(10)), steps(1, at(10), at(10))])) == [9: 5, 10: 1])
    }

    @Test func mostRecentIsTheSampleThatEndsLast() throws {
        let samples = [
            steps(9, at(8), at(8, 40)), steps(1, at(8, 20), at(8, 40)), steps(2, at(8, 20), at(8, 40)),
            steps(7, at(8, 30), at(8, 35)),
        ]
        #expect(try total(samples).mostRecent == .init(value: 2, start: at(8, 20), end: at(8, 40)))
    }

    @Test func noSamplesGiveNoBuckets() throws {
        for style in HKQuantityAggregationStyle.allCases {
            #expect(try figures([], style).isEmpty)
            #expect(try SweepRun(style: style, grids: []).atOnce([]).isEmpty)
        }
    }

    /// Each aggregation style has its own figures, and no others.
    @Test(arguments: HKQuantityAggregationStyle.allCases)
    func unsuitableFiguresAreNil(style: HKQuantityAggregationStyle) throws {
        let one = try total([steps(5, at(8), at(9))], style)
        #expect((one.sum != nil) == (style == .cumulative))
        #expect((one.average != nil) == (style != .cumulative))
        #expect(
            (one.minimum != nil) == (style != .cumulative)
                && (one.maximum != nil) == (style != .cumulative))
        #expect(one.duration == 3600 && one.count == 1)
        #expect(one.mostRecent == .init(value: 5, start: at(8), end: at(9)))
    }
}
