// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthStore

/// The text of `/metrics`. It contains the amount of health data, and is only for the owner and the owner's collector.
struct MetricsPage {
    private typealias Label = DaemonMetrics.Label

    let metrics: DaemonMetrics
    let database: HealthDatabase
    let version: String
    /// The regular backups; nil if there are none.
    let backups: BackupJobs?

    /// Returns the page, which requires a few reads from the store and the kernel.
    func text() throws -> String {
        var page = ExpositionText()
        page.begin("health_build_info", .gauge, "The version of the server.")
        page.sample("health_build_info", [("version", version)], 1)
        requests(&page)
        counts(&page)
        try store(&page)
        backupDates(&page)
        process(&page)
        return page.text
    }

    private func requests(_ page: inout ExpositionText) {
        counter(Label.requests, "Requests that were answered, by route, method and status.", &page)
        page.begin(Label.durations, .histogram, "Seconds from the head of a request until its response begins.")
        let bounds = DurationHistogram.bounds.map { "\($0)" } + ["+Inf"]
        for (dimensions, histogram) in metrics.registry.histograms(Label.durations) {
            var sum = 0
            for (bound, count) in zip(bounds, histogram.classes) {
                sum += count
                page.sample(Label.durations + "_bucket", dimensions + [("le", bound)], sum)
            }
            page.sample(Label.durations + "_sum", dimensions, histogram.seconds)
            page.sample(Label.durations + "_count", dimensions, sum)
        }
    }

    private func counts(_ page: inout ExpositionText) {
        gauge(Label.connections, "Connections that are open.", &page)
        gauge(Label.streams, "Streams of events that are open.", &page)
        counter(Label.samplesSaved, "Samples that apps have saved.", &page)
        counter(Label.samplesRead, "Samples that apps were sent.", &page)
        counter(Label.deliveries, "Deliveries to receivers of apps.", &page)
    }

    private func counter(_ label: String, _ help: String, _ page: inout ExpositionText) {
        page.begin(label, .counter, help)
        for (dimensions, value) in metrics.registry.counts(label) { page.sample(label, dimensions, value) }
    }

    private func gauge(_ label: String, _ help: String, _ page: inout ExpositionText) {
        page.begin(label, .gauge, help)
        for (dimensions, value) in metrics.registry.levels(label) { page.sample(label, dimensions, value) }
    }

    private func store(_ page: inout ExpositionText) throws {
        page.begin("health_store_bytes", .gauge, "The size of the store's file and of its log.")
        for (name, suffix) in [("database", ""), ("log", "-wal")] {
            let facts = try? FileManager.default.attributesOfItem(atPath: database.url.path + suffix)
            page.sample("health_store_bytes", [("file", name)], (facts?[.size] as? Int) ?? 0)
        }
        page.add(
            "health_store_imports", .gauge, "Imports of exports that the store remembers.", try database.imports().count
        )
    }

    private func backupDates(_ page: inout ExpositionText) {
        guard let status = backups?.status else { return }
        page.add(
            "health_backup_last_success_timestamp_seconds", .gauge,
            "The date of the last complete backup, in seconds since 1970; 0 if there is none.",
            status.success?.timeIntervalSince1970 ?? 0)
        page.add(
            "health_backup_last_failure_timestamp_seconds", .gauge,
            "The date of the last failed backup since the server has started, in seconds since 1970; 0 if there is none.",
            status.failure?.timeIntervalSince1970 ?? 0)
    }

    private func process(_ page: inout ExpositionText) {
        guard let facts = ProcessData() else { return }
        page.add("process_resident_memory_bytes", .gauge, "Memory in use.", facts.residentBytes)
        page.add("process_virtual_memory_bytes", .gauge, "Memory in the address space.", facts.virtualBytes)
        page.add("process_cpu_seconds_total", .counter, "Time of processors.", facts.processorSeconds)
        page.add(
            "process_start_time_seconds", .gauge, "When the server began, in seconds since 1970.",
            metrics.start.timeIntervalSince1970)
        page.add("process_threads", .gauge, "Threads.", facts.threads)
        page.add("process_open_fds", .gauge, "Open files and connections.", facts.openFiles)
        page.add("process_max_fds", .gauge, "How many files and connections may be open.", facts.maximumFiles)
    }
}

/// The kernel's data about this process.
struct ProcessData {
    /// The resident and virtual memory, in bytes.
    let residentBytes: Int
    let virtualBytes: Int
    /// The processor time since the start, in seconds.
    let processorSeconds: Double
    let threads: Int
    let openFiles: Int
    let maximumFiles: Int

    /// Reads the current data; nil if the kernel does not provide them.
    init?() {
        guard let text = try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8),
            let bracket = text.lastIndex(of: ")")
        else { return nil }
        // The fields after the name of the program, which can contain spaces: the fields of proc_pid_stat(5) from the third on.
        let fields = text[text.index(after: bracket)...].split(separator: " ").map { Double($0) ?? 0 }
        guard fields.count > 21 else { return nil }
        let ticks = Double(sysconf(Int32(_SC_CLK_TCK)))
        processorSeconds = (fields[11] + fields[12]) / ticks
        threads = Int(fields[17])  // checked: an integer from the kernel
        virtualBytes = Int(fields[20])  // checked: an integer from the kernel
        // checked: an integer from the kernel
        residentBytes = Int(fields[21]) * Int(sysconf(Int32(_SC_PAGESIZE)))
        openFiles = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        maximumFiles = Int(clamping: limit.rlim_cur)
    }
}
