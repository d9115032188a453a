// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import MetricsTestKit
import OpenHealthAPI
import TestTimeLimits
import Testing

@testable import OpenHealthPages
@testable import OpenHealthServer

@Suite("Metrics", .timeLimit(.usual))
struct ExpositionTests {
    /// A page in the text format 0.0.4, parsed strictly.
    struct Page {
        struct Sample {
            var name: String
            var labels: [String: String]
            var value: Double
        }

        var types: [String: String] = [:]
        var samples: [Sample] = []

        init(_ text: String) throws {
            #expect(text.hasSuffix("\n"))
            var current = ""
            for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
                if let match = line.wholeMatch(of: /# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) (?:[^\\]|\\\\|\\n)+/) {
                    current = String(match.1)
                    #expect(types[current] == nil, "\(current) stands there twice")
                } else if let match = line.wholeMatch(of: /# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge|histogram)/)
                {
                    #expect(String(match.1) == current)
                    types[current] = String(match.2)
                } else {
                    let sample = try #require(Self.sample(line), "\(line)")
                    let isOfCurrent =
                        sample.name == current
                        || types[current] == "histogram"
                            && ["_bucket", "_sum", "_count"].contains { current + $0 == sample.name }
                    #expect(isOfCurrent, "\(line) below \(current)")
                    samples.append(sample)
                }
            }
        }

        private static func sample(_ line: Substring) -> Sample? {
            let shape =
                /([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{((?:[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\\\|\\"|\\n)*",?)*)\})? (\S+)/
            guard let match = line.wholeMatch(of: shape), let value = Double(match.3.replacing("+Inf", with: "inf"))
            else { return nil }
            var labels: [String: String] = [:]
            for label in (match.2 ?? "").matches(of: /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\\\|\\"|\\n)*)"/) {
                let plain = label.2.replacing("\\\"", with: "\"").replacing("\\n", with: "\n")
                    .replacing("\\\\", with: "\\")
                guard labels.updateValue(String(plain), forKey: String(label.1)) == nil else { return nil }
            }
            return Sample(name: String(match.1), labels: labels, value: value)
        }

        func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
            samples.first { $0.name == name && $0.labels == labels }?.value
        }
    }

    @Test("the page follows the grammar and counts known routes, unknown paths and other methods")
    func page() async throws {
        try await TestDaemon.with { daemon in
            for _ in 0..<3 { #expect(try await daemon.send("GET", "/healthz").status == 200) }
            _ = try await daemon.send("GET", "/nothing/\"\\\u{e9}")
            _ = try await daemon.send("PUT", "/healthz")
            _ = try await daemon.send("BREW", "/healthz")
            _ = try await daemon.send("GET", "/v1/app")
            let response = try await daemon.send("GET", "/metrics", token: TestDaemon.metricsToken)
            #expect(response.header("Content-Type") == "text/plain; version=0.0.4; charset=utf-8")
            let page = try Page(response.text)
            let total = "health_requests_total"
            #expect(page.value(total, ["route": "live", "method": "GET", "status": "200"]) == 3)
            #expect(page.value(total, ["route": "none", "method": "GET", "status": "404"]) == 1)
            #expect(page.value(total, ["route": "none", "method": "PUT", "status": "405"]) == 1)
            #expect(page.value(total, ["route": "showApp", "method": "GET", "status": "401"]) == 1)
            #expect(!response.text.contains("BREW") && !response.text.contains("nothing"))
            #expect(page.value("health_connections_open").map { $0 >= 1 } == true)
            #expect(page.value("health_streams_open") == 0)
            #expect(page.value("health_store_bytes", ["file": "database"]).map { $0 > 0 } == true)
            #expect(page.value("process_resident_memory_bytes").map { $0 > 1_000_000 } == true)
            #expect(page.value("process_open_fds").map { $0 > 3 } == true)
        }
    }

    @Test("histograms: cumulative, with the last bucket equal to the count of requests")
    func histograms() async throws {
        try await TestDaemon.with { daemon in
            for _ in 0..<20 { _ = try await daemon.send("GET", "/readyz") }
            let page = try Page(try await daemon.send("GET", "/metrics", token: TestDaemon.metricsToken).text)
            let name = "health_request_duration_seconds"
            let buckets = page.samples.filter { $0.name == name + "_bucket" && $0.labels["route"] == "ready" }
            #expect(buckets.count == DurationHistogram.bounds.count + 1)
            #expect(zip(buckets, buckets.dropFirst()).allSatisfy { $0.value <= $1.value })
            #expect(buckets.last?.labels["le"] == "+Inf")
            #expect(buckets.last?.value == 20)
            #expect(page.value(name + "_count", ["route": "ready", "method": "GET"]) == 20)
            #expect(page.value(name + "_sum", ["route": "ready", "method": "GET"]).map { $0 > 0 } == true)
        }
    }

    @Test("labels and help are escaped")
    func escaping() throws {
        var text = ExpositionText()
        text.begin("a_metric", .gauge, "Two\nlines and a \\.")
        let hostile = "a\"b\\c\nd} 5\n# TYPE x counter"
        text.sample("a_metric", [("label", hostile)], 1.5)
        let page = try Page(text.text)
        #expect(page.value("a_metric", ["label": hostile]) == 1.5)
        #expect(page.samples.count == 1)
    }

    @Test("every route has a metric under its path template")
    func meters() throws {
        let metrics = DaemonMetrics()
        for route in APIRoutes.all {
            let meter = metrics.meter(path: route.path, method: .init(rawValue: route.method.rawValue) ?? .get)
            #expect(meter.route == route.id)
        }
        #expect(metrics.meter(path: nil, method: .get).route == "none")
    }

    @Test("buckets of durations: each bound belongs to the bucket below")
    func classes() {
        let registry = MetricsRegistry()
        let meter = RouteMeter(route: "x", method: "GET", registry)
        for bound in DurationHistogram.bounds { meter.note(status: 200, duration: .seconds(bound)) }
        meter.note(status: 299, duration: .seconds(1000))
        let histograms = registry.histograms(DaemonMetrics.Label.durations)
        let classes = Array(repeating: 1, count: DurationHistogram.bounds.count + 1)
        #expect(histograms.map(\.histogram.classes) == [classes])
        let counts = registry.counts(DaemonMetrics.Label.requests)
        #expect(counts.map(\.value) == [DurationHistogram.bounds.count, 1])
        #expect(counts.map { $0.dimensions.last?.1 } == ["200", "other"])
    }

    @Test("an exporter receives the metrics in addition")
    func exporter() async throws {
        let exporter = TestMetrics()
        try await TestDaemon.with({ $0.metricsExporter = exporter }) { daemon in
            for _ in 0..<3 { #expect(try await daemon.send("GET", "/readyz").status == 200) }
            let dimensions = [("route", "ready"), ("method", "GET")]
            let counter = try exporter.expectCounter("health_requests_total", dimensions + [("status", "200")])
            #expect(counter.totalValue == 3)
            #expect(try exporter.expectTimer("health_request_duration_seconds", dimensions).values.count == 3)
            let page = try Page(try await daemon.send("GET", "/metrics", token: TestDaemon.metricsToken).text)
            let labels = Dictionary(uniqueKeysWithValues: dimensions + [("status", "200")])
            #expect(page.value("health_requests_total", labels) == 3)
        }
    }
}
