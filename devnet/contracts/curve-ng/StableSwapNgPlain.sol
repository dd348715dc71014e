// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {StableSwapNgCoins} from "./StableSwapNgCoins.sol";
import {StableSwapNgPool} from "./StableSwapNgPool.sol";

/// A plain pool: lists of amounts.
contract StableSwapNgPlain is StableSwapNgPool {
    constructor(
        address factory_,
        address[] memory coins_,
        uint8[] memory types_,
        address[] memory oracles_,
        string memory symbol_,
        uint256[3] memory aFeeOffpeg
    )
        StableSwapNgCoins(factory_, coins_, types_, oracles_)
        StableSwapNgPool(symbol_, aFeeOffpeg[0], aFeeOffpeg[1], aFeeOffpeg[2])
    {}

    function add_liquidity(uint256[] calldata amounts, uint256 minMint) external returns (uint256) {
        return _add(amounts, minMint);
    }

    function remove_liquidity(uint256 amount, uint256[] calldata minAmounts) external returns (uint256[] memory) {
        return _remove(amount, minAmounts);
    }
}
