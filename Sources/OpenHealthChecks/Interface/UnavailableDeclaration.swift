// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A declaration that sources mark `@available(*, unavailable)`.
struct UnavailableDeclaration: Equatable {
    /// The name with its argument labels and the names of the types around it.
    let path: String
    /// The type of the first parameter without spaces; empty if there is no parameter.
    let parameter: String
    /// The message of the attribute; empty if it has none.
    let reason: String
}
