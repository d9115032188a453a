// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A check that files are short enough to be read in one sitting.
package enum SizeCheck {
    /// The maximum number of lines of a file written by hand.
    package static let maximumLines = 600

    /// Returns a fault for each file that is too long.
    package static func faults(in tree: SourceTree) throws -> [Fault] {
        let files = try tree.swiftFiles().filter { !$0.isGenerated }
        var faults: [Fault] = []
        for file in files where file.lines.count > maximumLines {
            faults.append(
                Fault(
                    file.path, line: maximumLines + 1,
                    "\(file.lines.count) lines; at most \(maximumLines) are allowed outside of Generated/, so cut it by subject"
                ))
        }
        return faults.sorted()
    }
}
