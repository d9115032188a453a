// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The value that a step passes to the next step.
final class ChainValue<Value: Sendable>: Sendable {
    private let content: Guarded<Value?>

    init(_ value: Value? = nil) {
        content = Guarded(value)
    }

    func set(_ value: Value) {
        content.withLock { $0 = value }
    }

    /// Returns the value. The order of the chain ensures that it has been set.
    func get() -> Value {
        guard let value = content.withLock({ $0 }) else { violationChainOutOfOrder() }
        return value
    }

    /// Returns the result of a chain that ends with this value.
    func result(failure: (any Error)?) -> Result<Value, any Error> {
        if let failure { .failure(failure) } else { .success(get()) }
    }
}
