// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKitCombine
import Testing

/// Tests that violated preconditions trap with a message.
@Suite struct OperationChainContractTests {
    @Test func startingTwiceIsAnError() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let chain = OperationChain(OperationQueue()).then {}
                chain.start()
                chain.start()
            })
        #expect(text(result).contains("has been started already"))
    }

    @Test func twoStartsWithDifferentLengthsAreAnError() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let short = OperationChain(OperationQueue()).then {}
                let long = short.then {}
                short.start()
                long.start()
            })
        #expect(text(result).contains("has been started already"))
    }

    @Test func addingAfterTheStartIsAnError() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = OperationChain(OperationQueue()).then {}.start().then {}
            })
        #expect(text(result).contains("Write all its steps"))
    }

    @Test func catchingAfterTheStartIsAnError() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = OperationChain(OperationQueue()).then {}.start().catch { _ in }
            })
        #expect(text(result).contains("Write all its steps"))
    }

    @Test func addingOneOperationTwiceIsAnError() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let operation = BlockOperation {}
                OperationChain(OperationQueue()).then(operation).when([BlockOperation {}, operation]).start()
            })
        #expect(text(result).contains("occurs twice"))
    }

    @Test func addingAFinishedOperationIsAnError() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let operation = BlockOperation {}
                operation.start()
                OperationChain(OperationQueue()).then(operation).start()
            })
        #expect(text(result).contains("runs or has run already"))
    }

    @Test func addingAnOperationOfAnotherQueueIsAnError() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let operation = BlockOperation {}
                let other = OperationQueue()
                other.isSuspended = true
                other.addOperation(operation)
                OperationChain(OperationQueue()).then(operation).start()
            })
        // This is Foundation's own message, because an operation does not expose its queue.
        #expect(text(result).contains("already in a queue"))
    }

    @Test func dependenciesAgainstTheOrderAreAnError() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let operations = [BlockOperation {}, BlockOperation {}]
                operations[0].addDependency(operations[1])
                OperationChain(OperationQueue()).then(operations[0]).then(operations[1]).start()
            })
        #expect(text(result).contains("written after it"))
    }

    private func text(_ result: ExitTest.Result) -> String {
        String(decoding: result.standardErrorContent, as: UTF8.self)
    }
}
