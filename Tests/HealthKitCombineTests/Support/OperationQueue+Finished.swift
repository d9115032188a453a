// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension OperationQueue {
    /// Waits for the current operations.
    ///
    /// A test that blocks its thread instead would occupy one of the threads that its operations and tasks need, of which there
    /// are only as many as cores.
    func finished() async {
        await withCheckedContinuation { continuation in
            addBarrierBlock { continuation.resume() }
        }
    }
}
