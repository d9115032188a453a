// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

@testable import OpenHealthStore

/// A sample of every type that apps can save, with the measurements of series.
enum EverySample {
    static let all: [(HKSample, SeriesMeasurements?)] = HealthTypes.all.filter(\.isShareable).compactMap {
        HKObjectType.named($0.identifier).flatMap(make)
    }

    private static let (start, end) = (MadeSamples.date(0), MadeSamples.date(60))

    private static func fields() -> HKObjectFields { HKObjectFields(newWith: nil, metadata: ["note": .string("a")]) }

    private static func make(_ type: HKObjectType) -> (HKSample, SeriesMeasurements?)? {
        let metadata = MadeSamples.required(type.identifier)
        switch type {
        case let type as HKQuantityType:
            return (
                HKQuantitySample(
                    type: type, quantity: HKQuantity(unit: type.canonicalUnit, doubleValue: 1.5), start: start,
                    end: end,
                    metadata: metadata), nil
            )
        case let type as HKCategoryType:
            let values = type.facts.valueEnum.map { HealthEnums.allowedValues(ofEnum: $0).sorted() } ?? [0]
            return (
                HKCategorySample(type: type, value: values.last ?? 0, start: start, end: end, metadata: metadata), nil
            )
        case let type as HKCorrelationType:
            if type.identifier == HKCorrelationTypeIdentifier.bloodPressure.rawValue {
                return (MadeSamples.bloodPressure(120, 80, at: 0), nil)
            }
            let sugar = MadeSamples.quantity(.dietarySugar, 5, "g")
            return (HKCorrelation(type: type, start: start, end: start, objects: [sugar]), nil)
        case is HKWorkoutType:
            return (
                HKWorkout(
                    activityType: .rowing, start: start, end: end, workoutEvents: nil,
                    totalEnergyBurned: HKQuantity(unit: .kilocalorie(), doubleValue: 5), totalDistance: nil,
                    metadata: nil), nil
            )
        case is HKSeriesType:
            if type.identifier == HKDataTypeIdentifierHeartbeatSeries {
                return (HKHeartbeatSeriesSample(count: 2, startDate: start, endDate: end, fields: fields()), beats)
            }
            return (HKWorkoutRoute(count: 2, startDate: start, endDate: end, fields: fields()), route)
        case is HKAudiogramSampleType:
            let point = try? HKAudiogramSensitivityPoint(
                frequency: HKQuantity(unit: .hertz(), doubleValue: 500),
                tests: [
                    HKAudiogramSensitivityTest(
                        sensitivity: HKQuantity(unit: .decibelHearingLevel(), doubleValue: 8), type: .air,
                        masked: false, side: .right, clampingRange: nil)
                ])
            return (
                HKAudiogramSample(sensitivityPoints: [point].compactMap(\.self), start: start, end: end, metadata: nil),
                nil
            )
        case is HKPrescriptionType:
            return (
                HKContactsPrescription(
                    rightEyeSpecification: nil,
                    leftEyeSpecification: HKContactsLensSpecification(
                        sphere: HKQuantity(unit: .diopter(), doubleValue: -2), cylinder: nil, axis: nil, addPower: nil,
                        baseCurve: nil, diameter: nil),
                    brand: "Clear", dateIssued: start, expirationDate: nil, device: nil, metadata: nil), nil
            )
        case is HKStateOfMindType:
            return (
                HKStateOfMind(date: start, kind: .dailyMood, valence: 0.5, labels: [.amazed], associations: []), nil
            )
        case is HKDocumentType:
            return (
                HKCDADocumentSample(
                    document: HKCDADocument(
                        documentData: Data("<a/>".utf8), title: "Summary", patientName: "A", authorName: "B",
                        custodianName: "C"), startDate: start, endDate: start, fields: fields()), nil
            )
        case is HKScoredAssessmentType:
            if type.identifier == HKScoredAssessmentTypeIdentifier.GAD7.rawValue {
                return (HKGAD7Assessment(date: start, answers: Array(repeating: .severalDays, count: 7)), nil)
            }
            return (HKPHQ9Assessment(date: start, answers: Array(repeating: .severalDays, count: 9)), nil)
        default: return nil
        }
    }

    private static let beats = SeriesMeasurements.heartbeats([
        SeriesHeartbeat(time: 0.5, precededByGap: true), SeriesHeartbeat(time: 1.25, precededByGap: false),
    ])

    private static let route = SeriesMeasurements.route(
        [
            RoutePoint(time: start.timeIntervalSince1970, latitude: 52.5, longitude: 13.4, altitude: 34),
            RoutePoint(time: start.timeIntervalSince1970 + 1, latitude: 52.6, longitude: 13.5, speed: 2),
        ], workout: nil)

    /// Returns the properties of a sample that do not depend on the source and date of its save.
    static func archive(_ sample: HKSample) -> [String] {
        var parts = [
            "\(Swift.type(of: sample))", sample.uuid.uuidString, sample.sampleType.identifier, "\(sample.startDate)",
            "\(sample.endDate)", "\(sample.fields.metadata.sorted { $0.key < $1.key })",
        ]
        switch sample {
        case let sample as HKQuantitySample: parts += ["\(sample.quantity)", "\(sample.count)"]
        case let sample as HKCategorySample: parts.append("\(sample.value)")
        case let sample as HKSeriesSample: parts.append("\(sample.count)")
        case let sample as HKCorrelation:
            parts += sample.objects.sorted { $0.uuid.uuidString < $1.uuid.uuidString }.flatMap(archive)
        default: parts.append(SampleDetail.text(sample))
        }
        return parts
    }
}

extension SampleDetail {
    /// Returns the contents of a sample as a string.
    fileprivate static func text(_ sample: HKSample) -> String { (try? write(sample)).flatMap(\.self) ?? "" }
}
