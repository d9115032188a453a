// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The output formats of listings.
public enum ListingFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
    /// Aligned columns, for people.
    case table
    /// Comma-separated values as in RFC 4180.
    case csv
    /// A JSON array.
    case json
    /// One JSON object per line.
    case ndjson
}

/// The options of CSV.
public struct CSVOptions: ParsableArguments, Sendable {
    /// Whether texts that spreadsheets evaluate are written unchanged.
    @Flag(help: "In csv, write texts unchanged that spreadsheets evaluate, without a quotation mark in front.")
    public var raw = false

    /// Creates the options with their defaults.
    public init() {}
}
