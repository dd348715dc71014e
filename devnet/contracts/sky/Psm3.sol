// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {IToken} from "./DaiUsds.sol";

interface IBalances is IToken {
    function balanceOf(address owner) external view returns (uint256);
}

/// Our own stand-in for Spark's oracle of what sUSDS are worth: the rate and the index of a time, from which it is told for any
/// later one. The original takes them from a bridge; here anyone sets them.
contract SsrOracle {
    uint256 private constant RAY = 1e27;

    struct SUSDSData {
        uint96 ssr;
        uint120 chi;
        uint40 rho;
    }

    SUSDSData private _data;

    constructor(uint96 ssr, uint120 chi) {
        _data = SUSDSData(ssr, chi, uint40(block.timestamp));
    }

    function setSUSDSData(SUSDSData calldata next) external {
        require(next.rho <= block.timestamp, "in the future");
        require(next.ssr >= RAY, "negative rate");
        _data = next;
    }

    function getSUSDSData() external view returns (SUSDSData memory) {
        return _data;
    }

    function getConversionRate() external view returns (uint256) {
        uint256 elapsed = block.timestamp - _data.rho;
        if (elapsed == 0) return _data.chi;
        return _power(_data.ssr, elapsed) * _data.chi / RAY;
    }

    /// By squaring, each product rounded half up.
    function _power(uint256 base, uint256 exponent) private pure returns (uint256 result) {
        result = exponent % 2 == 0 ? RAY : base;
        for (exponent /= 2; exponent > 0; exponent /= 2) {
            base = (base * base + RAY / 2) / RAY;
            if (exponent % 2 == 1) result = (result * base + RAY / 2) / RAY;
        }
    }
}

/// Our own stand-in for Spark's PSM3, with its functions and events of swaps of exact inputs. Who owns the original decides who
/// holds its USDC; here anyone does.
contract Psm3 {
    uint256 private constant RAY = 1e27;

    IBalances public immutable usdc;
    IBalances public immutable usds;
    IBalances public immutable susds;
    SsrOracle public immutable rateProvider;
    uint256 private immutable _usdcScale;

    address public pocket;

    event PocketSet(address indexed oldPocket, address indexed newPocket, uint256 amount);
    event Swap(
        address indexed assetIn,
        address indexed assetOut,
        address sender,
        address indexed receiver,
        uint256 amountIn,
        uint256 amountOut,
        uint256 referralCode
    );

    constructor(IBalances usdc_, IBalances usds_, IBalances susds_, SsrOracle rateProvider_) {
        (usdc, usds, susds, rateProvider) = (usdc_, usds_, susds_, rateProvider_);
        _usdcScale = 10 ** (18 - usdc_.decimals());
        pocket = address(this);
    }

    function setPocket(address next) external {
        address before = pocket;
        require(next != address(0) && next != before, "invalid pocket");
        uint256 amount = usdc.balanceOf(before);
        _pay(usdc, next, amount);
        pocket = next;
        emit PocketSet(before, next, amount);
    }

    function swapExactIn(
        IBalances assetIn,
        IBalances assetOut,
        uint256 amountIn,
        uint256 minAmountOut,
        address receiver,
        uint256 referralCode
    ) external returns (uint256 amountOut) {
        require(amountIn != 0 && receiver != address(0), "invalid argument");
        amountOut = previewSwapExactIn(assetIn, assetOut, amountIn);
        require(amountOut >= minAmountOut, "too little");
        require(assetIn.transferFrom(msg.sender, assetIn == usdc ? pocket : address(this), amountIn));
        _pay(assetOut, receiver, amountOut);
        emit Swap(
            address(assetIn), address(assetOut), msg.sender, receiver, amountIn, amountOut, referralCode
        );
    }

    function previewSwapExactIn(IBalances assetIn, IBalances assetOut, uint256 amountIn)
        public
        view
        returns (uint256)
    {
        require(assetIn != assetOut && _isOwn(assetIn) && _isOwn(assetOut), "invalid asset");
        if (assetOut == susds) {
            uint256 shares = amountIn * RAY / rateProvider.getConversionRate();
            return assetIn == usdc ? shares * _usdcScale : shares;
        }
        uint256 worth = assetIn == susds
            ? amountIn * rateProvider.getConversionRate() / RAY
            : assetIn == usdc ? amountIn * _usdcScale : amountIn;
        return assetOut == usdc ? worth / _usdcScale : worth;
    }

    function _isOwn(IBalances asset) private view returns (bool) {
        return asset == usdc || asset == usds || asset == susds;
    }

    function _pay(IBalances asset, address receiver, uint256 amount) private {
        if (asset == usdc && pocket != address(this)) {
            require(usdc.transferFrom(pocket, receiver, amount), "not paid");
        } else {
            require(asset.transfer(receiver, amount), "not paid");
        }
    }
}

/// Holds the module's USDC for it, as an account of Spark's does.
contract Psm3Pocket {
    constructor(IToken usdc, address psm) {
        usdc.approve(psm, type(uint256).max);
    }
}
