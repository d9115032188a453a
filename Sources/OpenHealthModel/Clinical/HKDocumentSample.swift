// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because this module subclasses it; all it stores is immutable and Sendable itself.
/// A document.
public class HKDocumentSample: HKSample, @unchecked Sendable {
    /// The kind of document.
    public let documentType: HKDocumentType

    /// Creates a document from stored parts.
    package init(documentType: HKDocumentType, startDate: Date, endDate: Date, fields: HKObjectFields) {
        self.documentType = documentType
        super.init(sampleType: documentType, startDate: startDate, endDate: endDate, fields: fields)
    }

    /// Reads a document from an archive, or gives nil where the archive does not hold one.
    public required init?(coder: NSCoder) {
        guard let type = coder.archive(forKey: "HKSample")?.type("type", as: HKDocumentType.self) else { return nil }
        documentType = type
        super.init(coder: coder)
    }
}
