// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

// Unchecked because NSPredicate is not marked as Sendable on Linux, although predicates are immutable.
/// A sample type with a predicate, for query descriptors. Use the static methods to create one.
///
/// The method determines the class of the samples, so the results of a query need no cast.
public struct HKSamplePredicate<Sample: HKSample>: Equatable, Hashable, @unchecked Sendable {
    /// The type of the samples.
    public let sampleType: HKSampleType
    /// The predicate of the samples; nil for all of the type.
    public let nsPredicate: NSPredicate?

    package init(_ sampleType: HKSampleType, _ predicate: NSPredicate?) {
        self.sampleType = sampleType
        self.nsPredicate = predicate
    }

    /// The predicate as the store's node.
    package var node: PredicateNode { PredicateNode(nsPredicate) }
}

extension HKSamplePredicate where Sample == HKSample {
    /// Returns a predicate for samples of any type.
    /// - Parameters:
    ///   - type: The type.
    ///   - predicate: A predicate for the samples, or nil for all.
    public static func sample(type: HKSampleType, predicate: NSPredicate? = nil) -> HKSamplePredicate<HKSample> {
        HKSamplePredicate(type, predicate)
    }
}

extension HKSamplePredicate where Sample == HKQuantitySample {
    /// Returns a predicate for quantity samples.
    /// - Parameters:
    ///   - type: The type.
    ///   - predicate: A predicate for the samples, or nil for all.
    public static func quantitySample(
        type: HKQuantityType, predicate: NSPredicate? = nil
    ) -> HKSamplePredicate<HKQuantitySample> {
        HKSamplePredicate(type, predicate)
    }
}

extension HKSamplePredicate where Sample == HKCategorySample {
    /// Returns a predicate for category samples.
    /// - Parameters:
    ///   - type: The type.
    ///   - predicate: A predicate for the samples, or nil for all.
    public static func categorySample(
        type: HKCategoryType, predicate: NSPredicate? = nil
    ) -> HKSamplePredicate<HKCategorySample> {
        HKSamplePredicate(type, predicate)
    }
}

extension HKSamplePredicate where Sample == HKCorrelation {
    /// Returns a predicate for correlations.
    /// - Parameters:
    ///   - type: The type.
    ///   - predicate: A predicate for the samples, or nil for all.
    public static func correlation(
        type: HKCorrelationType, predicate: NSPredicate? = nil
    ) -> HKSamplePredicate<HKCorrelation> {
        HKSamplePredicate(type, predicate)
    }
}

extension HKSamplePredicate where Sample == HKClinicalRecord {
    /// Returns a predicate for clinical records.
    /// - Parameters:
    ///   - type: The type.
    ///   - predicate: A predicate for the samples, or nil for all.
    public static func clinicalRecord(
        type: HKClinicalType, predicate: NSPredicate? = nil
    ) -> HKSamplePredicate<HKClinicalRecord> {
        HKSamplePredicate(type, predicate)
    }
}
