// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthCommandLine
import OpenHealthModel
import OpenHealthStore

/// The part of an explanation about samples that replaced earlier versions of themselves.
struct RevisionText {
    private let revisions: HealthDatabase.Revisions

    /// Reads the revisions of a type in a date range.
    init(_ type: ExplainedType, _ span: SpanText, in database: HealthDatabase) throws {
        revisions = try database.revisions(type: type.identifier, from: span.span.start, to: span.span.end)
    }

    /// The lines for people, the first of which is empty; none if no sample replaced another one.
    var lines: [String] {
        if revisions.samples == 0 { return [] }
        let samples = NumberText.counted(revisions.samples, "sample", "samples")
        let versions = NumberText.counted(revisions.versions, "earlier version", "earlier versions")
        return [
            "", "\(samples) replaced \(versions) that the same connection had pushed; earlier versions do not count.",
        ]
    }

    /// Returns an explanation with the entry in JSON.
    func added(to json: JSONValue) -> JSONValue {
        guard case .object(let entries) = json else { return json }
        let entry = JSONValue.object([
            ("samples", .integer(revisions.samples)), ("earlierVersions", .integer(revisions.versions)),
        ])
        return .object(entries + [("revisions", entry)])
    }
}
