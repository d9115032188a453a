// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the superclass is; all stored properties are immutable and Sendable.
/// A sample with a clinical document in CDA format.
public final class HKCDADocumentSample: HKDocumentSample, @unchecked Sendable {
    /// The document; `nil` in the results of a sample query, which omits it.
    public let document: HKCDADocument?

    /// Creates a document from stored fields.
    package init(document: HKCDADocument?, startDate: Date, endDate: Date, fields: HKObjectFields) {
        self.document = document
        super.init(documentType: HKDocumentType(.CDA), startDate: startDate, endDate: endDate, fields: fields)
    }

    /// Creates a sample from a document.
    /// - Parameters:
    ///   - documentData: The document as XML.
    ///   - startDate: The start date of the documented period.
    ///   - endDate: The end date, which is not before the start date and at most four days after it.
    ///   - metadata: The metadata: values of type `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    /// - Throws: ``HKObjectValidationError`` if the data is not a CDA document, or if the dates or the metadata are invalid.
    public convenience init(
        data documentData: Data, start startDate: Date, end endDate: Date, metadata: [String: Any]?
    ) throws {
        let document = try HKCDADocument(reading: documentData)
        let fields = try HKObjectValidation.fields(
            of: HKDocumentType(.CDA), start: startDate, end: endDate, device: nil, metadata: metadata)
        self.init(document: document, startDate: startDate, endDate: endDate, fields: fields)
    }

    /// Encodes the sample with its document.
    public override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encodeArchive(
            [
                "data": document?.documentData, "title": document?.title, "patientName": document?.patientName,
                "authorName": document?.authorName, "custodianName": document?.custodianName,
            ], forKey: "HKCDADocumentSample")
    }

    /// Creates a sample from an archive, or returns `nil` if the archive contains none.
    public required init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: "HKCDADocumentSample") else { return nil }
        document = archive.string("title").map { title in
            HKCDADocument(
                documentData: archive.data("data"), title: title, patientName: archive.string("patientName") ?? "",
                authorName: archive.string("authorName") ?? "",
                custodianName: archive.string("custodianName") ?? "")
        }
        super.init(coder: coder)
    }
}
