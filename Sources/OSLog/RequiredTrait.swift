// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Package traits are compilation conditions.
#if !App && !Server
    #error("OSLog needs the trait App of open-health-kit: name it in the traits of the dependency")
#endif
