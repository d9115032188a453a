// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The names of the copies that are kept of a store before its migrations, such as `health.db.before-16-from-9`.
enum MigrationCopyName {
    private static let (mark, middle) = (".before-", "-from-")

    /// Returns the path of a copy beside a store.
    static func path(_ store: String, from: Int, to: Int) -> String {
        store + mark + String(to) + middle + String(from)
    }

    /// Returns whether a name is that of a copy of a store.
    static func isCopy(_ name: String, of store: String) -> Bool {
        guard name.hasPrefix(store + mark) else { return false }
        let versions = name.dropFirst((store + mark).count).split(separator: middle, omittingEmptySubsequences: false)
        return versions.count == 2
            && versions.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isNumber } }
    }
}
