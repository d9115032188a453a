// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The forms that a listing can have.
enum ListingFormat: String, CaseIterable, ExpressibleByArgument {
    /// Aligned columns, for people.
    case table
    /// Comma-separated values after RFC 4180.
    case csv
    /// One JSON array.
    case json
    /// One JSON object a line.
    case ndjson
}
