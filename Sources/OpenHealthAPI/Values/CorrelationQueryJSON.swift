// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// A query for correlations by their members.
package struct CorrelationQueryJSON: JSONRepresentable {
    package var part: SampleQuery.Part
    /// For each type, the predicate that at least one member must match.
    package var members: [HKSampleType: PredicateNode]

    package init(_ part: SampleQuery.Part, members: [HKSampleType: PredicateNode] = [:]) {
        self.part = part
        self.members = members
    }

    package static let format = JSONFormat<CorrelationQueryJSON>.object(
        .required("type", \.part.type, .sampleType),
        .optional("predicate", \.part.predicate, .predicate.asContent(), default: .constant(true)),
        .optional("members", \.members, .members, default: [:])
    ) { CorrelationQueryJSON(SampleQuery.Part($0, $1), members: $2) }
}

extension JSONFormat where Value == [HKSampleType: PredicateNode] {
    /// The format of predicates by type, as a list of query parts.
    fileprivate static var members: JSONFormat {
        let parts = JSONFormat<[SampleQuery.Part]>.array(of: .queryPart.asContent(), most: SampleQueryPartJSON.most)
        return JSONFormat(parts.schema) { members in
            parts.encode(
                members.sorted { $0.key.identifier < $1.key.identifier }.map { SampleQuery.Part($0.key, $0.value) })
        } decode: { (json) throws(Problem) in
            var members: [HKSampleType: PredicateNode] = [:]
            for (place, part) in try parts.decode(json).enumerated() {
                guard members.updateValue(part.predicate, forKey: part.type) == nil else {
                    throw JSONReader(.null, pointer: "\(json.pointer)/\(place)").problem(
                        "Duplicate type.", kind: .invalidArgument)
                }
            }
            return members
        }
    }
}
