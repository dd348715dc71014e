// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {StableSwapNgCoins} from "./StableSwapNgCoins.sol";
import {StableSwapNgPool} from "./StableSwapNgPool.sol";

interface BasePool {
    function get_virtual_price() external view returns (uint256);
}

/// A metapool: its second coin is the liquidity token of another pool, at its virtual price; arrays of two amounts.
contract StableSwapNgMeta is StableSwapNgPool {
    address public immutable BASE_POOL;

    constructor(
        address factory_,
        address[] memory coins_,
        uint8[] memory types_,
        address[] memory oracles_,
        string memory symbol_,
        uint256[3] memory aFeeOffpeg,
        address basePool
    )
        StableSwapNgCoins(factory_, coins_, types_, oracles_)
        StableSwapNgPool(symbol_, aFeeOffpeg[0], aFeeOffpeg[1], aFeeOffpeg[2])
    {
        BASE_POOL = basePool;
    }

    function stored_rates() public view override returns (uint256[] memory rates) {
        rates = super.stored_rates();
        rates[1] = BasePool(BASE_POOL).get_virtual_price();
    }

    function add_liquidity(uint256[2] calldata amounts, uint256 minMint) external returns (uint256) {
        return _add(_list(amounts), minMint);
    }

    function remove_liquidity(uint256 amount, uint256[2] calldata minAmounts) external returns (uint256[2] memory) {
        uint256[] memory paid = _remove(amount, _list(minAmounts));
        return [paid[0], paid[1]];
    }

    function _list(uint256[2] calldata given) private pure returns (uint256[] memory list) {
        list = new uint256[](2);
        (list[0], list[1]) = (given[0], given[1]);
    }
}
