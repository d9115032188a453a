// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the class is open and so cannot be final; all it stores is immutable and Sendable itself.
/// An object that happened at a time: an instant, or an interval.
///
/// Apps make its subclasses.
open class HKSample: HKObject, @unchecked Sendable {
    private let storedType: HKSampleType
    private let storedStart: Date
    private let storedEnd: Date

    /// Creates a sample from the fields of a stored one.
    public init(sampleType: HKSampleType, startDate: Date, endDate: Date, fields: HKObjectFields) {
        storedType = sampleType
        storedStart = startDate
        storedEnd = endDate
        super.init(fields: fields)
    }

    /// The sample type.
    open var sampleType: HKSampleType { storedType }

    /// When it began.
    open var startDate: Date { storedStart }

    /// When it ended; the same as ``startDate`` for an instant.
    open var endDate: Date { storedEnd }

    /// Whether the sample still goes on: its ``endDate`` is `Date.distantFuture`.
    ///
    /// Only states can go on: samples of `contraceptive`, `lactation` and `pregnancy`.
    open var hasUndeterminedDuration: Bool { endDate == .distantFuture }

    /// Writes the sample to an archive.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        var archive = HKArchive()
        archive.set(storedType, "type")
        archive.set(storedStart, "start")
        archive.set(storedEnd, "end")
        coder.encode(archive, forKey: "HKSample")
    }

    /// Reads a sample from an archive, or gives nil where the archive does not hold one.
    public required init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: "HKSample"),
            let type = archive.type("type", as: HKSampleType.self),
            let start = archive.date("start"), let end = archive.date("end"),
            // Dates that are NaN compare as equal to any date.
            start.timeIntervalSinceReferenceDate <= end.timeIntervalSinceReferenceDate
        else { return nil }
        storedType = type
        storedStart = start
        storedEnd = end
        super.init(coder: coder)
        guard canBe(of: type) else { return nil }
    }
}
