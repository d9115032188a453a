// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// On Apple platforms, every object can be a format argument because it is an Objective-C object. Foundation on Linux accepts
// strings and numbers only; for other arguments, it calls a property that returns an object to format.

/// A value that can be an argument of a format such as `"%@"`, which is replaced by its description. Not part of Apple's API.
public protocol HKFormatArgument: CVarArg, _CVarArgObject {
    /// The string that replaces the placeholder.
    var description: String { get }
}

extension HKFormatArgument {
    /// The description as an object that Foundation can format.
    public var _cVarArgObject: any CVarArg { NSString(string: description) }

    /// The encoding of the description.
    public var _cVarArgEncoding: [Int] { _cVarArgObject._cVarArgEncoding }
}

extension Date: @retroactive CVarArg, @retroactive _CVarArgObject, HKFormatArgument {}
extension UUID: @retroactive CVarArg, @retroactive _CVarArgObject, HKFormatArgument {}
extension HKDeletedObject: HKFormatArgument {}
extension HKDevice: HKFormatArgument {}
extension HKObject: HKFormatArgument {}
extension HKObjectType: HKFormatArgument {}
extension HKQuantity: HKFormatArgument {}
extension HKQueryAnchor: HKFormatArgument {}
extension HKSource: HKFormatArgument {}
extension HKSourceRevision: HKFormatArgument {}
extension HKStatistics: HKFormatArgument {}
extension HKUnit: HKFormatArgument {}
