// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import OpenHealthModel

/// Hashes of metadata as exports contain it: text, without the kinds of values, the order of keys, characters that XML does not
/// allow, and attributes that no version of the format has.
final class MetadataTexts {
    private let db: Database
    private var hashes: [Int64: ContentHash] = [:]

    /// The maximum number of cached hashes.
    private static let maximumHashes = 4096

    init(_ db: Database) {
        self.db = db
    }

    /// Returns the hash of the metadata with a number; -1 stands for no metadata.
    func hash(_ number: Int64) throws -> ContentHash {
        if number < 0 { return .empty }
        if let known = hashes[number] { return known }
        let json =
            try String.fetchOne(
                db.cachedStatement(sql: "SELECT entries FROM metadata WHERE id = ?"), arguments: [number]) ?? "{}"
        let hash = Self.hash(json)
        if hashes.count >= Self.maximumHashes { hashes.removeAll(keepingCapacity: true) }
        hashes[number] = hash
        return hash
    }

    private static func hash(_ json: String) -> ContentHash {
        var hash = ContentHash.empty
        let pairs = MetadataPairs.read(json).filter { !$0.key.hasPrefix("@") }
        for pair in pairs.enumerated().sorted(by: { ($0.element.key, $0.offset) < ($1.element.key, $1.offset) }) {
            hash.combine(ExportText.carried(pair.element.key))
            hash.combine(ExportText.carried(pair.element.value))
        }
        return hash
    }
}
