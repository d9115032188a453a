// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthKitCombine
import OpenHealthTestSupport
import OpenCombineShim

/// The values and the completion sent by a publisher, for tests to wait for.
final class Recording<Value: Sendable> {
    /// The values, followed by the failure if there is one.
    let values = QueryRecorder<Value>()
    /// The completion: the number of values, or the failure.
    let ends = QueryRecorder<Int>()
    private var subscription: AnyCancellable?

    init<P: Publisher>(_ publisher: P) where P.Output == Value {
        let (values, ends) = (values, ends)
        subscription = publisher.sink { completion in
            switch completion {
            case .finished: ends.record(values.calls.count)
            case .failure(let error): ends.record(.failure(error))
            }
        } receiveValue: { value in
            values.record(value)
        }
    }

    /// Returns the first following value that meets a condition.
    func first(where condition: (Value) -> Bool) async throws -> Value {
        while true {
            let value = try await values.next()
            if condition(value) { return value }
        }
    }

    /// Returns all values once the publisher has completed.
    func all() async throws -> [Value] {
        let count = try await ends.next()
        return try values.calls.prefix(count).map { try $0.get() }
    }

    func cancel() { subscription?.cancel() }
}

extension Publisher where Output: Sendable {
    /// Subscribes with unlimited demand, and records the values.
    func recorded() -> Recording<Output> { Recording(self) }
}
