// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HealthKitCombine
import OpenCombineShim
import Testing

/// Tests of the app's state. They are serialized on the main queue, as in an app, because there is a single state and database.
@MainActor @Suite(.serialized) struct AppStateTests {
    private let state = AppState.current
    private let noon = Date(timeIntervalSinceReferenceDate: 800_000_000)

    init() throws {
        state.currentCategory.value = nil
        _ = try ExpenseDatabase.shared.write { db in try Expense.deleteAll(db) }
    }

    private func add(_ amount: Double, _ category: ExpenseCategory?, type: ExpenseType = .Outcome) throws {
        try ExpenseDatabase.shared.write { db in
            let hours = try Expense.fetchCount(db)
            try Expense(
                amount: amount, date: noon + Double(hours) * 3600, type: type, _category: category?.rawValue
            ).insert(db)
        }
    }

    /// Returns the entries once they have the given amounts.
    private func entries(_ amounts: [Double]) async throws -> [Expense] {
        let recording = state.allEntries.recorded()
        defer { recording.cancel() }
        return try await recording.first { $0.map(\.amount) == amounts }
    }

    @Test func entriesFollowTheDatabaseNewestFirst() async throws {
        let recording = state.allEntries.recorded()
        _ = try await recording.first { $0.isEmpty }
        try add(10, .food)
        _ = try await recording.first { $0.map(\.amount) == [10] }
        try add(20, .transport)
        try add(5, nil)
        _ = try await recording.first { $0.map(\.amount) == [5, 20, 10] }
        try await ExpenseDatabase.shared.write { db in
            _ = try Expense.filter(Column("amount") == 20).updateAll(db, Column("amount").set(to: 21))
            _ = try Expense.filter(Column("amount") == 10).deleteAll(db)
        }
        _ = try await recording.first { $0.map(\.amount) == [5, 21] }
        #expect(state.entries.value.map(\.amount) == [5, 21])
    }

    @Test func anotherCategoryIsAnotherQuery() async throws {
        try add(10, .food)
        try add(20, .transport)
        try add(30, .food)
        _ = try await entries([30, 20, 10])
        state.currentCategory.value = .food
        _ = try await entries([30, 10])
        // A row of another category changes nothing; the following row shows that it has been processed.
        try add(40, .transport)
        try add(50, .food)
        _ = try await entries([50, 30, 10])
        state.currentCategory.value = .leisure
        _ = try await entries([])
        state.currentCategory.value = nil
        _ = try await entries([50, 40, 30, 20, 10])
    }

    @Test func onlyExpensesCountTowardsTheTotal() async throws {
        let total = state.currentExpensesTotal.recorded()
        let expenses = state.allExpenses.recorded()
        try add(10, .food)
        try add(1_000, nil, type: .Income)
        try add(32.5, .health)
        _ = try await total.first { $0 == 42.5 }
        let listed = try await expenses.first { $0.count == 2 }
        #expect(listed.allSatisfy { $0.type == .Outcome })
    }

    @Test func theTintMatchesTheCategory() async throws {
        let tint = state.currentTintColor.recorded()
        for category in ExpenseCategory.allCases {
            state.currentCategory.value = category
            _ = try await tint.first { $0 == UIColor.hex(category.tintColor) }
        }
        state.currentCategory.value = nil
        _ = try await tint.first { $0 == UIColor.hex(ExpenseCategory.allColors) }
    }

    @Test func theViewShowsTheCurrentState() async throws {
        let screen = ExpenseListScreen()
        try add(1_234.5, .food)
        try add(10, nil)
        _ = try await entries([10, 1_234.5])
        #expect(screen.cells.map(\.categoryNameLabel.text) == ["Sem categoria", "Comida"])
        #expect(screen.cells.map(\.color) == [UIColor.hex("#607D8B"), UIColor.hex("#4CAF50")])
        #expect(screen.cells.last?.amountLabel.text == "R$\u{a0}1.234,50")
        #expect(screen.amountType.text == "Todas as categorias")
        #expect(screen.amountLabel.text == "R$\u{a0}1.244,50")

        state.currentCategory.value = .food
        _ = try await entries([1_234.5])
        #expect(screen.amountType.text == "Comida")
        #expect(screen.color == UIColor.hex("#4CAF50"))
        #expect(screen.amountLabel.text == "R$\u{a0}1.234,50")
    }

    @Test func aNamedFunctionBehavesLikeAClosure() async throws {
        let categories: [ExpenseCategory?] = [nil, .food, .food, .leisure]
        let numbers = categories.publisher.map(mapExpenseCategoryToInt).removeDuplicates().recorded()
        #expect(try await numbers.all() == [-1, 0, 3])
    }
}
