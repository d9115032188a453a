// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A category of expenses with its own colour.
enum ExpenseCategory: Int, CaseIterable {
    case food, transport, health, leisure

    /// The colour for all categories.
    static let allColors = "#607D8B"

    var tintColor: String {
        switch self {
        case .food: "#4CAF50"
        case .transport: "#2196F3"
        case .health: "#F44336"
        case .leisure: "#FF9800"
        }
    }
}

extension ExpenseCategory: CustomStringConvertible {
    var description: String {
        switch self {
        case .food: "Comida"
        case .transport: "Transporte"
        case .health: "Saúde"
        case .leisure: "Lazer"
        }
    }
}
