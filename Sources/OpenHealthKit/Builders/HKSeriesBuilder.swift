// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

// Unchecked because the class is open and so cannot be final; all it stores is immutable and Sendable itself.
/// Gathers many values, which are saved as one series in the end.
///
/// Apps make its subclasses. What is asked of a builder happens in the order in which it was asked for; completion handlers
/// run on a queue in the background.
open class HKSeriesBuilder: NSObject, @unchecked Sendable {
    let store: HKHealthStore
    let work: BuilderQueue

    /// - Parameter work: where it works; nil for a queue of its own.
    init(_ store: HKHealthStore, on work: BuilderQueue? = nil) {
        self.store = store
        self.work = work ?? BuilderQueue(store)
        super.init()
    }

    /// Ends the builder and forgets what it has gathered. Nothing can be added afterwards.
    open func discard() {}
}
