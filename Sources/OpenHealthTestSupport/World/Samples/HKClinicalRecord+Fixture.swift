// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension HKClinicalRecord {
    /// Creates a clinical record as a query returns it.
    /// - Parameters:
    ///   - identifier: the type.
    ///   - name: what a list shows.
    ///   - resource: the FHIR resource; one without content where it is left out.
    ///   - date: when it was downloaded; now where it is left out.
    ///   - source: where it comes from; the program that runs where it is left out.
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
    ///   - type: the type of the resource.
    ///   - identifier: its identifier.
    ///   - json: its content; the type and the identifier alone where it is left out.
    ///   - sourceURL: where it was found.
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
    /// Creates a signed record, such as of a vaccination, as a query returns it.
    /// - Parameters:
    ///   - recordTypes: what it is about, such as `https://smarthealth.cards#immunization`.
    ///   - items: the names of what is in it.
    ///   - date: when it was issued, and what it is about happened; now where it is left out.
    ///   - fullName: the name of the person.
    ///   - data: the signed content.
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
