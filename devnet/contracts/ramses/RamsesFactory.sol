// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.7.6;
pragma abicoder v2;

import {RamsesPool} from "./RamsesPool.sol";

interface IPoolDeployer {
    function deploy(address token0, address token1, int24 tickSpacing) external returns (address);
}

/// Own minimal contract with the ABI of RamsesV3Factory: pools by tokens and tick spacing, and their fees, which its governance
/// sets. Voter and fee collector are left out.
/// https://github.com/PharaohExchange/pharaoh-contracts/blob/f59c300b622b6e761433ee939a0f80ec128b1920/contracts/CL/core/RamsesV3Factory.sol
contract RamsesFactory {
    struct Parameters {
        address factory;
        address token0;
        address token1;
        uint24 fee;
        int24 tickSpacing;
    }

    uint24 private constant DEFAULT_FEE_FLAG = type(uint24).max;

    address public accessHub;
    address public ramsesV3PoolDeployer;
    uint24 public feeProtocol = 50_000;
    Parameters public parameters;
    mapping(int24 => uint24) public tickSpacingInitialFee;
    mapping(address => mapping(address => mapping(int24 => address))) public getPool;
    mapping(address => uint24) private own;

    event PoolCreated(
        address indexed token0, address indexed token1, uint24 indexed fee, int24 tickSpacing, address pool
    );
    event TickSpacingEnabled(int24 indexed tickSpacing, uint24 indexed fee);
    event SetPoolFeeProtocol(address pool, uint24 feeProtocolOld, uint24 feeProtocolNew);
    event FeeAdjustment(address pool, uint24 newFee);

    constructor(address accessHub_, address deployer) {
        (accessHub, ramsesV3PoolDeployer) = (accessHub_, deployer);
        _enable(1, 100);
        _enable(5, 250);
        _enable(10, 500);
        _enable(50, 3_000);
        _enable(100, 10_000);
        _enable(200, 20_000);
    }

    modifier onlyGovernance() {
        require(msg.sender == accessHub);
        _;
    }

    /// Without a price, the pool gets one from whoever gives it one.
    function createPool(address tokenA, address tokenB, int24 tickSpacing, uint160 sqrtPriceX96)
        external
        returns (address pool)
    {
        require(tokenA != tokenB);
        (address token0, address token1) = tokenA < tokenB ? (tokenA, tokenB) : (tokenB, tokenA);
        uint24 fee = tickSpacingInitialFee[tickSpacing];
        require(token0 != address(0) && fee != 0);
        require(getPool[token0][token1][tickSpacing] == address(0));
        parameters = Parameters(address(this), token0, token1, fee, tickSpacing);
        pool = IPoolDeployer(ramsesV3PoolDeployer).deploy(token0, token1, tickSpacing);
        delete parameters;
        getPool[token0][token1][tickSpacing] = pool;
        getPool[token1][token0][tickSpacing] = pool;
        own[pool] = DEFAULT_FEE_FLAG;
        emit PoolCreated(token0, token1, fee, tickSpacing, pool);
        if (sqrtPriceX96 > 0) RamsesPool(pool).initialize(sqrtPriceX96);
    }

    function poolFeeProtocol(address pool) public view returns (uint24) {
        return own[pool] == DEFAULT_FEE_FLAG ? feeProtocol : own[pool];
    }

    function setPoolFeeProtocol(address pool, uint24 next) external onlyGovernance {
        require(next <= 1_000_000 || next == DEFAULT_FEE_FLAG);
        uint24 before = poolFeeProtocol(pool);
        own[pool] = next;
        emit SetPoolFeeProtocol(pool, before, poolFeeProtocol(pool));
        RamsesPool(pool).setFeeProtocol();
    }

    function setFee(address pool, uint24 fee) external onlyGovernance {
        RamsesPool(pool).setFee(fee);
        emit FeeAdjustment(pool, fee);
    }

    function _enable(int24 tickSpacing, uint24 fee) private {
        tickSpacingInitialFee[tickSpacing] = fee;
        emit TickSpacingEnabled(tickSpacing, fee);
    }
}
