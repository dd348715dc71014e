// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ERC4626} from "@openzeppelin/contracts/token/ERC20/extensions/ERC4626.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

/// OpenZeppelin's ERC-4626 vault with what Euler's vaults have: a million virtual assets and shares, a cap, cash beside what is lent out,
/// operations that a hook guards or switches off, and accounts with a controller, to which `maxRedeem` says 0 though they may redeem.
/// Loans are made and repaid by the owner, and a gift counts as cash.
contract EulerVault is ERC4626, Ownable {
    using SafeERC20 for IERC20;

    uint256 private constant VIRTUAL = 1e6;
    uint256 private constant MAX_SANE_AMOUNT = type(uint112).max;
    uint32 private constant OP_DEPOSIT = 1 << 0;
    uint32 private constant OP_WITHDRAW = 1 << 2;
    uint32 private constant OP_REDEEM = 1 << 3;

    uint256 public cap = type(uint256).max;
    uint256 public invested;
    mapping(address account => bool) public hasController;
    address private hookTarget;
    uint32 private hookedOps;

    error E_OperationDisabled();
    error E_InsufficientCash();

    constructor(IERC20 asset_, string memory name_, string memory symbol_)
        ERC20(name_, symbol_)
        ERC4626(asset_)
        Ownable(msg.sender)
    {}

    function setCap(uint256 cap_) external onlyOwner {
        cap = cap_;
    }

    function setHookConfig(address target, uint32 ops) public onlyOwner {
        (hookTarget, hookedOps) = (target, ops);
    }

    function pause() external {
        setHookConfig(address(0), OP_DEPOSIT | OP_WITHDRAW | OP_REDEEM);
    }

    function unpause() external {
        setHookConfig(address(0), 0);
    }

    function setController(address account, bool controlled) external onlyOwner {
        hasController[account] = controlled;
    }

    function invest(uint256 assets) external onlyOwner {
        invested += assets;
        IERC20(asset()).safeTransfer(msg.sender, assets);
    }

    function divest(uint256 assets) external onlyOwner {
        invested -= assets;
        IERC20(asset()).safeTransferFrom(msg.sender, address(this), assets);
    }

    function hookConfig() external view returns (address, uint32) {
        return (hookTarget, hookedOps);
    }

    function cash() public view returns (uint256) {
        return IERC20(asset()).balanceOf(address(this));
    }

    function totalAssets() public view override returns (uint256) {
        return cash() + invested;
    }

    function maxDeposit(address) public view override returns (uint256) {
        if (isDisabled(OP_DEPOSIT)) return 0;
        return Math.saturatingSub(Math.min(cap, MAX_SANE_AMOUNT), totalAssets());
    }

    function maxRedeem(address owner) public view override returns (uint256) {
        if (isDisabled(OP_REDEEM) || hasController[owner]) return 0;
        return Math.min(balanceOf(owner), _convertToShares(cash(), Math.Rounding.Floor));
    }

    function maxWithdraw(address owner) public view override returns (uint256) {
        if (isDisabled(OP_WITHDRAW) || hasController[owner]) return 0;
        return Math.min(_convertToAssets(balanceOf(owner), Math.Rounding.Floor), cash());
    }

    function deposit(uint256 assets, address receiver) public override returns (uint256 shares) {
        callHook(OP_DEPOSIT);
        return super.deposit(assets, receiver);
    }

    function redeem(uint256 shares, address receiver, address owner) public override returns (uint256 assets) {
        callHook(OP_REDEEM);
        assets = previewRedeem(shares);
        pay(assets, shares, receiver, owner);
    }

    function withdraw(uint256 assets, address receiver, address owner) public override returns (uint256 shares) {
        callHook(OP_WITHDRAW);
        shares = previewWithdraw(assets);
        pay(assets, shares, receiver, owner);
    }

    function pay(uint256 assets, uint256 shares, address receiver, address owner) private {
        if (assets > cash()) revert E_InsufficientCash();
        _withdraw(msg.sender, receiver, owner, assets, shares);
    }

    function isDisabled(uint32 op) private view returns (bool) {
        return hookedOps & op != 0 && hookTarget == address(0);
    }

    function callHook(uint32 op) private {
        if (hookedOps & op == 0) return;
        if (hookTarget == address(0)) revert E_OperationDisabled();
        (bool ok,) = hookTarget.call(abi.encodePacked(msg.data, msg.sender));
        if (!ok) revert E_OperationDisabled();
    }

    function _convertToShares(uint256 assets, Math.Rounding rounding) internal view override returns (uint256) {
        return Math.mulDiv(assets, totalSupply() + VIRTUAL, totalAssets() + VIRTUAL, rounding);
    }

    function _convertToAssets(uint256 shares, Math.Rounding rounding) internal view override returns (uint256) {
        return Math.mulDiv(shares, totalAssets() + VIRTUAL, totalSupply() + VIRTUAL, rounding);
    }
}
