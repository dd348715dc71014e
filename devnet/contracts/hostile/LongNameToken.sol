// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {TokenLedger} from "../TokenLedger.sol";

/// Its name is 10,000 bytes that cycle through all control characters, NUL included; its symbol is not valid UTF-8.
contract LongNameToken is TokenLedger {
    uint8 public constant decimals = 18;

    function name() external pure returns (string memory) {
        bytes memory text = new bytes(10_000);
        for (uint256 i = 0; i < text.length; i++) text[i] = bytes1(uint8(i % 33));
        return string(text);
    }

    function symbol() external pure returns (string memory) {
        bytes memory text = hex"ff00c3281b5b33316d";
        return string(text);
    }
}
