// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {StableSwapNgMath} from "../curve-ng/StableSwapNgMath.sol";
import {Holding} from "./Holding.sol";
import {PlainPool2} from "./PlainPool2.sol";

interface ILiquidityToken {
    function totalSupply() external view returns (uint256);
    function mint(address to, uint256 value) external returns (bool);
    function burnFrom(address from, uint256 value) external returns (bool);
}

interface IRatio {
    function ratio() external view returns (uint256);
}

/// A pool of native currency and a coin of 18 decimals that is older than Curve's factories, with a liquidity token of its own: it
/// averages its price, or counts the coin at one per ratio.
/// Formulas: github.com/curvefi/curve-contract, contracts/pools/aeth/StableSwapAETH.vy and, at commit 95e742e1,
/// contracts/pools/frxeth/StableSwapFRXETH.vy.
contract NativePool is Holding {
    ILiquidityToken public immutable lp_token;
    bool private immutable isRated;

    constructor(
        address[] memory coins_,
        uint256[] memory rates_,
        string memory symbol_,
        uint256 a,
        uint256 fee_,
        ILiquidityToken lpToken,
        bool isRated_
    ) PlainPool2(coins_, rates_, symbol_, a, fee_, false) {
        lp_token = lpToken;
        isRated = isRated_;
    }

    function _rates() internal view override returns (uint256[] memory rates) {
        rates = multipliers;
        if (isRated) rates[1] = 1e36 / IRatio(coins[1]).ratio();
    }

    function _countsHeld() internal view virtual override returns (bool) {
        return false;
    }

    function _keepsScaled() internal view override returns (bool) {
        return isRated;
    }

    function _invariant(uint256[] memory xp) internal view virtual override returns (uint256) {
        return _eachInvariant(xp);
    }

    function _average(uint256[] memory xp, uint256 d) internal virtual override {
        if (!isRated) last_price = StableSwapNgMath.spot(xp, _a(), d);
    }

    function _supply() internal view override returns (uint256) {
        return lp_token.totalSupply();
    }

    function _issue(address to, uint256 value) internal override {
        lp_token.mint(to, value);
    }

    function _destroy(address from, uint256 value) internal override {
        lp_token.burnFrom(from, value);
    }
}
