// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Package traits are compilation conditions.
#if !Server
    #error("OpenHealthCommandLine needs the trait Server of open-health-kit: name it in the traits of the dependency")
#endif
