// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.7.6;

import {ConcentratedSwap} from "../concentrated/ConcentratedSwap.sol";

interface IFeeSource {
    function getSwapFee(address pool) external view returns (uint24);
}

/// Own minimal contract with the ABI of Slipstream's CLPool: the swap of Uniswap V3 with a fee that the factory is asked for.
/// There is no gauge, so that nothing is staked; what is staked decides who earns a fee, and no amount of a swap.
/// https://github.com/velodrome-finance/slipstream/blob/193a6b85f836a229b76a8df3541a284a2368427b/contracts/core/CLPool.sol
contract SlipstreamPool is ConcentratedSwap {
    uint128 public constant stakedLiquidity = 0;

    event Mint(
        address sender,
        address indexed owner,
        int24 indexed tickLower,
        int24 indexed tickUpper,
        uint128 amount,
        uint256 amount0,
        uint256 amount1
    );

    /// Of a clone, by the factory that makes it.
    function initialize(address factory_, address token0_, address token1_, int24 tickSpacing_, uint160 sqrtPriceX96)
        external
    {
        _create(factory_, token0_, token1_, tickSpacing_);
        _initialize(sqrtPriceX96);
    }

    function fee() public view override returns (uint24) {
        return IFeeSource(factory).getSwapFee(address(this));
    }

    function mint(address recipient, int24 tickLower, int24 tickUpper, uint128 amount, bytes calldata data)
        external
        returns (uint256 amount0, uint256 amount1)
    {
        (amount0, amount1) = _add(recipient, tickLower, tickUpper, amount, data);
        emit Mint(msg.sender, recipient, tickLower, tickUpper, amount, amount0, amount1);
    }

    function burn(int24 tickLower, int24 tickUpper, uint128 amount) external returns (uint256, uint256) {
        return _remove(msg.sender, tickLower, tickUpper, amount);
    }

    function collect(address recipient, int24 tickLower, int24 tickUpper, uint128 most0, uint128 most1)
        external
        returns (uint128, uint128)
    {
        return _collect(msg.sender, recipient, tickLower, tickUpper, most0, most1);
    }
}
