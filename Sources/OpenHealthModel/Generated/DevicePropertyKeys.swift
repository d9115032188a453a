// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// The device property key “firmware version”. iOS 9.0. The string behind it is assumed.
public let HKDevicePropertyKeyFirmwareVersion = "HKDevicePropertyKeyFirmwareVersion"

/// The device property key “hardware version”. iOS 9.0. The string behind it is assumed.
public let HKDevicePropertyKeyHardwareVersion = "HKDevicePropertyKeyHardwareVersion"

/// The device property key “local identifier”. iOS 9.0. The string behind it is assumed.
public let HKDevicePropertyKeyLocalIdentifier = "HKDevicePropertyKeyLocalIdentifier"

/// The device property key “manufacturer”. iOS 9.0. The string behind it is assumed.
public let HKDevicePropertyKeyManufacturer = "HKDevicePropertyKeyManufacturer"

/// The device property key “model”. iOS 9.0. The string behind it is assumed.
public let HKDevicePropertyKeyModel = "HKDevicePropertyKeyModel"

/// The device property key “name”. iOS 9.0. The string behind it is assumed.
public let HKDevicePropertyKeyName = "HKDevicePropertyKeyName"

/// The device property key “software version”. iOS 9.0. The string behind it is assumed.
public let HKDevicePropertyKeySoftwareVersion = "HKDevicePropertyKeySoftwareVersion"

/// The device property key “UDI device identifier”. iOS 9.0. The string behind it is assumed.
public let HKDevicePropertyKeyUDIDeviceIdentifier = "HKDevicePropertyKeyUDIDeviceIdentifier"
