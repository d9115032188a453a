// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

// Unchecked because NSPredicate is not marked as safe to share on Linux, though a predicate never changes.
/// A type of samples and what they have to fit, for the descriptors of queries. It comes from the methods here.
///
/// The class of the samples follows from the method, so that the results of a query need no cast.
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
    /// Samples of any one type.
    /// - Parameters:
    ///   - type: the type.
    ///   - predicate: what they have to fit; nil for all.
    public static func sample(type: HKSampleType, predicate: NSPredicate? = nil) -> HKSamplePredicate<HKSample> {
        HKSamplePredicate(type, predicate)
    }
}

extension HKSamplePredicate where Sample == HKQuantitySample {
    /// Samples of a quantity.
    /// - Parameters:
    ///   - type: the type.
    ///   - predicate: what they have to fit; nil for all.
    public static func quantitySample(
        type: HKQuantityType, predicate: NSPredicate? = nil
    ) -> HKSamplePredicate<HKQuantitySample> {
        HKSamplePredicate(type, predicate)
    }
}

extension HKSamplePredicate where Sample == HKCategorySample {
    /// Samples of a category.
    /// - Parameters:
    ///   - type: the type.
    ///   - predicate: what they have to fit; nil for all.
    public static func categorySample(
        type: HKCategoryType, predicate: NSPredicate? = nil
    ) -> HKSamplePredicate<HKCategorySample> {
        HKSamplePredicate(type, predicate)
    }
}

extension HKSamplePredicate where Sample == HKCorrelation {
    /// Correlations.
    /// - Parameters:
    ///   - type: the type.
    ///   - predicate: what they have to fit; nil for all.
    public static func correlation(
        type: HKCorrelationType, predicate: NSPredicate? = nil
    ) -> HKSamplePredicate<HKCorrelation> {
        HKSamplePredicate(type, predicate)
    }
}

extension HKSamplePredicate where Sample == HKClinicalRecord {
    /// Records of a provider of health care.
    /// - Parameters:
    ///   - type: the type.
    ///   - predicate: what they have to fit; nil for all.
    public static func clinicalRecord(
        type: HKClinicalType, predicate: NSPredicate? = nil
    ) -> HKSamplePredicate<HKClinicalRecord> {
        HKSamplePredicate(type, predicate)
    }
}
