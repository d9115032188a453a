// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The validation rules for objects that apps create.
///
/// Stores do not validate objects that they return, because existing data that violates a newer rule remains valid.
package enum HKObjectValidation {
    // MARK: - Time

    /// Checks that a sample does not end before it starts, does not exceed the maximum duration of its type, and has an end date
    /// unless its type is a state that can be ongoing.
    package static func checkInterval(
        of type: HKSampleType, start: Date, end: Date
    ) throws(HKObjectValidationError) {
        try checkOrder(start: start, end: end, subject: type.identifier)
        if end == .distantFuture {
            // An ongoing state has no duration to limit.
            guard !type.hasStatesThatGoOn else { return }
            throw HKObjectValidationError(
                .undeterminedEnd, type.identifier, "the end is Date.distantFuture",
                remedy: "give the date at which it ended, or the start for an instant")
        }
        let duration = end.timeIntervalSince(start)
        if type.isMaximumDurationRestricted, duration > type.maximumAllowedDuration {
            throw HKObjectValidationError(
                .durationOutOfRange, type.identifier,
                "the sample exceeds the maximum allowed duration of \(type.maximumAllowedDuration) s",
                remedy: "split it into shorter ones")
        }
        if type.isMinimumDurationRestricted, duration < type.minimumAllowedDuration {
            throw HKObjectValidationError(
                .durationOutOfRange, type.identifier,
                "the sample is shorter than the minimum allowed duration of \(type.minimumAllowedDuration) s",
                remedy: "give a start and an end that are further apart")
        }
    }

    /// Checks that the end is not before the start and that both are finite.
    package static func checkOrder(start: Date, end: Date, subject: String) throws(HKObjectValidationError) {
        let (first, last) = (start.timeIntervalSinceReferenceDate, end.timeIntervalSinceReferenceDate)
        guard first.isFinite, last.isFinite else {
            throw HKObjectValidationError(
                .invalidInterval, subject, "the start or the end is not a date",
                remedy: "give dates that are a finite number of seconds from the reference date")
        }
        guard first <= last else {
            throw HKObjectValidationError(
                .invalidInterval, subject, "the end is before the start",
                remedy: "swap the dates, or use the start for both")
        }
    }

    // MARK: - Values

    /// Checks that the unit of a quantity is compatible with the type and that the value is finite.
    package static func checkQuantity(
        _ quantity: HKQuantity, of type: HKQuantityType
    ) throws(HKObjectValidationError) {
        try checkUnit(of: quantity, type: type)
        try checkFinite(quantity.originalValue, subject: type.identifier)
    }

    /// Checks that the unit of a quantity is compatible with the type.
    package static func checkUnit(
        of quantity: HKQuantity, type: HKQuantityType
    ) throws(HKObjectValidationError) {
        guard type.is(compatibleWith: quantity.originalUnit) else {
            let expected = HealthTypes.named(type.identifier)?.canonicalUnit ?? "another dimension"
            throw HKObjectValidationError(
                .incompatibleUnit, type.identifier,
                "requires a unit compatible with \(expected), not \(quantity.originalUnit.unitString)",
                remedy: "give the quantity in such a unit")
        }
    }

    /// Checks that a quantity can be converted to a unit and that the value is finite.
    package static func checkQuantity(
        _ quantity: HKQuantity?, in unit: HKUnit, subject: String
    ) throws(HKObjectValidationError) {
        guard let quantity else { return }
        guard quantity.is(compatibleWith: unit) else {
            throw HKObjectValidationError(
                .incompatibleUnit, subject,
                "requires a unit compatible with \(unit.unitString), not \(quantity.originalUnit.unitString)",
                remedy: "give the quantity in such a unit")
        }
        try checkFinite(quantity.originalValue, subject: subject)
    }

    /// Checks that a value is neither infinite nor NaN, which statistics cannot handle.
    package static func checkFinite(_ value: Double, subject: String) throws(HKObjectValidationError) {
        guard value.isFinite else {
            throw HKObjectValidationError(
                .valueNotFinite, subject, "the value is not a finite number", remedy: "omit such values")
        }
    }

    /// Checks that a category value is a raw value of the type's enumeration.
    package static func checkCategoryValue(
        _ value: Int, of type: HKCategoryType
    ) throws(HKObjectValidationError) {
        guard let enumeration = HealthTypes.named(type.identifier)?.valueEnum else { return }
        guard HealthEnums.allowedValues(ofEnum: enumeration).contains(value) else {
            throw HKObjectValidationError(
                .valueOutOfRange, type.identifier, "the value is not compatible with \(enumeration)",
                remedy: "give the raw value of a case of \(enumeration)")
        }
    }
}

extension HKObjectValidation {
    /// Checks a sample from an untrusted source against the rules for new samples.
    /// - Parameter keepsMetadata: Whether values of predefined metadata keys are accepted as they are: a phone can know more of
    ///   them than this version.
    package static func check(
        _ sample: HKSample, keepsMetadata: Bool = false
    ) throws(HKObjectValidationError) {
        let type = sample.sampleType
        guard holds(sample, type) else {
            throw HKObjectValidationError(
                .wrongClass, type.identifier, "\(Swift.type(of: sample)) does not hold samples of this type",
                remedy: "send the class that fits the type")
        }
        try checkInterval(of: type, start: sample.startDate, end: sample.endDate)
        _ = try metadata(sample.metadata, of: type, subject: type.identifier, keepsValues: keepsMetadata)
        if let sample = sample as? HKQuantitySample { try checkFigures(sample) }
        try checkContent(sample)
        try checkLimits(sample)
        guard let correlation = sample as? HKCorrelation else { return }
        for member in correlation.objects { try check(member, keepsMetadata: keepsMetadata) }
    }

    private static func checkFigures(_ sample: HKQuantitySample) throws(HKObjectValidationError) {
        var figures = [sample.quantity]
        if let sample = sample as? HKDiscreteQuantitySample {
            figures += [sample.minimumQuantity, sample.maximumQuantity, sample.mostRecentQuantity]
        }
        for figure in figures { try checkQuantity(figure, of: sample.quantityType) }
    }

    /// Returns whether the class of a sample is valid for a type.
    private static func holds(_ sample: HKSample, _ type: HKSampleType) -> Bool {
        switch type {
        case let type as HKQuantityType:
            let isCumulative = type.aggregationStyle == .cumulative
            return isCumulative ? sample is HKCumulativeQuantitySample : sample is HKDiscreteQuantitySample
        case is HKCategoryType: return sample is HKCategorySample
        case is HKCorrelationType: return sample is HKCorrelation
        case is HKWorkoutType: return sample is HKWorkout
        case is HKSeriesType:
            return type == HKSeriesType.heartbeat() ? sample is HKHeartbeatSeriesSample : sample is HKWorkoutRoute
        case is HKElectrocardiogramType: return sample is HKElectrocardiogram
        case is HKAudiogramSampleType: return sample is HKAudiogramSample
        case is HKPrescriptionType: return sample is HKVisionPrescription
        case is HKStateOfMindType: return sample is HKStateOfMind
        case is HKScoredAssessmentType:
            let isGAD7 = type.identifier == HKScoredAssessmentTypeIdentifier.GAD7.rawValue
            return isGAD7 ? sample is HKGAD7Assessment : sample is HKPHQ9Assessment
        case is HKMedicationDoseEventType: return sample is HKMedicationDoseEvent
        case is HKDocumentType: return sample is HKDocumentSample
        case is HKClinicalType: return sample is HKClinicalRecord || sample is HKVerifiableClinicalRecord
        default: return false
        }
    }
}

extension HKObjectValidation {
    /// Converts an app's metadata and checks it, for a sample of a type or for another object.
    /// - Parameter keepsValues: Whether values of predefined keys are accepted as they are.
    package static func metadata(
        _ metadata: [String: Any]?, of type: HKObjectType?, subject: String, keepsValues: Bool = false
    ) throws(HKObjectValidationError) -> [String: HKMetadataValue] {
        var values: [String: HKMetadataValue] = [:]
        for (key, value) in metadata ?? [:] {
            guard let known = HKMetadataValue(value) else {
                throw HKObjectValidationError(
                    .invalidMetadata, subject, "the metadata value of \(key) is a \(Swift.type(of: value))",
                    remedy: "metadata holds String, NSNumber, Date and HKQuantity")
            }
            values[key] = known
        }
        if !keepsValues { try checkPredefined(values, subject: subject) }
        let (identifier, version) = (values[HKMetadataKeySyncIdentifier], values[HKMetadataKeySyncVersion])
        guard (identifier == nil) == (version == nil) else {
            throw HKObjectValidationError(
                .incompleteSyncMetadata, subject,
                "\(HKMetadataKeySyncIdentifier) and \(HKMetadataKeySyncVersion) must be used together",
                remedy: "give both or neither")
        }
        if let type, let key = requiredKeys[type.identifier], values[key] == nil {
            throw HKObjectValidationError(
                .missingMetadata, subject, "the metadata has no \(key)", remedy: "add it; the type needs it")
        }
        return values
    }

    /// The metadata keys that samples of a type require.
    private static let requiredKeys: [String: String] = [
        HKCategoryTypeIdentifier.menstrualFlow.rawValue: HKMetadataKeyMenstrualCycleStart,
        HKQuantityTypeIdentifier.insulinDelivery.rawValue: HKMetadataKeyInsulinDeliveryReason,
    ]

    /// Checks the interval and the metadata of a new sample and returns its fields.
    package static func fields(
        of type: HKSampleType, start: Date, end: Date, device: HKDevice?, metadata: [String: Any]?
    ) throws(HKObjectValidationError) -> HKObjectFields {
        try checkInterval(of: type, start: start, end: end)
        let values = try self.metadata(metadata, of: type, subject: type.identifier)
        return HKObjectFields(newWith: device, metadata: values)
    }
}

extension HKObjectValidation {
    /// Checks that the values of predefined keys have the class, the unit and the range that the keys require. Values of an app's
    /// own keys are not restricted.
    package static func checkPredefined(
        _ metadata: [String: HKMetadataValue], subject: String
    ) throws(HKObjectValidationError) {
        // The keys are sorted, so that the same metadata always have the same error.
        for (key, value) in metadata.sorted(by: { $0.key < $1.key }) {
            guard let required = requirement(of: key, unmetBy: value) else { continue }
            throw HKObjectValidationError(
                .invalidMetadata, subject, "the metadata value of \(key) is not \(required)",
                remedy: "give \(required), or use a key of your own")
        }
    }

    /// Returns what a predefined key requires if a value is something else; nil for valid values and for an app's own keys.
    package static func requirement(of key: String, unmetBy value: HKMetadataValue) -> String? {
        guard let kind = HealthMetadataKeys.valueKind(key) else { return nil }
        switch (kind, value) {
        case (.string, .string), (.date, .date): return nil
        case (.string, _): return "a String"
        case (.date, _): return "a Date"
        case (.bool, _):
            return [0, 1].contains(number(value)) ? nil : "a Bool"
        case (.number, _):
            guard let name = HealthMetadataKeys.valueEnum(key) else {
                return number(value) == nil ? "a number" : nil
            }
            guard let raw = number(value).flatMap({ Int(exactly: $0) }),
                HealthEnums.allowedValues(ofEnum: name).contains(raw)
            else { return "the raw value of a case of \(name)" }
            return nil
        case (.quantity(let unit?), .quantity(let quantity)):
            return quantity.is(compatibleWith: HKUnit(from: unit)) ? nil : "an HKQuantity in a unit such as \(unit)"
        case (.quantity(nil), .quantity): return nil
        case (.quantity(let unit), _): return "an HKQuantity" + (unit.map { " in a unit such as \($0)" } ?? "")
        }
    }

    /// Returns the number of an `NSNumber`: a Boolean value is 0 or 1.
    private static func number(_ value: HKMetadataValue) -> Double? {
        switch value {
        case .integer(let number): Double(number)
        case .double(let number): number
        case .bool(let truth): truth ? 1 : 0
        case .string, .date, .quantity: nil
        }
    }
}
