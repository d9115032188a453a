// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the class is open; all stored properties are immutable and Sendable.
/// An object with a start and an end date, which are equal for an instant.
///
/// Apps create instances of its subclasses.
open class HKSample: HKObject, @unchecked Sendable {
    private let storedType: HKSampleType
    private let storedStart: Date
    private let storedEnd: Date

    /// Creates a sample from stored fields.
    public init(sampleType: HKSampleType, startDate: Date, endDate: Date, fields: HKObjectFields) {
        storedType = sampleType
        storedStart = startDate
        storedEnd = endDate
        super.init(fields: fields)
    }

    /// The sample type.
    open var sampleType: HKSampleType { storedType }

    /// The start date.
    open var startDate: Date { storedStart }

    /// The end date; the same as ``startDate`` for an instant.
    open var endDate: Date { storedEnd }

    /// Whether the sample is ongoing: its ``endDate`` is `Date.distantFuture`.
    ///
    /// Only states can be ongoing: samples of `contraceptive`, `lactation` and `pregnancy`.
    open var hasUndeterminedDuration: Bool { endDate == .distantFuture }

    /// Encodes the sample.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encodeArchive(["type": storedType, "start": storedStart, "end": storedEnd], forKey: "HKSample")
    }

    /// Creates a sample from an archive, or returns `nil` if the archive contains none.
    public required init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: "HKSample"),
            let type = archive.type("type", as: HKSampleType.self),
            let start = archive.date("start"), let end = archive.date("end"),
            // NaN dates compare as equal to any date.
            start.timeIntervalSinceReferenceDate <= end.timeIntervalSinceReferenceDate
        else { return nil }
        storedType = type
        storedStart = start
        storedEnd = end
        super.init(coder: coder)
        guard canBe(of: type) else { return nil }
    }
}
