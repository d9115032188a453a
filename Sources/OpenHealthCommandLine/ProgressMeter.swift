// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A progress meter on standard error: a bar that is redrawn on a terminal, or a line every few seconds
/// elsewhere.
public final class ProgressMeter {
    /// The state of the operation.
    public struct State: Sendable {
        /// The completed fraction from 0 to 1; `nil` if the total is unknown.
        public var fraction: Double?
        /// The number of bytes so far.
        public var bytes: Int64
        /// The number of records so far.
        public var records: Int

        /// Creates a state; see the properties.
        public init(fraction: Double?, bytes: Int64, records: Int) {
            self.fraction = fraction
            self.bytes = bytes
            self.records = records
        }
    }

    private let title: String
    private let width: Int?
    private let started = ContinuousClock.now
    private var lastShown: ContinuousClock.Instant
    private var hasBar = false

    private static let redrawInterval = Duration.milliseconds(100)
    private static let lineInterval = Duration.seconds(5)

    /// Creates a meter.
    /// - Parameter title: The title, such as the name of a file.
    public init(_ title: String) {
        self.title = title.printable
        width = Terminal.width(STDERR_FILENO)
        lastShown = started
    }

    /// The elapsed time, in seconds.
    package var elapsed: Double { (ContinuousClock.now - started) / .seconds(1) }

    /// Shows the state, unless the last update was very recent.
    public func update(_ state: State) {
        let now = ContinuousClock.now
        guard now - lastShown >= (width == nil ? Self.lineInterval : Self.redrawInterval) else { return }
        lastShown = now
        if let width {
            hasBar = true
            Terminal.note("\r\u{1B}[K" + Self.bar(title, state, elapsed: elapsed, width: width))
        } else {
            Terminal.note(title + ": " + Self.facts(state, elapsed: elapsed) + "\n")
        }
    }

    /// Removes the bar.
    public func finish() {
        if hasBar { Terminal.note("\r\u{1B}[K") }
        hasBar = false
    }

    /// Returns the bar with its facts, narrower than the terminal.
    package static func bar(_ title: String, _ state: State, elapsed: Double, width: Int) -> String {
        let facts = facts(state, elapsed: elapsed)
        let available = width - 1 - facts.displayWidth
        guard let fraction = state.fraction, available >= 14 else { return facts.cut(to: max(1, width - 1)) }
        let name = title.cut(to: max(1, available - 13))
        let length = min(30, available - name.displayWidth - 4)
        let done = Int((fraction * Double(length)).rounded(.down))
        let bar = String(repeating: "#", count: done) + String(repeating: ".", count: length - done)
        return name + " [" + bar + "] " + facts
    }

    /// Returns the percentage, the rates and the remaining time.
    package static func facts(_ state: State, elapsed: Double) -> String {
        var facts: [String] = []
        if let fraction = state.fraction { facts.append("\(Int((fraction * 100).rounded(.down)))%") }
        if elapsed > 0 {
            if state.bytes > 0 { facts.append(String(format: "%.1f MB/s", Double(state.bytes) / elapsed / 1e6)) }
            if state.records > 0 {
                facts.append(NumberText.grouped(Int(Double(state.records) / elapsed)) + " records/s")
            }
        }
        if let fraction = state.fraction, fraction > 0.01 {
            facts.append(NumberText.duration(elapsed / fraction * (1 - fraction)) + " left")
        }
        return facts.joined(separator: ", ")
    }
}
