// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The form of a format in one stream of bytes, such as standard output.
package enum ExportStreamForm: Sendable {
    /// An archive.
    case archive
    /// One file of text.
    case text
    /// None, since the format has several files, which the text names, such as `a file for each route`.
    case none(String)
}
