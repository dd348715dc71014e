// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

interface YieldToken {
    function decimals() external view returns (uint8);
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

/// Own minimal SY, one for one over a token that earns, as Pendle's own SYs are written for each such token. Its rate is what a contract
/// says, or a number that anyone can set.
contract StandardizedYield is ERC20 {
    YieldToken public immutable yieldToken;
    address private immutable _rateOf;
    bytes4 private immutable _rateView;
    uint8 private immutable _decimals;
    uint8 private immutable _assetDecimals;
    uint256 private _rate;
    bool public paused;

    error Paused();
    error OtherToken(address token);
    error InsufficientShares(uint256 shares, uint256 least);

    modifier known(address token) {
        if (token != address(yieldToken)) revert OtherToken(token);
        _;
    }

    constructor(
        string memory name_,
        string memory symbol_,
        YieldToken yieldToken_,
        address rateOf,
        bytes4 rateView,
        uint8 assetDecimals
    ) ERC20(name_, symbol_) {
        yieldToken = yieldToken_;
        _rateOf = rateOf;
        _rateView = rateView;
        _decimals = yieldToken_.decimals();
        _assetDecimals = assetDecimals;
    }

    function setRate(uint256 rate) external {
        _rate = rate;
    }

    function setPaused(bool isPaused) external {
        paused = isPaused;
    }

    function decimals() public view override returns (uint8) {
        return _decimals;
    }

    /// Smallest units of the asset for 10^18 of SY's.
    function exchangeRate() external view returns (uint256) {
        if (_rateOf == address(0)) return _rate;
        (bool success, bytes memory answer) = _rateOf.staticcall(abi.encodeWithSelector(_rateView));
        require(success);
        return abi.decode(answer, (uint256));
    }

    function assetInfo() external view returns (uint8, address, uint8) {
        return (0, address(yieldToken), _assetDecimals);
    }

    function deposit(address receiver, address tokenIn, uint256 amount, uint256 least)
        external
        payable
        known(tokenIn)
        returns (uint256)
    {
        if (amount < least) revert InsufficientShares(amount, least);
        yieldToken.transferFrom(msg.sender, address(this), amount);
        _mint(receiver, amount);
        return amount;
    }

    function redeem(address receiver, uint256 shares, address tokenOut, uint256 least, bool fromInternalBalance)
        external
        known(tokenOut)
        returns (uint256)
    {
        if (shares < least) revert InsufficientShares(shares, least);
        _burn(fromInternalBalance ? address(this) : msg.sender, shares);
        yieldToken.transfer(receiver, shares);
        return shares;
    }

    function previewDeposit(address tokenIn, uint256 amount) external view known(tokenIn) returns (uint256) {
        return amount;
    }

    function previewRedeem(address tokenOut, uint256 shares) external view known(tokenOut) returns (uint256) {
        return shares;
    }

    function claimRewards(address) external pure returns (uint256[] memory) {}

    function getRewardTokens() external pure returns (address[] memory) {}

    function rewardIndexesCurrent() external pure returns (uint256[] memory) {}

    function rewardIndexesStored() external pure returns (uint256[] memory) {}

    function _update(address from, address to, uint256 value) internal override {
        if (paused) revert Paused();
        super._update(from, to, value);
    }
}
