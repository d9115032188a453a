// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@Suite struct AudiogramTests {
    let tone = HealthModelTestSamples.quantity(500, "Hz")
    let level = HealthModelTestSamples.quantity(20, "dBHL")

    @Test func plainPoints() throws {
        let both = try HKAudiogramSensitivityPoint(
            frequency: tone, leftEarSensitivity: level, rightEarSensitivity: level)
        #expect(both.tests.map(\.side) == [.left, .right])
        #expect(both.leftEarSensitivity == level && both.rightEarSensitivity == level)
        let left = try HKAudiogramSensitivityPoint(frequency: tone, leftEarSensitivity: level, rightEarSensitivity: nil)
        #expect(left.rightEarSensitivity == nil)
        #expect(HealthModelTestSamples.tones[0].rightEarSensitivity == nil, "a masked test is not a plain one")
    }

    @Test func invalidPointsAreRefused() throws {
        let metre = HealthModelTestSamples.quantity(1, "m")
        let refused: [() throws -> Void] = [
            {
                _ = try HKAudiogramSensitivityPoint(frequency: tone, leftEarSensitivity: nil, rightEarSensitivity: nil)
            },
            {
                _ = try HKAudiogramSensitivityPoint(
                    frequency: metre, leftEarSensitivity: level, rightEarSensitivity: nil)
            },
            {
                _ = try HKAudiogramSensitivityPoint(
                    frequency: tone, leftEarSensitivity: metre, rightEarSensitivity: nil)
            },
            {
                _ = try HKAudiogramSensitivityPoint(
                    frequency: HealthModelTestSamples.quantity(0, "Hz"), tests: HealthModelTestSamples.hearing)
            },
            {
                _ = try HKAudiogramSensitivityPoint(
                    frequency: tone, tests: HealthModelTestSamples.hearing + HealthModelTestSamples.hearing)
            },
            { _ = try HKAudiogramSensitivityPointClampingRange(lowerBound: nil, upperBound: nil) },
            { _ = try HKAudiogramSensitivityPointClampingRange(lowerBound: 5, upperBound: 5) },
            { _ = try HKAudiogramSensitivityPointClampingRange(lowerBound: .nan, upperBound: 5) },
            {
                _ = try HKAudiogramSample.validated(
                    sensitivityPoints: [], start: HealthModelTestSamples.start, end: HealthModelTestSamples.end)
            },
        ]
        for make in refused { #expect(throws: HKObjectValidationError.self) { try make() } }
    }

    @Test func samples() throws {
        let sample = HKAudiogramSample(
            sensitivityPoints: HealthModelTestSamples.tones, start: HealthModelTestSamples.start,
            end: HealthModelTestSamples.end, metadata: nil)
        #expect(sample.sensitivityPoints == HealthModelTestSamples.tones)
        let checked = try HKAudiogramSample.validated(
            sensitivityPoints: HealthModelTestSamples.tones, start: HealthModelTestSamples.start,
            end: HealthModelTestSamples.end, device: HealthModelTestSamples.device)
        #expect(checked.device == HealthModelTestSamples.device)
    }

    @Test func aTestWithoutTonesStopsTheProcess() async {
        await #expect(processExitsWith: .failure) {
            _ = HKAudiogramSample(
                sensitivityPoints: [], start: HealthModelTestSamples.start, end: HealthModelTestSamples.start,
                metadata: nil)
        }
    }
}
