// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The preparation of typed arguments for the parser.
public enum TypedArguments {
    /// Replaces the hyphen before a digit by a minus sign, because the parser would treat it as the start of an option.
    ///
    /// No option of the tool begins with a digit, but negative numbers (`-0.4`) and relative dates (`-30d`) begin with a hyphen.
    /// Arguments after `--` remain unchanged.
    package static func prepared(_ arguments: [String]) -> [String] {
        var isOpen = true
        return arguments.map { argument in
            if argument == "--" { isOpen = false }
            guard isOpen, argument.hasPrefix("-"), let second = argument.dropFirst().first,
                ("0"..."9").contains(second) || second == "."
            else { return argument }
            return "\u{2212}" + argument.dropFirst()
        }
    }

    /// Returns the string with the hyphens restored.
    public static func plain(_ argument: String) -> String {
        argument.replacing("\u{2212}", with: "-")
    }
}
