// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.7.6;

import {SlipstreamPool} from "./SlipstreamPool.sol";

/// Own minimal contract with the ABI of Slipstream's CLFactory: pools are clones of one implementation by tokens and tick
/// spacing, and a module may say what each charges. Voter and gauges are left out.
/// https://github.com/velodrome-finance/slipstream/blob/193a6b85f836a229b76a8df3541a284a2368427b/contracts/core/CLFactory.sol
contract SlipstreamFactory {
    address public immutable poolImplementation;
    address public owner = msg.sender;
    address public swapFeeManager = msg.sender;
    address public swapFeeModule;
    mapping(int24 => uint24) public tickSpacingToFee;
    mapping(address => mapping(address => mapping(int24 => address))) public getPool;
    mapping(address => bool) public isPool;
    address[] public allPools;

    event PoolCreated(address indexed token0, address indexed token1, int24 indexed tickSpacing, address pool);
    event SwapFeeModuleChanged(address indexed before, address indexed next);
    event TickSpacingEnabled(int24 indexed tickSpacing, uint24 indexed fee);

    constructor(address implementation) {
        poolImplementation = implementation;
        _enable(1, 100);
        _enable(50, 500);
        _enable(100, 500);
        _enable(200, 3_000);
        _enable(2_000, 10_000);
    }

    function allPoolsLength() external view returns (uint256) {
        return allPools.length;
    }

    function createPool(address tokenA, address tokenB, int24 tickSpacing, uint160 sqrtPriceX96)
        external
        returns (address pool)
    {
        require(tokenA != tokenB);
        (address token0, address token1) = tokenA < tokenB ? (tokenA, tokenB) : (tokenB, tokenA);
        require(token0 != address(0) && tickSpacingToFee[tickSpacing] != 0);
        require(getPool[token0][token1][tickSpacing] == address(0));
        pool = _clone(keccak256(abi.encode(token0, token1, tickSpacing)));
        SlipstreamPool(pool).initialize(address(this), token0, token1, tickSpacing, sqrtPriceX96);
        allPools.push(pool);
        isPool[pool] = true;
        getPool[token0][token1][tickSpacing] = pool;
        getPool[token1][token0][tickSpacing] = pool;
        emit PoolCreated(token0, token1, tickSpacing, pool);
    }

    function setSwapFeeModule(address module) external {
        require(msg.sender == swapFeeManager && module != address(0));
        emit SwapFeeModuleChanged(swapFeeModule, module);
        swapFeeModule = module;
    }

    function enableTickSpacing(int24 tickSpacing, uint24 fee) external {
        require(msg.sender == owner && fee > 0 && fee <= 100_000);
        require(tickSpacing > 0 && tickSpacing < 16_384 && tickSpacingToFee[tickSpacing] == 0);
        _enable(tickSpacing, fee);
    }

    /// What the module says, if it can within 200,000 gas and it is no more than a tenth; else that of the spacing.
    function getSwapFee(address pool) external view returns (uint24) {
        address module = swapFeeModule;
        if (module != address(0)) {
            (bool ok, bytes memory answer) =
                module.staticcall{gas: 200_000}(abi.encodeWithSignature("getFee(address)", pool));
            if (ok) {
                uint24 fee = abi.decode(answer, (uint24));
                if (fee <= 100_000) return fee;
            }
        }
        return tickSpacingToFee[SlipstreamPool(pool).tickSpacing()];
    }

    function _enable(int24 tickSpacing, uint24 fee) private {
        tickSpacingToFee[tickSpacing] = fee;
        emit TickSpacingEnabled(tickSpacing, fee);
    }

    /// A minimal proxy as ERC-1167 has it.
    function _clone(bytes32 salt) private returns (address instance) {
        bytes20 target = bytes20(poolImplementation);
        assembly {
            let code := mload(0x40)
            mstore(code, 0x3d602d80600a3d3981f3363d3d373d3d3d363d73000000000000000000000000)
            mstore(add(code, 0x14), target)
            mstore(add(code, 0x28), 0x5af43d82803e903d91602b57fd5bf30000000000000000000000000000000000)
            instance := create2(0, code, 0x37, salt)
        }
        require(instance != address(0));
    }
}
