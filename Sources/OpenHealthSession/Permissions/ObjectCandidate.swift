// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An object that the person may let an app see: its UUID, and what tells them which one it is.
package struct ObjectCandidate: Hashable, Sendable {
    package var uuid: UUID
    /// One line.
    package var text: String

    package init(uuid: UUID, text: String) {
        self.uuid = uuid
        self.text = text
    }
}
