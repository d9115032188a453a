// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The subject of an explanation of a quantity.
struct ExplanationSubject {
    /// The type.
    let type: ExplainedType
    /// The requested date range.
    let span: SpanText
    /// The unit of the values.
    let unit: ShownUnit

    /// The heading for people.
    var heading: String { "\(type.name) \(span.text)" }

    /// The entries in JSON.
    var json: [(key: String, value: JSONValue)] {
        [("type", .string(type.identifier)), ("name", .string(type.name)), ("unit", .string(unit.text))] + span.json
    }
}
