// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The part of the output of `health import --json` that a comparison needs.
struct Receipt: Decodable {
    struct Records: Decodable {
        let read: Int
        let added: Int
    }

    let records: Records

    init(_ output: Data) throws {
        do {
            self = try JSONDecoder().decode(Receipt.self, from: output)
        } catch {
            throw BenchError("health import --json printed something that is not a receipt: \(error)")
        }
    }
}
