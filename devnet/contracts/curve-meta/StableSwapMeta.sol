// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {CurveToken} from "../curve/CurveToken.sol";
import {StableSwap2Coins} from "../curve/StableSwap2Coins.sol";

interface BasePool {
    function get_virtual_price() external view returns (uint256);
}

/// Own minimal contract with the ABI of the metapools of Curve's factory before stableswap-ng: the second coin is the liquidity token of
/// another pool, at the virtual price that this answers in every trade, and the pool is its own liquidity token.
/// Formulas: github.com/curvefi/curve-factory, contracts/implementations/meta/MetaUSD.vy.
contract StableSwapMeta is StableSwap2Coins, CurveToken {
    BasePool private immutable base;

    constructor(
        address owner_,
        address[] memory coins_,
        uint256[] memory rates_,
        address basePool,
        string memory symbol_,
        uint256 a,
        uint256 fee_
    )
        StableSwap2Coins(owner_, coins_, rates_, address(this), a, fee_, 5_000_000_000)
        CurveToken(symbol_, symbol_, address(this))
    {
        base = BasePool(basePool);
        emit Transfer(address(0), address(this), 0);
    }

    function _rates() internal view override returns (uint256[] memory list) {
        list = super._rates();
        list[1] = base.get_virtual_price();
    }
}
