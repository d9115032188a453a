// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because its superclass is; all it stores is immutable and Sendable itself.
/// A clinical document in the form of CDA.
public final class HKCDADocumentSample: HKDocumentSample, @unchecked Sendable {
    /// The document; nil where a sample query handed out the sample, which leaves it out.
    public let document: HKCDADocument?

    /// Creates a document from stored parts.
    package init(document: HKCDADocument?, startDate: Date, endDate: Date, fields: HKObjectFields) {
        self.document = document
        super.init(documentType: HKDocumentType(.CDA), startDate: startDate, endDate: endDate, fields: fields)
    }

    /// Creates a sample from a document.
    /// - Parameters:
    ///   - documentData: the document, as XML.
    ///   - startDate: when what it is about began.
    ///   - endDate: when that ended, not before the start and at most four days after it.
    ///   - metadata: more about it: `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    /// - Throws: ``HKObjectValidationError`` where the data is no such document, or where dates or metadata do not fit.
    public convenience init(
        data documentData: Data, start startDate: Date, end endDate: Date, metadata: [String: Any]?
    ) throws {
        let document = try HKCDADocument(reading: documentData)
        let fields = try HKObjectValidation.fields(
            of: HKDocumentType(.CDA), start: startDate, end: endDate, device: nil, metadata: metadata)
        self.init(document: document, startDate: startDate, endDate: endDate, fields: fields)
    }

    /// Writes the sample with its document to an archive.
    public override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        var archive = HKArchive()
        if let document {
            archive.set(document.documentData, "data")
            archive.set(document.title, "title")
            archive.set(document.patientName, "patientName")
            archive.set(document.authorName, "authorName")
            archive.set(document.custodianName, "custodianName")
        }
        coder.encode(archive, forKey: "HKCDADocumentSample")
    }

    /// Reads a sample from an archive, or gives nil where the archive does not hold one.
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
