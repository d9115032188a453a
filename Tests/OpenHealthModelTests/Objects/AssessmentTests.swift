// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@Suite struct AssessmentTests {
    static let date = HealthModelTestSamples.start

    @Test func anxietyScores() throws {
        let risks: [(ClosedRange<Int>, HKGAD7Assessment.Risk)] = [
            (0...4, .noneToMinimal), (5...9, .mild), (10...14, .moderate), (15...21, .severe),
        ]
        for score in 0...21 {
            let answers = try (0..<7).map { try #require(HKGAD7Assessment.Answer(rawValue: (score + $0) / 7)) }
            let assessment = try HKGAD7Assessment.validated(date: Self.date, answers: answers)
            #expect(assessment.score == score)
            #expect(assessment.answers == answers)
            #expect(assessment.risk == risks.first { $0.0.contains(score) }?.1)
            #expect(assessment.sampleType == HKScoredAssessmentType(.GAD7))
        }
    }

    @Test func depressionScores() throws {
        let risks: [(ClosedRange<Int>, HKPHQ9Assessment.Risk)] = [
            (0...4, .noneToMinimal), (5...9, .mild), (10...14, .moderate), (15...19, .moderatelySevere),
            (20...27, .severe),
        ]
        for score in 0...27 {
            let answers = try (0..<9).map { try #require(HKPHQ9Assessment.Answer(rawValue: (score + $0) / 9)) }
            let assessment = try HKPHQ9Assessment.validated(date: Self.date, answers: answers)
            #expect(assessment.score == score)
            #expect(assessment.risk == risks.first { $0.0.contains(score) }?.1)
        }
        let open = Array(repeating: HKPHQ9Assessment.Answer.notAtAll, count: 8) + [.preferNotToAnswer]
        #expect(HKPHQ9Assessment(date: Self.date, answers: open).score == 0)
        #expect(throws: HKObjectValidationError.self) {
            try HKPHQ9Assessment.validated(date: Self.date, answers: open.reversed())
        }
    }

    @Test func numberOfAnswers() {
        for count in 0...12 {
            let seven = Array(repeating: HKGAD7Assessment.Answer.notAtAll, count: count)
            #expect(((try? HKGAD7Assessment.validated(date: Self.date, answers: seven)) != nil) == (count == 7))
            let nine = Array(repeating: HKPHQ9Assessment.Answer.notAtAll, count: count)
            #expect(((try? HKPHQ9Assessment.validated(date: Self.date, answers: nine)) != nil) == (count == 9))
        }
    }

    @Test func tooFewAnswersStopTheProcess() async {
        await #expect(processExitsWith: .failure) {
            _ = HKGAD7Assessment(date: AssessmentTests.date, answers: [])
        }
        await #expect(processExitsWith: .failure) {
            _ = HKPHQ9Assessment(date: AssessmentTests.date, answers: [])
        }
    }

    @Test func statesOfMind() throws {
        typealias Words = HKStateOfMind.ValenceClassification
        let cases: [(Double, Words)] = [
            (-1, .veryUnpleasant), (-0.6, .unpleasant), (-0.3, .slightlyUnpleasant), (0, .neutral),
            (0.3, .slightlyPleasant), (0.6, .pleasant), (1, .veryPleasant),
        ]
        for (valence, words) in cases {
            let state = try HKStateOfMind.validated(date: Self.date, kind: .dailyMood, valence: valence)
            #expect(state.valence == valence)
            #expect(state.valenceClassification == words)
            #expect(Words(valence: valence) == words)
        }
        for valence in [-1.01, 1.01, .nan, .infinity] {
            #expect(Words(valence: valence) == nil)
            #expect(throws: HKObjectValidationError.self) {
                try HKStateOfMind.validated(date: Self.date, kind: .dailyMood, valence: valence)
            }
        }
        let state = HKStateOfMind(
            date: Self.date, kind: .momentaryEmotion, valence: 0, labels: HKStateOfMind.Label.allCases,
            associations: HKStateOfMind.Association.allCases)
        #expect(state.labels == HKStateOfMind.Label.allCases)
        #expect(state.associations == HKStateOfMind.Association.allCases)
        #expect(state.startDate == state.endDate)
    }

    @Test func valenceOutOfRangeStopsTheProcess() async {
        await #expect(processExitsWith: .failure) {
            _ = HKStateOfMind(date: AssessmentTests.date, kind: .dailyMood, valence: 2, labels: [], associations: [])
        }
    }
}
