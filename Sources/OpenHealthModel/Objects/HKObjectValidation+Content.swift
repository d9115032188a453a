// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension HKObjectValidation {
    /// Checks that all parts of a sample are in their valid ranges: dates, quantities, scores and metadata.
    ///
    /// Objects decoded from an archive bypass the public initializers, so this method does not rely on their checks.
    /// ``checkLimits(_:)`` checks the dates of the sample itself.
    package static func checkContent(_ sample: HKSample) throws(HKObjectValidationError) {
        let subject = sample.sampleType.identifier
        try checkMetadata(sample.fields.metadata, subject: subject)
        switch sample {
        case let sample as HKQuantitySample: try checkContent(sample)
        case let sample as HKCategorySample: try checkContent(sample)
        case let correlation as HKCorrelation:
            try checkMembers(correlation.objects, of: correlation.correlationType)
            for member in correlation.objects {
                try checkOrder(
                    start: member.startDate, end: member.endDate, subject: member.sampleType.identifier)
                try checkContent(member)
            }
        case let workout as HKWorkout: try checkContent(workout)
        case let electrocardiogram as HKElectrocardiogram:
            try checkQuantity(
                electrocardiogram.samplingFrequency, "sampling frequency", in: StoreLimits.samplingFrequencies,
                .hertz(),
                subject: subject)
            try checkQuantity(
                electrocardiogram.averageHeartRate, "average heart rate", in: StoreLimits.heartRates,
                .count().unitDivided(by: .minute()), subject: subject)
        case let state as HKStateOfMind:
            try checkNumber(state.valence, "valence", in: -1...1, subject: subject)
        case let assessment as HKScoredAssessment: try checkContent(assessment)
        case let audiogram as HKAudiogramSample: try checkContent(audiogram)
        case let prescription as HKVisionPrescription: try checkContent(prescription)
        case let dose as HKMedicationDoseEvent:
            try checkDate(dose.scheduledDate, "scheduled date", subject: subject)
            try checkNumber(dose.doseQuantity, "dose", in: 0...1e9, subject: subject)
            try checkNumber(dose.scheduledDoseQuantity, "scheduled dose", in: 0...1e9, subject: subject)
        case let record as HKVerifiableClinicalRecord:
            try checkDate(record.issuedDate, "date of issue", subject: subject)
            try checkDate(record.relevantDate, "relevant date", subject: subject)
            try checkDate(record.expirationDate, "expiration date", subject: subject)
        default: break
        }
    }

    /// Checks that numbers in metadata are finite, and that dates are in the years 1 to 9999.
    package static func checkMetadata(
        _ metadata: [String: HKMetadataValue], subject: String
    ) throws(HKObjectValidationError) {
        for (key, value) in metadata {
            let isFinite: Bool
            switch value {
            case .date(let date):
                try checkDate(date, "metadata value of \(key)", subject: subject)
                continue
            case .double(let number): isFinite = number.isFinite
            case .quantity(let quantity): isFinite = quantity.originalValue.isFinite
            case .string, .integer, .bool: continue
            }
            guard isFinite else {
                throw HKObjectValidationError(
                    .invalidMetadata, subject, "the metadata value of \(key) is not a finite number",
                    remedy: "omit such values")
            }
        }
    }

    private static func checkContent(_ sample: HKQuantitySample) throws(HKObjectValidationError) {
        let (type, subject) = (sample.quantityType, sample.quantityType.identifier)
        try checkNumber(sample.count, "count", in: 1...Int(Int32.max), subject: subject)
        try checkClass(of: sample)
        try checkFinite(sample.quantity.originalValue, subject: subject)
        try checkFigure(sample.quantity, "value", of: type, subject: subject)
        guard let sample = sample as? HKDiscreteQuantitySample else { return }
        try checkFigure(sample.minimumQuantity, "minimum", of: type, subject: subject)
        try checkFigure(sample.maximumQuantity, "maximum", of: type, subject: subject)
        try checkFigure(sample.mostRecentQuantity, "most recent value", of: type, subject: subject)
        let latest = sample.mostRecentQuantityDateInterval
        guard latest.start != sample.startDate || latest.end != sample.endDate else { return }
        try checkDates(start: latest.start, end: latest.end, of: "the most recent value", subject: subject)
    }

    /// Checks that the class of a sample is not the one for the opposite aggregation style. The initializers allow this, as on
    /// Apple platforms.
    private static func checkClass(of sample: HKQuantitySample) throws(HKObjectValidationError) {
        let isCumulative = sample.quantityType.aggregationStyle == .cumulative
        let isWrong = isCumulative ? sample is HKDiscreteQuantitySample : sample is HKCumulativeQuantitySample
        guard isWrong else { return }
        throw HKObjectValidationError(
            .wrongClass, sample.quantityType.identifier, "\(type(of: sample)) does not hold samples of this type",
            remedy: "create the sample with HKQuantitySample, which chooses the class")
    }

    private static func checkContent(_ sample: HKCategorySample) throws(HKObjectValidationError) {
        try checkCategoryValue(sample.value, of: sample.categoryType)
        // The store saves values as doubles, which cannot represent every integer outside these bounds.
        let exact = 1 << 53
        try checkNumber(sample.value, "value", in: -exact...exact, subject: sample.categoryType.identifier)
    }

    private static func checkContent(_ assessment: HKScoredAssessment) throws(HKObjectValidationError) {
        let subject = assessment.sampleType.identifier
        let (answers, questions, sum): (Int, Int, Int)
        switch assessment {
        case let assessment as HKGAD7Assessment:
            (answers, questions) = (assessment.answers.count, 7)
            sum = HKGAD7Assessment.score(assessment.answers)
        case let assessment as HKPHQ9Assessment:
            (answers, questions) = (assessment.answers.count, 9)
            sum = HKPHQ9Assessment.score(assessment.answers)
            try HKPHQ9Assessment.checkOrder(assessment.answers)
        default: return
        }
        guard answers == questions else {
            throw HKObjectValidationError(
                .invalidAnswers, subject, "the questionnaire has \(questions) questions, not \(answers)",
                remedy: "give one answer for each question")
        }
        guard assessment.score == sum else {
            throw HKObjectValidationError(
                .valueOutOfRange, subject, "the score is not the sum of the answers",
                remedy: "give the sum of the answers")
        }
    }
}
