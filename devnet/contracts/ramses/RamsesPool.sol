// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.7.6;

import {ConcentratedSwap} from "../concentrated/ConcentratedSwap.sol";

interface IPoolMaker {
    function parameters() external view returns (address, address, address, uint24, int24);
}

interface IProtocolFees {
    function poolFeeProtocol(address pool) external view returns (uint24);
}

/// Own minimal contract with the ABI of RamsesV3Pool: the swap of Uniswap V3 with a fee that the factory sets. A position has an
/// index besides its owner; both together hold it here. The weeks that gauges pay by are left out, and so is what the protocol takes
/// of a fee from `slot0`.
/// https://github.com/PharaohExchange/pharaoh-contracts/blob/f59c300b622b6e761433ee939a0f80ec128b1920/contracts/CL/core/RamsesV3Pool.sol
contract RamsesPool is ConcentratedSwap {
    uint256 private constant FEE_DENOM = 1_000_000;

    uint24 private own;
    uint24 public feeProtocol;

    event Mint(
        address sender,
        address indexed owner,
        uint256 index,
        int24 indexed tickLower,
        int24 indexed tickUpper,
        uint128 amount,
        uint256 amount0,
        uint256 amount1
    );
    event FeeAdjustment(uint24 oldFee, uint24 newFee);
    event SetFeeProtocol(uint24 feeProtocolOld, uint24 feeProtocolNew);

    constructor() {
        (address maker, address first, address second, uint24 fee_, int24 spacing) = IPoolMaker(msg.sender).parameters();
        _create(maker, first, second, spacing);
        own = fee_;
    }

    function initialize(uint160 sqrtPriceX96) external {
        feeProtocol = IProtocolFees(factory).poolFeeProtocol(address(this));
        _initialize(sqrtPriceX96);
    }

    function fee() public view override returns (uint24) {
        return own;
    }

    function setFee(uint24 next) external {
        require(msg.sender == factory && next <= FEE_DENOM);
        emit FeeAdjustment(own, next);
        own = next;
    }

    function setFeeProtocol() external lock {
        uint24 next = IProtocolFees(factory).poolFeeProtocol(address(this));
        if (next == feeProtocol) return;
        emit SetFeeProtocol(feeProtocol, next);
        feeProtocol = next;
    }

    function mint(
        address recipient,
        uint256 index,
        int24 tickLower,
        int24 tickUpper,
        uint128 amount,
        bytes calldata data
    ) external returns (uint256 amount0, uint256 amount1) {
        (amount0, amount1) = _add(holderOf(recipient, index), tickLower, tickUpper, amount, data);
        emit Mint(msg.sender, recipient, index, tickLower, tickUpper, amount, amount0, amount1);
    }

    function burn(uint256 index, int24 tickLower, int24 tickUpper, uint128 amount) external returns (uint256, uint256) {
        return _remove(holderOf(msg.sender, index), tickLower, tickUpper, amount);
    }

    function collect(
        address recipient,
        uint256 index,
        int24 tickLower,
        int24 tickUpper,
        uint128 most0,
        uint128 most1
    ) external returns (uint128, uint128) {
        return _collect(holderOf(msg.sender, index), recipient, tickLower, tickUpper, most0, most1);
    }

    /// By whose name a position is kept.
    function holderOf(address owner, uint256 index) public pure returns (address) {
        return address(uint160(uint256(keccak256(abi.encode(owner, index)))));
    }

    function _earned(uint256 feeAmount) internal view override returns (uint256) {
        return feeAmount - (feeAmount * feeProtocol) / FEE_DENOM;
    }
}
