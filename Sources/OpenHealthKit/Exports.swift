// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// As on Apple's systems, `import HealthKit` makes Foundation available, and Foundation makes Observation available: clients rely on
// it.
@_exported import Foundation
@_exported import Observation
@_exported import OpenHealthModel
