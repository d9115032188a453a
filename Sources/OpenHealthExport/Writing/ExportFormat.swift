// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A format in which a store can be exported.
///
/// To add a format, declare a type in a file of its own and add it to ``ExportFormats/all``.
package protocol ExportFormat: Sendable {
    /// The name that selects the format, such as `apple`.
    var name: String { get }
    /// One line that describes the format.
    var summary: String { get }
    /// The amount of each kind that the format holds. Kinds without an entry are not held.
    var support: [ExportKind: ExportSupport] { get }
    /// Whether the files are written by several threads, if the output can take them.
    var usesThreads: Bool { get }
    /// Writes the selected content of a store.
    func write(_ context: ExportContext) throws
}

extension ExportFormat {
    package var usesThreads: Bool { false }

    /// Returns the kinds of which the format holds a certain amount.
    package func kinds(_ amount: ExportSupport) -> [ExportKind] {
        ExportKind.allCases.filter { (support[$0] ?? .none) == amount }
    }
}
