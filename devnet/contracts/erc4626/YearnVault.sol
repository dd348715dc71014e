// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {InvestingVault} from "./InvestingVault.sol";

/// OpenZeppelin's ERC-4626 vault with the conversions of Yearn V3: no virtual assets or shares, and 1 to 1 while there are none.
/// Strategies and the unlocking of profit over time are left out.
contract YearnVault is InvestingVault {
    constructor(IERC20 asset_, string memory name_, string memory symbol_)
        InvestingVault(asset_, name_, symbol_, 0)
    {}

    function _convertToShares(uint256 assets, Math.Rounding rounding) internal view override returns (uint256) {
        uint256 supply = totalSupply();
        return supply == 0 ? assets : Math.mulDiv(assets, supply, totalAssets(), rounding);
    }

    function _convertToAssets(uint256 shares, Math.Rounding rounding) internal view override returns (uint256) {
        uint256 supply = totalSupply();
        return supply == 0 ? shares : Math.mulDiv(shares, totalAssets(), supply, rounding);
    }
}
