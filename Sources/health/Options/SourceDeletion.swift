// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthCommandLine
import OpenHealthModel
import OpenHealthStore

/// The deletion of all samples of a source.
struct SourceDeletion {
    /// The name of the source as stored.
    let name: String
    /// The identifiers of the types; `nil` for all.
    let types: [String]?
    /// The number of samples.
    let count: Int
    private let sources: [Int64]

    /// Finds the samples to delete.
    /// - Throws: A ``ToolError`` if the source does not exist or has no such samples.
    init(source text: String, types names: [String], in database: HealthDatabase) throws {
        guard !text.allSatisfy(\.isWhitespace) else {
            // An empty variable in a script is a mistake, and a deletion cannot be undone.
            throw ToolError(
                .badArgument, "--source \(text.debugDescription) names no source",
                remedy: "name one; delete samples of a source without a name by their UUIDs")
        }
        let all = try database.sources()
        // Deletions cannot be undone, so an exact name matches only that source.
        let exact = all.filter { $0.name == text }
        let found = exact.isEmpty ? all.filter { SourceName.key($0.name) == SourceName.key(text) } : exact
        guard let first = found.first else { throw SourceName.unknown(text, among: all.map(\.name)) }
        name = first.name
        sources = found.map(\.id)
        if names.isEmpty {
            types = nil
            count = found.reduce(0) { $0 + $1.count }
        } else {
            let types = try names.map { name in
                try TypeName.identifier(of: name, stored: try database.types().map(\.identifier))
            }
            self.types = types
            let spellings = Set(found.map(\.name))
            var count = 0
            try database.forEachSample(SampleRequest(types: types)) { record in
                if spellings.contains(record.source) { count += 1 }
                return true
            }
            self.count = count
        }
        guard count > 0 else {
            throw ToolError(.notFound, "\(name.debugDescription) has no \(what)", remedy: "see `health sources`")
        }
    }

    /// A description of the samples, such as `samples of stepCount, heartRate`.
    var what: String {
        "samples" + (types.map { " of " + $0.map(TypeName.short).joined(separator: ", ") } ?? "")
    }

    /// A description of the deletion, such as `1,234 samples of stepCount from "Ana's iPhone"`.
    var summary: String {
        let noun = count == 1 ? "sample" + what.dropFirst("samples".count) : what
        return "\(NumberText.grouped(count)) \(noun) from \(name.debugDescription)"
    }

    /// Deletes the samples.
    /// - Returns: The number of deleted samples.
    func run(in database: HealthDatabase) throws -> Int {
        try sources.reduce(0) { try $0 + database.deleteSamples(ofSource: $1, types: types) }
    }
}
