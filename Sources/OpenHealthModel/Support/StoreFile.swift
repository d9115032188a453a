// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The file of the person's store.
package enum StoreFile {
    /// Returns the default location: `$HEALTH_STORE`, otherwise `$XDG_DATA_HOME/openhealthkit/health.db`, otherwise
    /// `~/.local/share/openhealthkit/health.db`.
    package static func defaultURL(environment: [String: String] = ProcessInfo.processInfo.environment) -> URL {
        if let path = environment["HEALTH_STORE"], !path.isEmpty { return URL(fileURLWithPath: path) }
        let data: URL
        if let path = environment["XDG_DATA_HOME"], path.hasPrefix("/") {
            data = URL(fileURLWithPath: path, isDirectory: true)
        } else {
            let home = environment["HOME"] ?? NSHomeDirectory()
            data = URL(fileURLWithPath: home, isDirectory: true).appendingPathComponent(
                ".local/share", isDirectory: true)
        }
        return data.appendingPathComponent("openhealthkit/health.db")
    }
}
