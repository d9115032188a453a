// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The printed form of recovery codes: one per line, so that they can be redirected to a file.
enum RecoveryCodeText {
    static func print(_ codes: [String], _ answer: StoreAnswerOptions) throws {
        Terminal.note("Recovery codes, each for one sign-in. They are not shown again.\n")
        try answer.print(["recoveryCodes": .texts(codes)], text: codes)
    }
}
