// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// A question for correlations: `{"type", "predicate", "members": [{"type", "predicate"}]}`.
package struct CorrelationQueryJSON: Sendable {
    package var part: SampleQuery.Part
    /// What at least one member of each type has to be.
    package var members: [HKSampleType: PredicateNode]

    package init(_ part: SampleQuery.Part, members: [HKSampleType: PredicateNode] = [:]) {
        self.part = part
        self.members = members
    }

    package init(_ json: JSONReader) throws(Problem) {
        try json.check(keys: ["type", "predicate", "members"])
        part = SampleQuery.Part(try json.required("type").sampleType())
        if let predicate = try json.optional("predicate") {
            part.predicate = try Problem.ofContent { () throws(Problem) in try PredicateJSON(predicate).node }
        }
        members = [:]
        for member in try json.optional("members")?.array(most: SampleQueryPartJSON.most) ?? [] {
            let part = try Problem.ofContent { () throws(Problem) in try SampleQueryPartJSON(member).part }
            guard members.updateValue(part.predicate, forKey: part.type) == nil else {
                throw member.problem("The type is there twice.", kind: .invalidArgument)
            }
        }
    }

    /// The question; nil where one of its predicates is code.
    package var json: JSONValue? {
        guard case .object(var entries) = SampleQueryPartJSON(part).json else { return nil }
        let members = members.sorted { $0.key.identifier < $1.key.identifier }.map {
            SampleQueryPartJSON(SampleQuery.Part($0.key, $0.value)).json
        }
        guard members.allSatisfy({ $0 != nil }) else { return nil }
        if !members.isEmpty { entries.append(("members", .array(members.compactMap(\.self)))) }
        return .object(entries)
    }
}
