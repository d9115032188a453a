// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Testing

/// The time limits of tests, which end a test that waits for an event that does not come.
///
/// A time limit counts while other tests run: eight share two processor cores, and one that computes for ten seconds without a pause
/// delays each step of all others. The limits are therefore many times the duration of a test by itself.
extension TimeLimitTrait.Duration {
    /// The time limit of most tests, which need less than five seconds of processor time.
    public static var usual: Self { .minutes(20) }

    /// The time limit of tests whose file is in `Tests/slow.txt`.
    public static var slow: Self { .minutes(40) }
}
