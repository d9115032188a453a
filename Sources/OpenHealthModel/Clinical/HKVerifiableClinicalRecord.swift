// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the class is not final, for source compatibility; all stored properties are immutable and Sendable.
/// A signed record, such as a vaccination certificate.
public class HKVerifiableClinicalRecord: HKSample, @unchecked Sendable {
    /// The types of the record.
    public let recordTypes: [String]
    /// The issuer.
    public let issuerIdentifier: String
    /// The subject of the record.
    public let subject: HKVerifiableClinicalRecordSubject
    /// The date on which the record was signed.
    public let issuedDate: Date
    /// The date of the recorded event.
    public let relevantDate: Date
    /// The expiration date; `nil` if the record does not expire.
    public let expirationDate: Date?
    /// The display names of the items in the record.
    public let itemNames: [String]
    /// The kind of certificate.
    public let sourceType: HKVerifiableClinicalRecordSourceType?
    /// The certificate, with its signature.
    public let dataRepresentation: Data

    /// Creates a record from stored fields, with the type under which the store keeps it.
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

    /// The certificate; the former version of ``dataRepresentation``.
    public var jwsRepresentation: Data { dataRepresentation }

    /// Encodes the object.
    public override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encodeArchive(
            [
                "recordTypes": recordTypes, "issuerIdentifier": issuerIdentifier, "subject": subject,
                "issuedDate": issuedDate, "relevantDate": relevantDate, "expirationDate": expirationDate,
                "itemNames": itemNames, "sourceType": sourceType?.rawValue, "dataRepresentation": dataRepresentation,
            ], forKey: "HKVerifiableClinicalRecord")
    }

    /// Creates the object from an archive, or returns `nil` if the archive contains none.
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
