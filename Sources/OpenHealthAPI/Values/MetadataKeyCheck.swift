// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The check of the metadata keys of samples that apps save over HTTP.
///
/// Keys that begin with HK belong to HealthKit. A guessed one, such as HKSyncIdentifier, would be stored without its effect. Imports and
/// pushes keep the keys that a phone has written, which may know more of them.
package enum MetadataKeyCheck {
    /// The longest key that an error repeats, in UTF-8 bytes.
    private static let longestName = 100

    /// Checks the metadata of a sample and of its members.
    static func check(_ sample: HKSample, _ json: JSONReader) throws(Problem) {
        if let metadata = try json.optional("metadata") { try check(metadata) }
        if sample is HKCorrelation, let objects = try json.optional("objects") {
            for object in try objects.array() {
                if let metadata = try object.optional("metadata") { try check(metadata) }
            }
        }
        guard let workout = sample as? HKWorkout else { return }
        var others = (workout.workoutEvents ?? []).compactMap(\.metadata)
        for activity in workout.workoutActivities {
            others += [activity.metadata].compactMap { $0 } + activity.workoutEvents.compactMap(\.metadata)
        }
        for key in others.flatMap(\.keys).sorted() where isUnknown(key) { throw json.problem(detail(key), kind: kind) }
    }

    /// Checks metadata.
    package static func check(_ metadata: JSONReader) throws(Problem) {
        for (key, entry) in try metadata.entries() where isUnknown(key) { throw entry.problem(detail(key), kind: kind) }
    }

    private static let kind = Problem.Kind.invalidArgument

    private static func isUnknown(_ key: String) -> Bool {
        key.hasPrefix("HK") && HealthMetadataKeys.valueKind(key) == nil
    }

    private static func detail(_ key: String) -> String {
        let near = nearest(to: key)
        let hint = near.isEmpty ? "" : " Did you mean \(near.joined(separator: " or "))?"
        return
            "Unknown metadata key. Keys that begin with HK are HealthKit's.\(hint) Choose another name for a key of your own."
    }

    /// Returns the predefined keys that are most similar to another key.
    static func nearest(to key: String) -> [String] {
        guard key.utf8.count <= longestName else { return [] }
        let wanted = bare(key).lowercased()
        if let same = HealthMetadataKeys.all.first(where: { bare($0).lowercased() == wanted }) { return [same] }
        let names = Dictionary(HealthMetadataKeys.all.map { (bare($0), $0) }) { first, _ in first }
        return HealthTypes.suggestions(for: bare(key), among: names.keys.sorted()).compactMap { names[$0] }
    }

    /// Returns a key without the prefixes that HealthKit's keys have: some have both, and some only one.
    private static func bare(_ key: String) -> String {
        for prefix in ["HKMetadataKey", "HK"] where key.hasPrefix(prefix) { return String(key.dropFirst(prefix.count)) }
        return key
    }
}
