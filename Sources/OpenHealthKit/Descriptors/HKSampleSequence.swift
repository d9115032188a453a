// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthSession

/// A sequence of samples that are read from the store on demand; see ``HKHealthStore/samples(_:pageSize:)``.
public struct HKSampleSequence<Sample: HKSample>: AsyncSequence, Sendable {
    /// A sample.
    public typealias Element = Sample

    let descriptor: HKSampleQueryDescriptor<Sample>
    let store: HKHealthStore
    let pageSize: Int

    /// An iterator that reads the samples in pages.
    public struct Iterator: AsyncIteratorProtocol {
        private enum Source {
            case new(HKSampleSequence)
            case open(any SamplePaging)
            case ended
        }

        private let store: HKHealthStore
        private let pageSize: Int
        private var source: Source
        // The remaining samples of the current page in reverse order.
        private var held: [Sample] = []

        init(_ sequence: HKSampleSequence) {
            store = sequence.store
            pageSize = sequence.pageSize
            source = .new(sequence)
        }

        /// Returns the next sample, or nil after the last one.
        /// - Throws: An `HKError`, or `CancellationError` if the task was canceled. The sequence ends after an error.
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
        /// - Returns: False if there are no more pages.
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

    /// Creates an iterator that begins with the first sample.
    public func makeAsyncIterator() -> Iterator { Iterator(self) }
}

extension HKHealthStore {
    /// Returns samples that are read on demand, so memory use does not depend on their number. This is not part of Apple's API;
    /// use it for ranges that can contain millions of samples.
    ///
    /// Samples are returned in the order of the descriptor. The default order, by start date, is the fastest. Samples that are
    /// saved during the iteration may or may not be returned; no sample is returned twice.
    /// - Parameters:
    ///   - descriptor: The descriptor of the samples.
    ///   - pageSize: The number of samples to keep in memory.
    public func samples<Sample: HKSample>(
        _ descriptor: HKSampleQueryDescriptor<Sample>, pageSize: Int = 1000
    ) -> HKSampleSequence<Sample> {
        HKSampleSequence(descriptor: descriptor, store: self, pageSize: pageSize)
    }
}
