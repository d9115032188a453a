// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthFormats
import OpenHealthModel
import OpenHealthStore

/// A page of the results of a search.
struct FHIRBundle {
    /// The address of the FHIR routes, without a trailing slash.
    let base: String
    private var links: [JSONValue] = []
    private var entries: [JSONValue] = []
    /// The requested elements of observations; nil for all.
    var elements: Set<String>?
    /// The number of results on all pages, if it was requested.
    var total: Int?

    init(base: String) {
        self.base = base
    }

    /// Adds a link to this page or the next.
    mutating func link(_ relation: String, _ path: String, _ query: [(name: String, value: String)]) {
        let text = FHIRForm.text(query)
        links.append(
            .object([
                ("relation", .string(relation)), ("url", .string(base + path + (text.isEmpty ? "" : "?" + text))),
            ]))
    }

    /// Adds a matching resource.
    mutating func add(_ resource: JSONValue) {
        guard let type = resource["resourceType"]?.string, let id = resource["id"]?.string else { return }
        entries.append(
            .object([
                ("fullUrl", .string("\(base)/\(type)/\(id)")), ("resource", resource),
                ("search", .object([("mode", .string("match"))])),
            ]))
    }

    /// Adds matching samples.
    mutating func add(_ samples: [AppAccess.ReceivedSample]) {
        for (sample, received) in samples {
            if let resource = FHIRObservation.resource(sample, received: received).map(FHIRVersion.stated) {
                add(elements.map { Self.part(resource, $0) } ?? resource)
            }
        }
    }

    /// The elements that observations always have.
    private static let mandatory: Set<String> = ["resourceType", "id", "status", "code"]
    private static let subset = JSONValue.object([
        ("system", .string("http://terminology.hl7.org/CodeSystem/v3-ObservationValue")),
        ("code", .string("SUBSETTED")),
    ])

    /// Returns an observation with some elements, and the tag that it is not complete.
    private static func part(_ resource: JSONValue, _ elements: Set<String>) -> JSONValue {
        guard case .object(let entries) = resource else { return resource }
        var meta: [(key: String, value: JSONValue)] = []
        if case .object(let known)? = resource["meta"] { meta = known.filter { $0.key != "tag" } }
        meta.append(("tag", .array([subset])))
        let kept = entries.filter { $0.key != "meta" && (mandatory.contains($0.key) || elements.contains($0.key)) }
        return .object(kept + [("meta", .object(meta))])
    }

    /// Adds a notice that parameters were ignored, if there are any.
    mutating func addNotice(ignored: [String]) {
        if ignored.isEmpty { return }
        let outcome = FHIROutcome.json(severity: "warning", code: "not-supported", FHIRIgnored.warning(ignored))
        entries.append(.object([("resource", outcome), ("search", .object([("mode", .string("outcome"))]))]))
    }

    var json: JSONValue {
        var bundle: [(key: String, value: JSONValue)] = [
            ("resourceType", .string("Bundle")), ("type", .string("searchset")),
        ]
        if let total { bundle.append(("total", .integer(total))) }
        bundle.append(("link", .array(links)))
        if !entries.isEmpty { bundle.append(("entry", .array(entries))) }
        return .object(bundle)
    }
}

/// The cursors of pages of observations, as in links.
enum FHIRCursor {
    private static let purpose = "fhir"

    /// Returns the cursor for a position.
    static func text(_ place: SortedPlace, _ anchors: Anchors) -> String {
        anchors.cursor(Data(place.text.utf8), for: purpose)
    }

    /// Returns the position of a cursor, or nil for the first page.
    /// - Throws: A ``Problem`` if the string was not issued to the app.
    static func place(_ text: String?, _ anchors: Anchors) throws(Problem) -> SortedPlace? {
        guard let text else { return nil }
        guard let bytes = anchors.bytes(ofCursor: text, for: purpose),
            let place = SortedPlace(String(decoding: bytes, as: UTF8.self))
        else {
            let detail = "This is not a cursor; follow the link `next` of a page."
            throw Problem(
                .invalidRequest, "\(FHIRRoutes.cursorName): \(detail)",
                faults: [Problem.Fault("?" + FHIRRoutes.cursorName, detail)])
        }
        return place
    }
}
