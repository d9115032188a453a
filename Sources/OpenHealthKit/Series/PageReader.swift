// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthSession

/// Reads a page of something that is too much to be read at once.
/// - Parameters:
///   - session: the app's view of the store.
///   - place: how far has been read; kept for the next call.
/// - Returns: what comes next; nothing once there is no more.
typealias PageRead<Place, Element> =
    @Sendable (_ session: any HealthSession, _ place: inout Place) async throws -> [Element]

/// The implementation of iterators over many samples: reads a page when it is needed, and keeps no other.
struct PageReader<Place: Sendable, Element: Sendable> {
    private let context: HealthContext
    private let read: PageRead<Place, Element>
    private var place: Place
    private var page: ArraySlice<Element> = []
    private var isDone = false

    init(_ store: HKHealthStore, from place: Place, read: @escaping PageRead<Place, Element>) {
        context = store.context
        self.place = place
        self.read = read
    }

    /// The next element; nil once there are no more.
    /// - Throws: an `HKError`, or `CancellationError` where the task was cancelled: what was given is not all there is then.
    mutating func next() async throws -> Element? {
        try Task.checkCancellation()
        if page.isEmpty && !isDone {
            let (read, before) = (read, place)
            let (found, after) = try await context.perform { session in
                var place = before
                let found = try await read(session, &place)
                return (found, place)
            }
            page = found[...]
            place = after
            isDone = page.isEmpty
        }
        return page.popFirst()
    }
}

extension HKQuery {
    /// Reads pages and hands out their elements one by one, then ends the query. Call it from ``run(_:)``.
    ///
    /// A page is read when the handler has taken the one before, so that memory does not grow with what there is.
    /// - Parameters:
    ///   - place: where to begin.
    ///   - handle: takes an element, whether it is the last one, and an error. Where there is nothing at all it is called once
    ///     without an element.
    func handOut<Place, Element>(
        _ context: HealthContext, from place: Place, read: PageRead<Place, Element>,
        handle: (Element?, Bool, (any Error)?) -> Void
    ) async {
        defer { finish() }
        do {
            let session = try context.session()
            var place = place
            var held: Element?
            while isRunning {
                let page = try await read(session, &place)
                if page.isEmpty { break }
                for element in page {
                    if let held, isRunning { handle(held, false, nil) }
                    held = element
                }
            }
            if isRunning { handle(held, true, nil) }
        } catch {
            if isRunning { handle(nil, true, error) }
        }
    }
}
