// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the class is not final, for source compatibility; all it stores is immutable and Sendable itself.
/// A signed record, such as a certificate of vaccination.
public class HKVerifiableClinicalRecord: HKSample, @unchecked Sendable {
    /// The type of the record.
    public let recordTypes: [String]
    /// The issuer.
    public let issuerIdentifier: String
    /// Whom it is about.
    public let subject: HKVerifiableClinicalRecordSubject
    /// When it was signed.
    public let issuedDate: Date
    /// When what it says happened.
    public let relevantDate: Date
    /// When it expires; nil where it does not.
    public let expirationDate: Date?
    /// The names of what it lists, as people read them.
    public let itemNames: [String]
    /// The kind of certificate.
    public let sourceType: HKVerifiableClinicalRecordSourceType?
    /// The certificate, with its signature.
    public let dataRepresentation: Data

    /// Creates a record from stored parts, under the type that the store keeps it by.
    package init(
        sampleType: HKSampleType, recordTypes: [String], issuerIdentifier: String,
        subject: HKVerifiableClinicalRecordSubject, issuedDate: Date, relevantDate: Date, expirationDate: Date?,
        itemNames: [String], sourceType: HKVerifiableClinicalRecordSourceType?, dataRepresentation: Data,
        startDate: Date, endDate: Date, fields: HKObjectFields
    ) {
        self.recordTypes = recordTypes
        self.issuerIdentifier = issuerIdentifier
        self.subject = subject
        self.issuedDate = issuedDate
        self.relevantDate = relevantDate
        self.expirationDate = expirationDate
        self.itemNames = itemNames
        self.sourceType = sourceType
        self.dataRepresentation = dataRepresentation
        super.init(sampleType: sampleType, startDate: startDate, endDate: endDate, fields: fields)
    }

    /// The certificate as the first version of the API handed it out; the same as ``dataRepresentation``.
    public var jwsRepresentation: Data { dataRepresentation }

    /// Writes the object to an archive.
    public override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        var archive = HKArchive()
        archive.set(recordTypes, "recordTypes")
        archive.set(issuerIdentifier, "issuerIdentifier")
        archive.set(object: subject, "subject")
        archive.set(issuedDate, "issuedDate")
        archive.set(relevantDate, "relevantDate")
        archive.set(expirationDate, "expirationDate")
        archive.set(itemNames, "itemNames")
        archive.set(raw: sourceType, "sourceType")
        archive.set(dataRepresentation, "dataRepresentation")
        coder.encode(archive, forKey: "HKVerifiableClinicalRecord")
    }

    /// Reads the object from an archive, or gives nil where the archive does not hold one.
    public required init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: "HKVerifiableClinicalRecord"),
            let recordTypes = archive.strings("recordTypes"),
            let issuerIdentifier = archive.string("issuerIdentifier"),
            let subject = archive.object("subject", as: HKVerifiableClinicalRecordSubject.self),
            let issuedDate = archive.date("issuedDate"),
            let relevantDate = archive.date("relevantDate"),
            let itemNames = archive.strings("itemNames"),
            let dataRepresentation = archive.data("dataRepresentation")
        else { return nil }
        self.recordTypes = recordTypes
        self.issuerIdentifier = issuerIdentifier
        self.subject = subject
        self.issuedDate = issuedDate
        self.relevantDate = relevantDate
        self.expirationDate = archive.date("expirationDate")
        self.itemNames = itemNames
        self.sourceType = archive.raw("sourceType", as: HKVerifiableClinicalRecordSourceType.self)
        self.dataRepresentation = dataRepresentation
        super.init(coder: coder)
    }
}
