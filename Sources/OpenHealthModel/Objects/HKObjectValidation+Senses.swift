// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// The rules for hearing tests and vision prescriptions. The ranges are wider than those of actual measurements.

extension HKObjectValidation {
    /// The valid sensitivities, in decibels of hearing level.
    private static let hearing = -1000.0...1000.0
    /// The valid powers of lenses, in diopters.
    private static let powers = -1000.0...1000.0
    /// The valid angles of lenses, in degrees.
    private static let angles = -720.0...720.0
    /// The valid lengths of lenses, in metres.
    private static let lengths = 0.0...1.0

    /// Checks the tones of a hearing test.
    static func checkContent(_ audiogram: HKAudiogramSample) throws(HKObjectValidationError) {
        let subject = audiogram.sampleType.identifier
        guard !audiogram.sensitivityPoints.isEmpty else {
            throw HKObjectValidationError(
                .valueOutOfRange, subject, "the hearing test has no tones", remedy: "give at least one point")
        }
        for point in audiogram.sensitivityPoints {
            try checkQuantity(
                point.frequency, "frequency of a tone", in: 0.001...1e6, .hertz(),
                subject: subject)
            try HKAudiogramSensitivityPoint.checkKinds(point.tests)
            for test in point.tests {
                let (range, unit) = (test.clampingRange, HKUnit.decibelHearingLevel())
                try checkQuantity(test.sensitivity, "sensitivity", in: hearing, unit, subject: subject)
                try checkQuantity(range?.lowerBound, "lower clamping bound", in: hearing, unit, subject: subject)
                try checkQuantity(range?.upperBound, "upper clamping bound", in: hearing, unit, subject: subject)
            }
        }
    }

    /// Checks the dates and lenses of a prescription.
    static func checkContent(_ prescription: HKVisionPrescription) throws(HKObjectValidationError) {
        let subject = prescription.sampleType.identifier
        try checkDates(
            start: prescription.dateIssued, end: prescription.expirationDate ?? prescription.dateIssued,
            of: "the prescription", subject: subject)
        switch prescription {
        case let glasses as HKGlassesPrescription:
            for lens in [glasses.rightEye, glasses.leftEye] {
                guard let lens else { continue }
                try check(lens, subject: subject)
                try checkLengths(
                    [
                        ("vertex distance", lens.vertexDistance),
                        ("far pupillary distance", lens.farPupillaryDistance),
                        ("near pupillary distance", lens.nearPupillaryDistance),
                    ], subject: subject)
                if let prism = lens.prism { try check(prism, subject: subject) }
            }
        case let contacts as HKContactsPrescription:
            for lens in [contacts.rightEye, contacts.leftEye] {
                guard let lens else { continue }
                try check(lens, subject: subject)
                try checkLengths(
                    [("base curve", lens.baseCurve), ("diameter", lens.diameter)], subject: subject)
            }
        default: break
        }
    }

    private static func check(_ lens: HKLensSpecification, subject: String) throws(HKObjectValidationError) {
        for (field, power) in [("sphere", lens.sphere), ("cylinder", lens.cylinder), ("add power", lens.addPower)] {
            try checkQuantity(power, field, in: powers, .diopter(), subject: subject)
        }
        try checkQuantity(lens.axis, "axis", in: angles, .degreeAngle(), subject: subject)
    }

    private static func check(_ prism: HKVisionPrism, subject: String) throws(HKObjectValidationError) {
        for (field, amount) in [
            ("amount of the prism", prism.amount), ("vertical amount of the prism", prism.verticalAmount),
            ("horizontal amount of the prism", prism.horizontalAmount),
        ] {
            try checkQuantity(amount, field, in: powers, .prismDiopter(), subject: subject)
        }
        try checkQuantity(prism.angle, "angle of the prism", in: angles, .degreeAngle(), subject: subject)
    }

    private static func checkLengths(
        _ quantities: [(field: String, quantity: HKQuantity?)], subject: String
    ) throws(HKObjectValidationError) {
        for (field, quantity) in quantities {
            try checkQuantity(quantity, field, in: lengths, .meter(), subject: subject)
        }
    }
}
