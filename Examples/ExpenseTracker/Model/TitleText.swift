// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The rules for the title of an expense.
enum TitleText {
    static let limit = 80

    /// Returns the title to store, without spaces around it.
    static func parse(_ text: String) throws -> String {
        let title = text.trimmingCharacters(in: .whitespaces)
        guard !title.isEmpty, title.count <= limit, title.printable == title else { throw ExpenseError.badTitle }
        return title
    }
}
