// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKitCombine
import OpenCombineShim

/// The current state of the app. All of it follows the current category and the database.
struct AppState {
    private var cancellables = Set<AnyCancellable>()

    let currentCategory = CurrentValueSubject<ExpenseCategory?, Never>(nil)
    let entries = CurrentValueSubject<[Expense], Never>([])

    /// The reason why the entries are no longer updated; selecting a category tries again.
    let failure = CurrentValueSubject<String?, Never>(nil)

    let allEntries: AnyPublisher<[Expense], Never>
    let allExpenses: AnyPublisher<[Expense], Never>
    let currentExpensesTotal: AnyPublisher<Decimal, Never>
    let currentTintColor: AnyPublisher<TintColor, Never>

    init(_ book: ExpenseBook) {
        currentCategory.map { category -> Int in
            guard let selectedCategory = category else {
                return -1
            }
            return selectedCategory.rawValue
        }
        .removeDuplicates()
        .map { [failure] categoryNumber -> AnyPublisher<[Expense], Never> in
            failure.value = nil
            return book.entries(inCategory: categoryNumber)
                .catch { error in
                    failure.value = "error: \(error.localizedDescription.printable); another category tries again"
                    return Empty<[Expense], Never>(completeImmediately: false)
                }
                .eraseToAnyPublisher()
        }
        .switchToLatest()
        .assign(to: \.value, on: entries)
        .store(in: &cancellables)

        allEntries = entries.eraseToAnyPublisher()

        allExpenses = allEntries.map { expenses -> [Expense] in
            expenses.filter { $0.type == .outcome }
        }
        .eraseToAnyPublisher()

        currentExpensesTotal = allExpenses.map { list -> Decimal in
            list.reduce(0) { total, expense in total + expense.amount }
        }
        .eraseToAnyPublisher()

        currentTintColor = currentCategory.map { category -> TintColor in
            TintColor(hex: category?.tintColor ?? ExpenseCategory.allColors)
        }
        .eraseToAnyPublisher()
    }
}
