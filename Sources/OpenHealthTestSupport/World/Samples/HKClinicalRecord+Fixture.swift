// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension HKClinicalRecord {
    /// Creates a clinical record in the form that a query returns.
    /// - Parameters:
    ///   - identifier: The type.
    ///   - name: The display name.
    ///   - resource: The FHIR resource; by default one without content.
    ///   - date: The date of the download; by default now.
    ///   - source: The source revision; by default that of the running program.
    public static func fixture(
        _ identifier: HKClinicalTypeIdentifier, name: String = "Record", resource: HKFHIRResource? = nil,
        at date: Date = Date(), source: HKSourceRevision? = nil
    ) -> HKClinicalRecord {
        HKClinicalRecord(
            clinicalType: HKClinicalType(identifier), displayName: name, fhirResource: resource ?? .fixture(),
            startDate: date, endDate: date, fields: .fixture(source))
    }
}

extension HKFHIRResource {
    /// Creates a resource in FHIR R4.
    /// - Parameters:
    ///   - type: The type of the resource.
    ///   - identifier: The identifier of the resource.
    ///   - json: The content; by default only the type and the identifier.
    ///   - sourceURL: The source URL.
    public static func fixture(
        _ type: HKFHIRResourceType = .observation, identifier: String = "1", json: String? = nil,
        sourceURL: URL? = nil
    ) -> HKFHIRResource {
        let content = json ?? "{\"resourceType\":\"\(type.rawValue)\",\"id\":\"\(identifier)\"}"
        return HKFHIRResource(
            fhirVersion: .primaryR4(), resourceType: type, identifier: identifier, data: Data(content.utf8),
            sourceURL: sourceURL)
    }
}

extension HKVerifiableClinicalRecord {
    /// Creates a verifiable clinical record, such as a vaccination certificate, in the form that a query returns.
    /// - Parameters:
    ///   - recordTypes: The types of the record, such as `https://smarthealth.cards#immunization`.
    ///   - items: The names of the record's items.
    ///   - date: The issue date and the relevant date; by default now.
    ///   - fullName: The name of the person.
    ///   - data: The signed content.
    public static func fixture(
        recordTypes: [String] = ["https://smarthealth.cards#immunization"], items: [String] = ["Vaccine"],
        at date: Date = Date(), fullName: String = "Jo Doe", data: Data = Data("eyJ9.e30.c2ln".utf8)
    ) -> HKVerifiableClinicalRecord {
        HKVerifiableClinicalRecord(
            sampleType: HKClinicalType(.immunizationRecord), recordTypes: recordTypes,
            issuerIdentifier: "https://example.org/issuer",
            subject: HKVerifiableClinicalRecordSubject(fullName: fullName, dateOfBirthComponents: nil),
            issuedDate: date, relevantDate: date, expirationDate: nil, itemNames: items, sourceType: nil,
            dataRepresentation: data, startDate: date, endDate: date, fields: .fixture(nil))
    }
}
