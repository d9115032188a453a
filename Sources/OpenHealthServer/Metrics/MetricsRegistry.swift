// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import CoreMetrics
import Synchronization

/// The factory of instruments whose values are the response of `/metrics`.
///
/// swift-metrics has no exporter that this package could depend on. Only the creation of an instrument and the reading of all
/// values take a lock; measurements add to numbers.
final class MetricsRegistry: MetricsFactory {
    /// The dimensions of a metric, in the order of their declaration.
    typealias Dimensions = [(String, String)]

    private struct Name: Hashable {
        let label: String
        let dimensions: [[String]]
    }

    private struct State {
        var counters: [Name: CountedNumber] = [:]
        var meters: [Name: MeteredNumber] = [:]
        var timers: [Name: DurationHistogram] = [:]
    }

    private let state = Mutex(State())

    /// Returns the values of the counters with a label, in order of their dimensions.
    func counts(_ label: String) -> [(dimensions: Dimensions, value: Int)] {
        values(of: label, \.counters).map { ($0, $1.value) }
    }

    /// Returns the values of the meters with a label, in order of their dimensions.
    func levels(_ label: String) -> [(dimensions: Dimensions, value: Double)] {
        values(of: label, \.meters).map { ($0, $1.value) }
    }

    /// Returns the histograms of the timers with a label, in order of their dimensions.
    func histograms(_ label: String) -> [(dimensions: Dimensions, histogram: DurationHistogram)] {
        values(of: label, \.timers)
    }

    private func values<Handler>(
        of label: String, _ handlers: any KeyPath<State, [Name: Handler]> & Sendable
    ) -> [(Dimensions, Handler)] {
        let found = state.withLock { $0[keyPath: handlers].filter { $0.key.label == label } }
        return found.sorted { left, right in
            left.key.dimensions.joined().lexicographicallyPrecedes(right.key.dimensions.joined())
        }.map { name, handler in (name.dimensions.map { ($0[0], $0[1]) }, handler) }
    }

    private func handler<Handler: Sendable>(
        _ label: String, _ dimensions: Dimensions, _ handlers: any WritableKeyPath<State, [Name: Handler]> & Sendable,
        _ create: () -> Handler
    ) -> Handler {
        state.withLock { state in
            let name = Name(label: label, dimensions: dimensions.map { [$0.0, $0.1] })
            if let handler = state[keyPath: handlers][name] { return handler }
            let handler = create()
            state[keyPath: handlers][name] = handler
            return handler
        }
    }
}

extension MetricsRegistry {
    func makeCounter(label: String, dimensions: Dimensions) -> any CounterHandler {
        handler(label, dimensions, \.counters, CountedNumber.init)
    }

    func makeMeter(label: String, dimensions: Dimensions) -> any MeterHandler {
        handler(label, dimensions, \.meters, MeteredNumber.init)
    }

    func makeTimer(label: String, dimensions: Dimensions) -> any TimerHandler {
        handler(label, dimensions, \.timers, DurationHistogram.init)
    }

    /// The server has no distributions besides durations.
    func makeRecorder(label: String, dimensions: Dimensions, aggregate: Bool) -> any RecorderHandler {
        NOOPMetricsHandler.instance
    }

    // The instruments of a server last as long as the server.
    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyMeter(_ handler: any MeterHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}
}

/// The value of a counter.
final class CountedNumber: CounterHandler {
    private let number = AtomicNumber()

    var value: Int { number.value }

    func increment(by amount: Int64) { number.add(Int(clamping: amount)) }

    func reset() { number.add(-number.value) }
}

/// The value of a meter.
final class MeteredNumber: MeterHandler {
    private let number = Mutex(0.0)

    var value: Double { number.withLock { $0 } }

    func set(_ value: Int64) { set(Double(value)) }

    func set(_ value: Double) { number.withLock { $0 = value } }

    func increment(by amount: Double) { number.withLock { $0 += amount } }

    func decrement(by amount: Double) { increment(by: -amount) }
}

/// The durations of a timer, in classes.
final class DurationHistogram: TimerHandler {
    /// The upper bounds of the classes, in seconds; the last class has none.
    static let bounds: [Double] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
    private static let nanoseconds = bounds.map { Int64($0 * 1e9) }  // checked: constants

    private let numbers = AtomicNumbers(bounds.count + 1)
    private let total = AtomicNumber()

    /// The number of durations in each class.
    var classes: [Int] { (0..<numbers.count).map { numbers[$0] } }

    /// The sum of the durations, in seconds.
    var seconds: Double { Double(total.value) / 1e9 }

    func recordNanoseconds(_ duration: Int64) {
        numbers.add(1, to: Self.nanoseconds.firstIndex { duration <= $0 } ?? Self.bounds.count)
        total.add(Int(clamping: duration))
    }
}
