// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A check that files are short enough to be read in one sitting.
package enum SizeCheck {
    /// The maximum number of lines of a file written by hand.
    package static let maximumLines = 600
    /// The number of lines that half of the source files must stay under.
    package static let medianLimit = 120

    /// Returns a fault for each file that is too long, and for the median of all of `Sources` if it is too high.
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
        let median = median(of: files.filter { $0.target != nil }.map(\.lines.count))
        if median >= medianLimit {
            faults.append(
                Fault("Sources", "half of the files have \(median) lines or more; keep it under \(medianLimit)"))
        }
        return faults.sorted()
    }

    /// Returns the median; the upper of the two middle values for an even number of values; 0 for none.
    package static func median(of counts: [Int]) -> Int {
        counts.isEmpty ? 0 : counts.sorted()[counts.count / 2]
    }
}
