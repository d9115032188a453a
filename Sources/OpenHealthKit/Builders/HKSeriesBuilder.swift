// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

// Unchecked because the class is open and cannot be final; all of its stored properties are immutable and Sendable.
/// The abstract superclass of builders that record many values and save them as one series.
///
/// Apps use its subclasses. A builder performs operations in the order in which they were requested; completion handlers are
/// called on a background queue.
open class HKSeriesBuilder: NSObject, @unchecked Sendable {
    let store: HKHealthStore
    let work: BuilderQueue

    /// - Parameter work: The queue of the builder, or nil to create one.
    init(_ store: HKHealthStore, on work: BuilderQueue? = nil) {
        self.store = store
        self.work = work ?? BuilderQueue(store)
    }

    /// Ends the builder and discards its contents. Nothing can be added afterward.
    open func discard() {}
}
