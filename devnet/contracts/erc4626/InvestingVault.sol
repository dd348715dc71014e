// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ERC4626} from "@openzeppelin/contracts/token/ERC20/extensions/ERC4626.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

/// OpenZeppelin's ERC-4626 vault with what curated vaults add: virtual shares as MetaMorpho has them, a cap, a pause, and assets that
/// are invested elsewhere and cannot be paid out. Yield is a donation.
contract InvestingVault is ERC4626, Ownable, Pausable {
    using SafeERC20 for IERC20;

    uint8 private immutable offset;
    uint256 public cap = type(uint256).max;
    uint256 public invested;

    constructor(IERC20 asset_, string memory name_, string memory symbol_, uint8 offset_)
        ERC20(name_, symbol_)
        ERC4626(asset_)
        Ownable(msg.sender)
    {
        offset = offset_;
    }

    function setCap(uint256 cap_) external onlyOwner {
        cap = cap_;
    }

    function pause() external onlyOwner {
        _pause();
    }

    function unpause() external onlyOwner {
        _unpause();
    }

    /// The owner is the strategy.
    function invest(uint256 assets) external onlyOwner {
        invested += assets;
        IERC20(asset()).safeTransfer(msg.sender, assets);
    }

    function divest(uint256 assets) external onlyOwner {
        invested -= assets;
        IERC20(asset()).safeTransferFrom(msg.sender, address(this), assets);
    }

    function totalAssets() public view override returns (uint256) {
        return super.totalAssets() + invested;
    }

    function maxDeposit(address) public view override returns (uint256) {
        if (paused()) return 0;
        if (cap == type(uint256).max) return cap;
        return Math.saturatingSub(cap, totalAssets());
    }

    function maxMint(address receiver) public view override returns (uint256) {
        uint256 assets = maxDeposit(receiver);
        return assets == type(uint256).max ? assets : _convertToShares(assets, Math.Rounding.Floor);
    }

    function maxWithdraw(address owner) public view override returns (uint256) {
        return paused() ? 0 : Math.min(_convertToAssets(balanceOf(owner), Math.Rounding.Floor), super.totalAssets());
    }

    function maxRedeem(address owner) public view override returns (uint256) {
        return paused() ? 0 : Math.min(balanceOf(owner), _convertToShares(super.totalAssets(), Math.Rounding.Floor));
    }

    function _decimalsOffset() internal view override returns (uint8) {
        return offset;
    }
}
