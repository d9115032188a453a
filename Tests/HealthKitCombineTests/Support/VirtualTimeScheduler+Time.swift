// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim

extension VirtualTimeScheduler {
    /// A virtual time, counted from the start of the scheduler.
    struct SchedulerTimeType: Strideable, Hashable, Sendable, CustomStringConvertible {
        let nanoseconds: Int

        var description: String { Stride(nanoseconds: nanoseconds).description }

        static func seconds(_ s: Int) -> Self { Self(nanoseconds: Stride.seconds(s).nanoseconds) }

        func distance(to other: Self) -> Stride { Stride(nanoseconds: other.nanoseconds - nanoseconds) }

        func advanced(by stride: Stride) -> Self { Self(nanoseconds: nanoseconds + stride.nanoseconds) }

        /// A duration of virtual time.
        struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, Hashable, Sendable,
            CustomStringConvertible
        {
            var nanoseconds: Int

            var magnitude: Int { abs(nanoseconds) }

            /// The duration in seconds if it is a whole number of seconds, otherwise in milliseconds.
            var description: String {
                nanoseconds.isMultiple(of: 1_000_000_000)
                    ? "\(nanoseconds / 1_000_000_000)s" : "\(Double(nanoseconds) / 1_000_000)ms"
            }

            init(nanoseconds: Int) { self.nanoseconds = nanoseconds }
            init(integerLiteral value: Int) { nanoseconds = value }
            init?(exactly source: some BinaryInteger) {
                guard let exact = Int(exactly: source) else { return nil }
                nanoseconds = exact
            }

            static func seconds(_ s: Int) -> Self { Self(nanoseconds: s * 1_000_000_000) }
            static func seconds(_ s: Double) -> Self { Self(nanoseconds: Int(s * 1_000_000_000)) }
            static func milliseconds(_ ms: Int) -> Self { Self(nanoseconds: ms * 1_000_000) }
            static func microseconds(_ us: Int) -> Self { Self(nanoseconds: us * 1_000) }
            static func nanoseconds(_ ns: Int) -> Self { Self(nanoseconds: ns) }

            static func < (lhs: Self, rhs: Self) -> Bool { lhs.nanoseconds < rhs.nanoseconds }
            static func + (lhs: Self, rhs: Self) -> Self { Self(nanoseconds: lhs.nanoseconds + rhs.nanoseconds) }
            static func - (lhs: Self, rhs: Self) -> Self { Self(nanoseconds: lhs.nanoseconds - rhs.nanoseconds) }
            static func * (lhs: Self, rhs: Self) -> Self { Self(nanoseconds: lhs.nanoseconds * rhs.nanoseconds) }
            static func += (lhs: inout Self, rhs: Self) { lhs = lhs + rhs }
            static func -= (lhs: inout Self, rhs: Self) { lhs = lhs - rhs }
            static func *= (lhs: inout Self, rhs: Self) { lhs = lhs * rhs }
        }
    }
}
