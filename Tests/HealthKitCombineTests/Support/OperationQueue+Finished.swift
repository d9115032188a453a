// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension OperationQueue {
    /// Waits for the operations that are there now.
    ///
    /// A test that blocks its thread instead takes it from the operations and tasks that it waits for: there are only as many
    /// as the machine has cores.
    func finished() async {
        await withCheckedContinuation { continuation in
            addBarrierBlock { continuation.resume() }
        }
    }
}
