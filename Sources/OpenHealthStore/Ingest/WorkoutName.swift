// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The name of a workout in its metadata, and the account that gave it.
enum WorkoutName {
    private static let keys: Set<String> = [HKMetadataKeyWorkoutBrandName, MetadataPair.namedByKey]

    /// Returns whether there is a name in metadata.
    static func isStated(in metadata: [MetadataPair]) -> Bool {
        metadata.contains { $0.key == HKMetadataKeyWorkoutBrandName }
    }

    /// Returns the entries of the name and its account.
    static func entries(of metadata: [MetadataPair]) -> [MetadataPair] { metadata.filter { keys.contains($0.key) } }

    /// Returns the other entries.
    static func rest(of metadata: [MetadataPair]) -> [MetadataPair] { metadata.filter { !keys.contains($0.key) } }

    /// Returns whether the name in the metadata of a workout of an import counts instead of that of the stored one.
    ///
    /// Of the names that accounts with different services give, that of the first service counts, whatever the order of the imports.
    /// Exports do not state when they were made, so of two names from one service, that of the later import counts.
    static func counts(_ own: [MetadataPair], over stored: [MetadataPair]) -> Bool {
        guard isStated(in: own) else { return false }
        guard isStated(in: stored) else { return true }
        guard let account = account(of: own), let other = self.account(of: stored) else { return false }
        guard account == other else { return account < other }
        return Ingestion.activity(own) == Ingestion.activity(stored) && entries(of: own) != entries(of: stored)
    }

    /// Returns the format of the account that gave the name; nil if it is unknown.
    private static func account(of metadata: [MetadataPair]) -> String? {
        if let account = metadata.first(where: { $0.key == MetadataPair.namedByKey }) { return account.value }
        return Ingestion.activity(metadata)?.split(separator: ":").first.map(String.init)
    }
}
