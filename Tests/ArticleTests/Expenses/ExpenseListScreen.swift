// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKitCombine
import OpenCombineShim

/// The replacement for the article's view with a table and two labels.
final class ExpenseListScreen {
    final class Label {
        var text = ""
    }

    final class ExpenseDisplayTableViewCell {
        let amountLabel = Label()
        let categoryNameLabel = Label()
        var color: UIColor?

        func applyColor(_ color: UIColor) { self.color = color }
    }

    private(set) var cells: [ExpenseDisplayTableViewCell] = []
    private(set) var color: UIColor?
    let amountType = Label()
    let amountLabel = Label()
    private let numberFormatter: NumberFormatter
    private var disposeBag = Set<AnyCancellable>()

    init() {
        numberFormatter = NumberFormatter()
        numberFormatter.numberStyle = .currency
        numberFormatter.locale = Locale(identifier: "pt_BR")

        AppState.current.allEntries.map { items in
            items.map { item in
                let cell = ExpenseDisplayTableViewCell()
                let number = NSNumber(value: item.amount)
                let value = self.numberFormatter.string(from: number) ?? ""
                cell.amountLabel.text = value
                cell.categoryNameLabel.text = item.category?.description ?? "Sem categoria"
                cell.applyColor(UIColor.hex(item.category?.tintColor ?? ExpenseCategory.allColors))
                return cell
            }
        }.assign(to: \.cells, on: self).store(in: &disposeBag)

        AppState.current.currentTintColor.sink(receiveValue: self.applyColor).store(in: &disposeBag)
        AppState.current.currentCategory.eraseToAnyPublisher().map { (category) -> String in
            return category?.description ?? "Todas as categorias"
        }.assign(to: \.text, on: amountType).store(in: &disposeBag)
        AppState.current.currentExpensesTotal.map({ (value) -> String in
            return self.numberFormatter.string(from: NSNumber(value: value)) ?? ""
        }).assign(to: \.text, on: self.amountLabel).store(in: &disposeBag)
    }

    private func applyColor(_ color: UIColor) { self.color = color }
}
