// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The reason why a server that a test needs does not run.
package struct ServerTrouble: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }

    /// Returns an error for a missing program or file.
    static func missing(_ what: String, _ remedy: String) -> ServerTrouble {
        ServerTrouble(
            "\(what) is missing, which the tests of OpenHealthWarehouse need; \(remedy), or \"make test\", which does")
    }

    /// Returns an error for a started server that does not respond, with the end of its logs.
    static func silent(_ what: String, _ reason: String, logs: [URL]) -> ServerTrouble {
        let texts = logs.compactMap { log -> String? in
            guard let data = try? Data(contentsOf: log), !data.isEmpty else { return nil }
            return "\n-- the end of \(log.lastPathComponent)\n" + String(decoding: data.suffix(4_000), as: UTF8.self)
        }
        return ServerTrouble("\(what) \(reason)\(texts.joined())")
    }
}
