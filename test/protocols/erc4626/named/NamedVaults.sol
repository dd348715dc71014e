// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ERC4626} from "@openzeppelin/contracts/token/ERC20/extensions/ERC4626.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

/// OpenZeppelin's vault as it is; whoever sends it assets makes its shares dearer.
contract OffsetVault is ERC4626 {
    uint8 private immutable offset;

    constructor(IERC20 asset_, uint8 offset_) ERC20("Offset Vault", "ofV") ERC4626(asset_) {
        offset = offset_;
    }

    function _decimalsOffset() internal view override returns (uint8) {
        return offset;
    }
}

/// Without virtual assets and shares, as Solmate's and Yearn's.
contract ClassicVault is ERC4626 {
    constructor(IERC20 asset_) ERC20("Classic Vault", "clV") ERC4626(asset_) {}

    function _convertToShares(uint256 assets, Math.Rounding rounding) internal view override returns (uint256) {
        uint256 supply = totalSupply();
        return supply == 0 ? assets : Math.mulDiv(assets, supply, totalAssets(), rounding);
    }

    function _convertToAssets(uint256 shares, Math.Rounding rounding) internal view override returns (uint256) {
        uint256 supply = totalSupply();
        return supply == 0 ? shares : Math.mulDiv(shares, totalAssets(), supply, rounding);
    }
}

/// Keeps one part in a hundred of what is paid in.
contract FeeVault is ClassicVault {
    constructor(IERC20 asset_) ClassicVault(asset_) {}

    function previewDeposit(uint256 assets) public view override returns (uint256) {
        return super.previewDeposit(assets - assets / 100);
    }
}

/// Promises twice what it pays.
contract LyingVault is ClassicVault {
    constructor(IERC20 asset_) ClassicVault(asset_) {}

    function previewRedeem(uint256 shares) public view override returns (uint256) {
        return 2 * super.previewRedeem(shares);
    }
}

/// Says that it has more than any token.
contract BoastingVault is ClassicVault {
    constructor(IERC20 asset_) ClassicVault(asset_) {}

    function totalAssets() public pure override returns (uint256) {
        return 2 ** 255;
    }
}

/// Shares that cannot be sent, nor sold.
contract TrappedVault is ClassicVault {
    constructor(IERC20 asset_) ClassicVault(asset_) {}

    function _update(address from, address to, uint256 value) internal override {
        require(from == address(0) || to == address(0));
        super._update(from, to, value);
    }
}

/// Well behaved until it is turned, when its views burn all gas that they are given.
contract TurningVault is ClassicVault {
    bool private isTurned;

    constructor(IERC20 asset_) ClassicVault(asset_) {}

    function turn() external {
        isTurned = true;
    }

    function totalAssets() public view override returns (uint256) {
        if (isTurned) while (true) {}
        return super.totalAssets();
    }
}

/// Burns all gas that it is given, whatever it is asked.
contract BurningVault {
    fallback() external {
        while (true) {}
    }
}

/// Answers a megabyte, whatever it is asked.
contract HugeVault {
    fallback() external {
        assembly {
            mstore(0, 1)
            return(0, 0x100000)
        }
    }
}

/// Its asset is itself.
contract ReflexiveVault {
    uint256 public constant totalSupply = 10 ** 18;
    uint256 public constant totalAssets = 10 ** 18;

    function asset() external view returns (address) {
        return address(this);
    }
}
