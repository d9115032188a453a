// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { find } from "./dom.js";
import "./session.js";

// The token is stored: the requested page replaces this one.
location.replace(find("#next").href);
