// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import OpenHealthModel
import OpenHealthStore

/// The common options of commands that change a store or answer about it: the store and the format of the answer.
struct StoreAnswerOptions: ParsableArguments {
    @OptionGroup var storeOptions: StoreOptions
    @OptionGroup private var answer: AnswerOptions

    /// Whether the output is JSON.
    var isJSON: Bool { answer.isJSON }

    /// Opens the store.
    func open(_ mode: HealthDatabase.Mode) throws -> HealthDatabase {
        try storeOptions.open(mode)
    }

    /// Prints the output; see ``AnswerOptions/print(_:text:)``.
    func print(_ object: KeyValuePairs<String, JSONValue>, text: [String] = []) throws {
        try answer.print(object, text: text)
    }
}
