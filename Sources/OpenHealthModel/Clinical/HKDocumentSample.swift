// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the class has subclasses; all stored properties are immutable and Sendable.
/// A document.
public class HKDocumentSample: HKSample, @unchecked Sendable {
    /// The document type.
    public let documentType: HKDocumentType

    /// Creates a document from stored fields.
    package init(documentType: HKDocumentType, startDate: Date, endDate: Date, fields: HKObjectFields) {
        self.documentType = documentType
        super.init(sampleType: documentType, startDate: startDate, endDate: endDate, fields: fields)
    }

    /// Creates a document from an archive, or returns `nil` if the archive contains none.
    public required init?(coder: NSCoder) {
        guard let type = coder.archive(forKey: "HKSample")?.type("type", as: HKDocumentType.self) else { return nil }
        documentType = type
        super.init(coder: coder)
    }
}
