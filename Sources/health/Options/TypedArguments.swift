// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The arguments as a person types them, made ready for the parser.
enum TypedArguments {
    /// Replaces the hyphen before a digit by a minus sign, which the parser does not take for the start of an option.
    ///
    /// No option of the tool begins with a digit, but numbers below zero (`-0.4`) and times ago (`-30d`) do. What
    /// stands behind `--` stays as it is.
    static func prepared(_ arguments: [String]) -> [String] {
        var isOpen = true
        return arguments.map { argument in
            if argument == "--" { isOpen = false }
            guard isOpen, argument.hasPrefix("-"), let second = argument.dropFirst().first,
                ("0"..."9").contains(second) || second == "."
            else { return argument }
            return "\u{2212}" + argument.dropFirst()
        }
    }

    /// The text with plain hyphens again.
    static func plain(_ argument: String) -> String {
        argument.replacing("\u{2212}", with: "-")
    }
}
