// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension Picture {
    /// Creates a picture of the current contents of the database, without a session.
    init(of category: ExpenseCategory?, in book: ExpenseBook, _ money: Money) throws {
        let entries = try book.currentEntries(inCategory: category?.rawValue ?? -1)
        self.init(
            category: category, entries: entries,
            total: entries.filter { $0.type == .outcome }.reduce(0) { $0 + $1.amount },
            tint: TintColor(hex: category?.tintColor ?? ExpenseCategory.allColors), message: "", money: money)
    }
}
