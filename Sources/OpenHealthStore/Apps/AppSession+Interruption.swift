// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension AppSession {
    /// Runs a closure that uses the store, and interrupts it if the answer is no longer needed.
    func whileWanted<T>(_ body: () throws -> T) throws -> T {
        guard let isWanted else { return try body() }
        return try StoreWork(of: .current, isWanted: isWanted).run(body)
    }
}
