// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import HealthKitCombine
import OpenCombineShim

struct AppState {

    private var disposeBag = Set<AnyCancellable>()
    static let current = AppState()
    let currentCategory = CurrentValueSubject<ExpenseCategory?, Never>(nil)
    let entries = CurrentValueSubject<[Expense], Never>([])
    let allEntries: AnyPublisher<[Expense], Never>
    let allExpenses: AnyPublisher<[Expense], Never>
    let currentExpensesTotal: AnyPublisher<Double, Never>
    let currentTintColor: AnyPublisher<UIColor, Never>

    private init() {
        let observableCategory = self.currentCategory.eraseToAnyPublisher()

        observableCategory.map { (category) -> Int in
            guard let selectedCategory = category else {
                return -1
            }
            return selectedCategory.rawValue
        }.removeDuplicates().map { (categoryNumber) -> AnyPublisher<[Expense], Never> in
            var results = Expense.all()
            if categoryNumber >= 0 {
                results = results.filter(Column("_category") == categoryNumber)
            }
            results = results.order(Column("date").desc)
            return results.asObservableArray()
        }.switchToLatest().assign(to: \.value, on: self.entries).store(in: &disposeBag)
        self.allEntries = self.entries.eraseToAnyPublisher()

        self.allExpenses = self.allEntries.map { (expenses) -> [Expense] in
            return expenses.filter { expense in
                return expense.type == ExpenseType.Outcome
            }
        }.eraseToAnyPublisher()

        self.currentExpensesTotal = self.allExpenses.map { (list) -> Double in
            return list.reduce(
                0.0,
                { (total, expense) -> Double in
                    return total + expense.amount
                })
        }.eraseToAnyPublisher()

        self.currentTintColor = observableCategory.map { (category) -> UIColor in
            return UIColor.hex(category?.tintColor ?? ExpenseCategory.allColors)
        }.eraseToAnyPublisher()
    }

}

func mapExpenseCategoryToInt(category: ExpenseCategory?) -> Int {
    guard let selectedCategory = category else {
        return -1
    }
    return selectedCategory.rawValue
}
