// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A request to delete samples: `{"uuids": […]}`, `{"objects": [{"uuid", "types"}]}` or `{"type", "predicate"}`.
package enum DeleteJSON: JSONRepresentable {
    /// Samples by their UUIDs, each with its type, or with the types of its members if it is a correlation, if known.
    case objects([(uuid: UUID, types: [HKSampleType])])
    /// The samples of a type that match a predicate.
    case matching(SampleQuery.Part)

    /// The maximum number of samples in a request.
    package static let most = 10_000

    package static let format = JSONFormat<DeleteJSON>(
        .any(of: [
            .object(["uuids": .array(of: .uuid, most: most)]),
            .object([
                "objects": .array(
                    of: .object(["uuid": .uuid, "types": .array(of: .named("TypeName"), most: 1000)]), most: most)
            ]),
            .object(["type": .named("TypeName")], optional: ["predicate": .named("Predicate")]),
        ])
    ) {
        $0.encoded
    } decode: { (json) throws(Problem) in
        try read(json)
    }

    private static func read(_ json: JSONReader) throws(Problem) -> DeleteJSON {
        try json.check(keys: ["uuids", "objects", "type", "predicate"])
        let uuids = try json.optional("uuids")
        let objects = try json.optional("objects")
        guard [uuids, objects, try json.optional("type")].count(where: { $0 != nil }) == 1 else {
            throw json.problem("Expected one of the keys uuids, objects and type.", kind: .invalidArgument)
        }
        if let uuids {
            var found: [(uuid: UUID, types: [HKSampleType])] = []
            for uuid in try uuids.array(most: Self.most) { found.append((try uuid.uuid(), [])) }
            return .objects(found)
        } else if let objects {
            var found: [(uuid: UUID, types: [HKSampleType])] = []
            for object in try objects.array(most: Self.most) {
                try object.check(keys: ["uuid", "types"])
                var types: [HKSampleType] = []
                for type in try object.required("types").array(most: 1000) { types.append(try type.sampleType()) }
                found.append((try object.required("uuid").uuid(), types))
            }
            return .objects(found)
        } else {
            var part = SampleQuery.Part(try json.required("type").sampleType())
            if let predicate = try json.optional("predicate") { part.predicate = try PredicateJSON(predicate).node }
            return .matching(part)
        }
    }

    /// Creates a request from samples and their known types.
    package init(_ samples: [HKSample]) {
        self = .objects(
            samples.map { sample in
                (sample.uuid, (sample as? HKCorrelation)?.objects.map(\.sampleType) ?? [sample.sampleType])
            })
    }

    private var encoded: JSONValue? {
        switch self {
        case .objects(let objects):
            return .object([
                (
                    "objects",
                    .array(
                        objects.map {
                            .object([
                                ("uuid", .string($0.uuid.uuidString)),
                                ("types", .array($0.types.map { .string($0.identifier) })),
                            ])
                        })
                )
            ])
        case .matching(let part): return SampleQueryPartJSON.format.encode(SampleQueryPartJSON(part))
        }
    }
}
