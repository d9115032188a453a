// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A clinical document in CDA format with the contents of its header.
public final class HKCDADocument: NSObject, HKValueObject, Sendable {
    /// The document as XML; `nil` if the query did not request it.
    public let documentData: Data?
    /// The title of the document; empty if it has none.
    public let title: String
    /// The name of the patient; empty if unknown.
    public let patientName: String
    /// The author; empty if unknown.
    public let authorName: String
    /// The custodian; empty if unknown.
    public let custodianName: String

    /// Creates a document from stored fields.
    package init(
        documentData: Data?, title: String, patientName: String, authorName: String, custodianName: String
    ) {
        self.documentData = documentData
        self.title = title
        self.patientName = patientName
        self.authorName = authorName
        self.custodianName = custodianName
    }

    /// Creates a document by parsing its header.
    init(reading data: Data) throws(HKObjectValidationError) {
        let header = try CDAHeader(data)
        documentData = data
        title = header.title
        patientName = header.patientName
        authorName = header.authorName
        custodianName = header.custodianName
    }

    var parts: [AnyHashable?] { [documentData, title, patientName, authorName, custodianName] }

    /// Returns a Boolean value that indicates whether the other document has the same content.
    public override func isEqual(_ object: Any?) -> Bool { hasSameParts(as: object) }

    /// A hash of the content.
    public override var hash: Int { hashOfParts }
}
