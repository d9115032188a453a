// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The output formats of listings.
enum ListingFormat: String, CaseIterable, ExpressibleByArgument {
    /// Aligned columns, for people.
    case table
    /// Comma-separated values as in RFC 4180.
    case csv
    /// A JSON array.
    case json
    /// One JSON object per line.
    case ndjson
}
