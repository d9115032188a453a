// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension OperationChain {
    /// Runs a closure for each element on threads of the queue, as many concurrently as the queue permits.
    /// - Parameters:
    ///   - elements: The elements.
    ///   - step: A closure that receives the result of the previous step and an element. The next step receives all results in
    ///     the order of the elements.
    public func when<Element: Sendable, Next: Sendable>(
        each elements: some Sequence<Element>, _ step: @escaping @Sendable (Output, Element) throws -> Next
    ) -> OperationChain<[Next]> {
        collecting(elements) { element, next in blockStep(into: next) { try step($0, element) } }
    }

    /// Runs a closure for each element in a separate task, as many concurrently as the queue permits.
    /// - Parameters:
    ///   - elements: The elements.
    ///   - step: A closure that receives the result of the previous step and an element. The next step receives all results in
    ///     the order of the elements.
    public func when<Element: Sendable, Next: Sendable>(
        each elements: some Sequence<Element>, _ step: @escaping @Sendable (Output, Element) async throws -> Next
    ) -> OperationChain<[Next]> {
        collecting(elements) { element, next in taskStep(into: next) { try await step($0, element) } }
    }

    private func collecting<Element, Next: Sendable>(
        _ elements: some Sequence<Element>, make: (Element, ChainValue<Next>) -> ChainStep
    ) -> OperationChain<[Next]> {
        let elements = Array(elements)
        let values = elements.map { _ in ChainValue<Next>() }
        let next = ChainValue<[Next]>()
        return adding(
            ChainGroup(steps: zip(elements, values).map(make), collect: { next.set(values.map { $0.get() }) }),
            output: next)
    }
}

extension OperationChain<Void> {
    /// Runs a closure for each element on threads of the queue, as many concurrently as the queue permits.
    /// - Parameters:
    ///   - elements: The elements.
    ///   - step: A closure that receives an element. The next step receives all results in the order of the elements.
    public func when<Element: Sendable, Next: Sendable>(
        each elements: some Sequence<Element>, _ step: @escaping @Sendable (Element) throws -> Next
    ) -> OperationChain<[Next]> {
        collecting(elements) { element, next in blockStep(into: next) { _ in try step(element) } }
    }

    /// Runs a closure for each element in a separate task, as many concurrently as the queue permits.
    /// - Parameters:
    ///   - elements: The elements.
    ///   - step: A closure that receives an element. The next step receives all results in the order of the elements.
    public func when<Element: Sendable, Next: Sendable>(
        each elements: some Sequence<Element>, _ step: @escaping @Sendable (Element) async throws -> Next
    ) -> OperationChain<[Next]> {
        collecting(elements) { element, next in taskStep(into: next) { _ in try await step(element) } }
    }
}
