// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension PredicateField {
    /// Returns the values of a property of an object: none if the object does not have it, several for a list.
    package func values(of object: Any) -> [PredicateValue] {
        switch object {
        case let activity as HKWorkoutActivity: [value(of: activity)].compactMap(\.self)
        case let summary as HKActivitySummary:
            if self == .day, let day = summary.snapshot.day { [.day(day)] } else { [] }
        case let medication as HKUserAnnotatedMedication: [value(of: medication)].compactMap(\.self)
        case let mind as HKStateOfMind where self == .stateOfMindLabel: mind.labels.map { .number(Double($0.rawValue)) }
        case let mind as HKStateOfMind where self == .stateOfMindAssociation:
            mind.associations.map { .number(Double($0.rawValue)) }
        case let object as HKObject:
            [value(ofObject: object) ?? (object as? HKSample).flatMap(value(ofSample:))].compactMap(\.self)
        default: []
        }
    }

    private func value(of activity: HKWorkoutActivity) -> PredicateValue? {
        switch self {
        case .uuid: .uuid(activity.uuid)
        case .metadata(let key): activity.metadataValues[key].map(PredicateValue.init)
        case .duration: .number(activity.duration)
        case .activityType: .number(Double(activity.workoutConfiguration.activityType.rawValue))
        case .activityStart: .date(activity.startDate)
        case .activityEnd: activity.endDate.map(PredicateValue.date)
        default: statistic(of: activity.allStatistics)
        }
    }

    private func value(of medication: HKUserAnnotatedMedication) -> PredicateValue? {
        switch self {
        case .isArchived: .bool(medication.isArchived)
        case .hasSchedule: .bool(medication.hasSchedule)
        case .medicationConcept: .text(medication.medication.identifier.identifier)
        default: nil
        }
    }

    private func value(ofObject object: HKObject) -> PredicateValue? {
        switch self {
        case .uuid: .uuid(object.uuid)
        case .source: .source(object.sourceRevision.source)
        case .sourceName: .text(object.sourceRevision.source.name)
        case .sourceBundleIdentifier: .text(object.sourceRevision.source.bundleIdentifier)
        case .sourceRevision: .revision(object.sourceRevision)
        case .sourceVersion: object.sourceRevision.version.map(PredicateValue.text)
        case .productType: object.sourceRevision.productType.map(PredicateValue.text)
        case .device: object.device.map(PredicateValue.device)
        case .deviceProperty(let key): object.device?.property(forKey: key).map(PredicateValue.text)
        case .metadata(let key): object.fields.metadata[key].map(PredicateValue.init)
        default: nil
        }
    }

    private func value(ofSample sample: HKSample) -> PredicateValue? {
        switch self {
        case .startDate: return .date(sample.startDate)
        case .endDate: return .date(sample.endDate)
        case .sampleType: return .text(sample.sampleType.identifier)
        default: break
        }
        return switch sample {
        case let sample as HKQuantitySample: value(ofQuantity: sample)
        case let sample as HKCategorySample: self == .categoryValue ? .number(Double(sample.value)) : nil
        case let sample as HKWorkout: value(ofWorkout: sample)
        case let sample as HKElectrocardiogram: value(ofElectrocardiogram: sample)
        case let sample as HKCDADocumentSample: sample.document.flatMap(value(ofDocument:))
        case let sample as HKClinicalRecord: sample.fhirResource.flatMap(value(ofResource:))
        case let sample as HKVerifiableClinicalRecord: self == .relevantDate ? .date(sample.relevantDate) : nil
        case let sample as HKStateOfMind:
            switch self {
            case .valence: .number(sample.valence)
            case .stateOfMindKind: .number(Double(sample.kind.rawValue))
            default: nil
            }
        case let sample as HKMedicationDoseEvent: value(ofDose: sample)
        default: nil
        }
    }

    private func value(ofQuantity sample: HKQuantitySample) -> PredicateValue? {
        switch self {
        case .quantity: return .quantity(sample.quantity)
        case .count: return .number(Double(sample.count))
        case .sum:
            let addsUp = sample.count == 1 || sample.quantityType.aggregationStyle == .cumulative
            return addsUp ? .quantity(sample.quantity) : nil
        default: break
        }
        if let series = sample as? HKDiscreteQuantitySample {
            return reading(
                series.mostRecentQuantity, series.mostRecentQuantityDateInterval, series.minimumQuantity,
                series.maximumQuantity)
        }
        if sample.count > 1 { return nil }
        let interval = DateInterval(start: sample.startDate, end: max(sample.startDate, sample.endDate))
        return reading(sample.quantity, interval, sample.quantity, sample.quantity)
    }

    private func reading(
        _ last: HKQuantity, _ interval: DateInterval, _ minimum: HKQuantity, _ maximum: HKQuantity
    ) -> PredicateValue? {
        switch self {
        case .minimum: .quantity(minimum)
        case .maximum: .quantity(maximum)
        case .mostRecent: .quantity(last)
        case .mostRecentStart: .date(interval.start)
        case .mostRecentEnd: .date(interval.end)
        case .mostRecentDuration: .number(interval.duration)
        default: nil
        }
    }

    private func value(ofWorkout workout: HKWorkout) -> PredicateValue? {
        switch self {
        case .workoutType: .number(Double(workout.workoutActivityType.rawValue))
        case .duration: .number(workout.duration)
        case .totalDistance: workout.totalDistance.map(PredicateValue.quantity)
        case .totalEnergyBurned: workout.totalEnergyBurned.map(PredicateValue.quantity)
        case .totalSwimmingStrokeCount: workout.totalSwimmingStrokeCount.map(PredicateValue.quantity)
        case .totalFlightsClimbed: workout.totalFlightsClimbed.map(PredicateValue.quantity)
        default: statistic(of: workout.allStatistics)
        }
    }

    private func statistic(of statistics: [HKQuantityType: HKStatistics]) -> PredicateValue? {
        func figure(_ identifier: String, _ read: (HKStatistics) -> HKQuantity?) -> PredicateValue? {
            (HKObjectType.named(identifier) as? HKQuantityType).flatMap { statistics[$0] }.flatMap(read)
                .map(PredicateValue.quantity)
        }
        return switch self {
        case .statisticsSum(let identifier): figure(identifier) { $0.sumQuantity() }
        case .statisticsMinimum(let identifier): figure(identifier) { $0.minimumQuantity() }
        case .statisticsMaximum(let identifier): figure(identifier) { $0.maximumQuantity() }
        case .statisticsAverage(let identifier): figure(identifier) { $0.averageQuantity() }
        default: nil
        }
    }

    private func value(ofElectrocardiogram sample: HKElectrocardiogram) -> PredicateValue? {
        switch self {
        case .ecgClassification: .number(Double(sample.classification.rawValue))
        case .ecgSymptomsStatus: .number(Double(sample.symptomsStatus.rawValue))
        case .ecgAverageHeartRate: sample.averageHeartRate.map(PredicateValue.quantity)
        default: nil
        }
    }

    private func value(ofDocument document: HKCDADocument) -> PredicateValue? {
        switch self {
        case .cdaTitle: .text(document.title)
        case .cdaPatientName: .text(document.patientName)
        case .cdaAuthorName: .text(document.authorName)
        case .cdaCustodianName: .text(document.custodianName)
        default: nil
        }
    }

    private func value(ofResource resource: HKFHIRResource) -> PredicateValue? {
        switch self {
        case .fhirResourceType: .text(resource.resourceType.rawValue)
        case .fhirIdentifier: .text(resource.identifier)
        default: nil
        }
    }

    private func value(ofDose dose: HKMedicationDoseEvent) -> PredicateValue? {
        switch self {
        case .doseStatus: .number(Double(dose.logStatus.rawValue))
        case .doseScheduledDate: dose.scheduledDate.map(PredicateValue.date)
        case .doseOrigin: .number(Double(dose.scheduleType.rawValue))
        case .medicationConcept: .text(dose.medicationConceptIdentifier.identifier)
        default: nil
        }
    }
}

extension HKDevice {
    /// The keys `HKDevicePropertyKey…` in the order of ``properties``.
    package static let propertyKeys = [
        HKDevicePropertyKeyName, HKDevicePropertyKeyManufacturer, HKDevicePropertyKeyModel,
        HKDevicePropertyKeyHardwareVersion, HKDevicePropertyKeyFirmwareVersion, HKDevicePropertyKeySoftwareVersion,
        HKDevicePropertyKeyLocalIdentifier, HKDevicePropertyKeyUDIDeviceIdentifier,
    ]

    /// Returns the property of a key `HKDevicePropertyKey…`.
    package func property(forKey key: String) -> String? {
        Self.propertyKeys.firstIndex(of: key).flatMap { properties[$0] }
    }
}
