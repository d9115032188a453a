// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What is known of the terminal.
enum Terminal {
    /// How many columns the terminal has that a descriptor belongs to; nil where it belongs to none.
    static func width(_ descriptor: Int32) -> Int? {
        guard isatty(descriptor) == 1 else { return nil }
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// Writes to standard error. Where that cannot be written nobody is there to be told.
    static func note(_ text: String) {
        FileHandle.standardError.write(Data(text.utf8))
    }
}
