// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {TokenLedger} from "../TokenLedger.sol";

/// Has no name(), no symbol() and no decimals().
contract NamelessToken is TokenLedger {}
