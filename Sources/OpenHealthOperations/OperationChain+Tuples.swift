// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Closures with results of different types that run concurrently, as far as the queue permits.

extension OperationChain {
    /// Adds two closures with results of different types that run concurrently, as far as the queue permits.
    ///
    ///     .when({ try await readHeight() }, { try await readName() })
    ///     .then { height, name in print(name, height) }
    ///
    /// - Parameters:
    ///   - first: A closure that receives the result of the previous step.
    ///   - second: A closure that receives the same. The next step receives both results.
    public func when<First: Sendable, Second: Sendable>(
        _ first: @escaping @Sendable (Output) async throws -> First,
        _ second: @escaping @Sendable (Output) async throws -> Second
    ) -> OperationChain<(First, Second)> {
        let values = (ChainValue<First>(), ChainValue<Second>())
        let next = ChainValue<(First, Second)>()
        return adding(
            ChainGroup(
                steps: [taskStep(into: values.0, first), taskStep(into: values.1, second)],
                collect: { next.set((values.0.get(), values.1.get())) }),
            output: next)
    }

    /// Adds three closures with results of different types that run concurrently, as far as the queue permits.
    /// - Parameters:
    ///   - first: A closure that receives the result of the previous step.
    ///   - second: A closure that receives the same.
    ///   - third: A closure that receives the same. The next step receives all three results.
    public func when<First: Sendable, Second: Sendable, Third: Sendable>(
        _ first: @escaping @Sendable (Output) async throws -> First,
        _ second: @escaping @Sendable (Output) async throws -> Second,
        _ third: @escaping @Sendable (Output) async throws -> Third
    ) -> OperationChain<(First, Second, Third)> {
        let values = (ChainValue<First>(), ChainValue<Second>(), ChainValue<Third>())
        let next = ChainValue<(First, Second, Third)>()
        return adding(
            ChainGroup(
                steps: [
                    taskStep(into: values.0, first), taskStep(into: values.1, second),
                    taskStep(into: values.2, third),
                ],
                collect: { next.set((values.0.get(), values.1.get(), values.2.get())) }),
            output: next)
    }

    /// Adds four closures with results of different types that run concurrently, as far as the queue permits.
    /// - Parameters:
    ///   - first: A closure that receives the result of the previous step.
    ///   - second: A closure that receives the same.
    ///   - third: A closure that receives the same.
    ///   - fourth: A closure that receives the same. The next step receives all four results.
    public func when<First: Sendable, Second: Sendable, Third: Sendable, Fourth: Sendable>(
        _ first: @escaping @Sendable (Output) async throws -> First,
        _ second: @escaping @Sendable (Output) async throws -> Second,
        _ third: @escaping @Sendable (Output) async throws -> Third,
        _ fourth: @escaping @Sendable (Output) async throws -> Fourth
    ) -> OperationChain<(First, Second, Third, Fourth)> {
        let values = (ChainValue<First>(), ChainValue<Second>(), ChainValue<Third>(), ChainValue<Fourth>())
        let next = ChainValue<(First, Second, Third, Fourth)>()
        return adding(
            ChainGroup(
                steps: [
                    taskStep(into: values.0, first), taskStep(into: values.1, second),
                    taskStep(into: values.2, third), taskStep(into: values.3, fourth),
                ],
                collect: { next.set((values.0.get(), values.1.get(), values.2.get(), values.3.get())) }),
            output: next)
    }
}
