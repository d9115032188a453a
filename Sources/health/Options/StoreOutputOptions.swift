// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import OpenHealthCommandLine
import OpenHealthModel
import OpenHealthStore

/// The common options of commands that change a store or report on it: the store and the format of the output.
struct StoreOutputOptions: ParsableArguments {
    @OptionGroup var storeOptions: StoreOptions
    @OptionGroup private var outputOptions: OutputOptions

    /// Whether the output is JSON.
    var isJSON: Bool { outputOptions.isJSON }

    /// Opens the store.
    func open(_ mode: HealthDatabase.Mode) throws -> HealthDatabase {
        try storeOptions.open(mode)
    }

    /// Prints the output; see ``OutputOptions/print(_:text:)``.
    func print(_ object: KeyValuePairs<String, JSONValue>, text: [String] = []) throws {
        try outputOptions.print(object, text: text)
    }
}

extension JSONValue {
    /// Returns an array of strings.
    static func texts(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }
}
