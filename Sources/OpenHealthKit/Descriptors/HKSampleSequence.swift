// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthSession

/// Samples that are read from the store on demand: see ``HKHealthStore/samples(_:pageSize:)``.
public struct HKSampleSequence<Sample: HKSample>: AsyncSequence, Sendable {
    /// A sample.
    public typealias Element = Sample

    let descriptor: HKSampleQueryDescriptor<Sample>
    let store: HKHealthStore
    let pageSize: Int

    /// Reads one sample after the other, a page at a time.
    public struct Iterator: AsyncIteratorProtocol {
        private enum Source {
            case new(HKSampleSequence)
            case open(any SamplePaging)
            case ended
        }

        private let store: HKHealthStore
        private let pageSize: Int
        private var source: Source
        // The samples of a page that are still to be handed out, the next one last.
        private var held: [Sample] = []

        init(_ sequence: HKSampleSequence) {
            store = sequence.store
            pageSize = sequence.pageSize
            source = .new(sequence)
        }

        /// The next sample; nil after the last one.
        /// - Throws: an `HKError`, or `CancellationError` once the task has been cancelled; there are no more samples then.
        public mutating func next() async throws -> Sample? {
            while true {
                if let sample = held.popLast() { return sample }
                do {
                    guard try await fetch() else { return nil }
                } catch {
                    source = .ended
                    throw error
                }
            }
        }

        /// Reads the next page.
        /// - Returns: false where there is none.
        private mutating func fetch() async throws -> Bool {
            try Task.checkCancellation()
            let context = store.context
            let pages: any SamplePaging
            switch source {
            case .ended: return false
            case .open(let open): pages = open
            case .new(let sequence):
                let query = try sequence.descriptor.query
                pages = try await context.perform { $0.samplePages(query) }
            }
            let size = pageSize
            let (page, rest) = try await context.perform { _ in
                var pages = pages
                let page = try await pages.next(size)
                return (page, pages)
            }
            guard let page else {
                source = .ended
                return false
            }
            source = .open(rest)
            held = page.handedOut(as: Sample.self).reversed()
            return true
        }
    }

    /// Begins with the first sample.
    public func makeAsyncIterator() -> Iterator { Iterator(self) }
}
