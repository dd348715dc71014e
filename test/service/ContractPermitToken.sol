// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {FiatToken} from "./FiatToken.sol";

/// The devnet's USDC, which counts permits by their function: v, r and s; bytes.
contract ContractPermitToken is FiatToken {
    uint256[2] public taken;

    constructor() FiatToken("", "", 6) {}

    function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external
        override
    {
        ++taken[0];
        _permit(owner, spender, value, deadline, abi.encodePacked(r, s, v));
    }

    function permit(address owner, address spender, uint256 value, uint256 deadline, bytes calldata signature)
        external
        override
    {
        ++taken[1];
        _permit(owner, spender, value, deadline, signature);
    }
}
