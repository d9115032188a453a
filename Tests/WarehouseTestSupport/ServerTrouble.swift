// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Why a server that a test needs does not run.
package struct ServerTrouble: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }

    /// A program or a file is not here.
    static func missing(_ what: String, _ remedy: String) -> ServerTrouble {
        ServerTrouble(
            "\(what) is missing, which the tests of OpenHealthWarehouse need; \(remedy), or \"make test\", which does")
    }

    /// A server that has been started does not answer; with the end of what it wrote.
    static func silent(_ what: String, _ reason: String, logs: [URL]) -> ServerTrouble {
        let texts = logs.compactMap { log -> String? in
            guard let data = try? Data(contentsOf: log), !data.isEmpty else { return nil }
            return "\n-- the end of \(log.lastPathComponent)\n" + String(decoding: data.suffix(4_000), as: UTF8.self)
        }
        return ServerTrouble("\(what) \(reason)\(texts.joined())")
    }
}
