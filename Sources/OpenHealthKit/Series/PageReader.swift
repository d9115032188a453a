// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthSession

/// Reads a page of a result that is too large to be read at once.
/// - Parameters:
///   - access: The app's access to the store.
///   - place: The position up to which has been read, which is kept for the next call.
/// - Returns: The next elements; empty at the end.
typealias PageRead<Place, Element> =
    @Sendable (_ access: any HealthAccess, _ place: inout Place) async throws -> [Element]

/// The implementation of iterators over large results. It reads a page on demand and keeps only that page.
struct PageReader<Place: Sendable, Element: Sendable>: Sendable {
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

    /// Returns the next element, or nil after the last one.
    /// - Throws: An `HKError`, or `CancellationError` if the task was canceled, in which case the elements are incomplete.
    mutating func next() async throws -> Element? {
        try Task.checkCancellation()
        if page.isEmpty && !isDone {
            let (read, before) = (read, place)
            let (found, after) = try await context.perform { access in
                var place = before
                let found = try await read(access, &place)
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
    /// Reads pages, passes their elements to a handler one by one, and ends the query. Called from ``run(_:)``.
    ///
    /// A page is read after the handler has processed the previous one, so memory use does not depend on the number of elements.
    /// - Parameters:
    ///   - place: The position to begin at.
    ///   - handle: Receives an element, whether it is the last one, and an error. If there are no elements, it is called once
    ///     without one.
    func handOut<Place, Element>(
        _ context: HealthContext, from place: Place, read: PageRead<Place, Element>,
        handle: (Element?, Bool, (any Error)?) -> Void
    ) async {
        defer { finish() }
        do {
            let access = try context.access()
            var place = place
            var held: Element?
            while isRunning {
                let page = try await read(access, &place)
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
