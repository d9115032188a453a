// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An object that the person can allow an app to read: its UUID and a description.
package struct ObjectCandidate: Hashable, Sendable {
    package var uuid: UUID
    /// The description on one line.
    package var text: String

    package init(uuid: UUID, text: String) {
        self.uuid = uuid
        self.text = text
    }
}
