// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Paths that pages hand on, to come back to.
package enum PagePath {
    /// A path that leads to a page of this daemon's; nil for one that may lead elsewhere.
    package static func own(_ text: String?) -> String? {
        guard let text, text.utf8.count <= 1000, text.hasPrefix("/"), !text.hasPrefix("//"), !text.contains("\\"),
            text.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
        else { return nil }
        return text
    }
}
