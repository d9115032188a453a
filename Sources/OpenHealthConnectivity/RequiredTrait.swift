// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Package traits are conditions of compilation.
#if !App && !Server
    #error("OpenHealthConnectivity needs the trait App of open-health-kit: name it in the traits of the dependency")
#endif
