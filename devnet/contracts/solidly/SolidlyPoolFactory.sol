// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {SolidlyPool} from "./SolidlyPool.sol";

/// Own minimal contract with the ABI of Aerodrome's PoolFactory: pools are clones of one implementation, fees default by kind of
/// curve and can be set per pool, and all swaps can be paused.
/// https://github.com/aerodrome-finance/contracts/blob/a5fae2e87e490d6b10f133e28cc11bcc58c5346a/contracts/factories/PoolFactory.sol
contract SolidlyPoolFactory {
    address public immutable implementation;
    bool public isPaused;
    address public pauser = msg.sender;
    address public feeManager = msg.sender;
    uint256 public stableFee = 5;
    uint256 public volatileFee = 30;
    uint256 public constant MAX_FEE = 300;
    /// Custom fee that stands for none.
    uint256 public constant ZERO_FEE_INDICATOR = 420;

    mapping(address => mapping(address => mapping(bool => address))) public getPool;
    mapping(address => uint256) public customFee;
    mapping(address => bool) public isPool;
    address[] public allPools;

    event PoolCreated(
        address indexed token0, address indexed token1, bool indexed stable, address pool, uint256 count
    );
    event SetCustomFee(address indexed pool, uint256 fee);
    event SetPauseState(bool state);

    error SameAddress();
    error ZeroAddress();
    error PoolAlreadyExists();
    error NotPauser();
    error NotFeeManager();
    error FeeTooHigh();
    error ZeroFee();
    error InvalidPool();

    constructor(address implementation_) {
        implementation = implementation_;
    }

    function allPoolsLength() external view returns (uint256) {
        return allPools.length;
    }

    function setPauseState(bool state) external {
        if (msg.sender != pauser) revert NotPauser();
        isPaused = state;
        emit SetPauseState(state);
    }

    function setFee(bool stable, uint256 fee) external {
        if (msg.sender != feeManager) revert NotFeeManager();
        if (fee > MAX_FEE) revert FeeTooHigh();
        if (fee == 0) revert ZeroFee();
        if (stable) stableFee = fee;
        else volatileFee = fee;
    }

    function setCustomFee(address pool, uint256 fee) external {
        if (msg.sender != feeManager) revert NotFeeManager();
        if (fee > MAX_FEE && fee != ZERO_FEE_INDICATOR) revert FeeTooHigh();
        if (!isPool[pool]) revert InvalidPool();
        customFee[pool] = fee;
        emit SetCustomFee(pool, fee);
    }

    function getFee(address pool, bool stable) external view returns (uint256) {
        uint256 fee = customFee[pool];
        if (fee == ZERO_FEE_INDICATOR) return 0;
        if (fee != 0) return fee;
        return stable ? stableFee : volatileFee;
    }

    function createPool(address tokenA, address tokenB, bool stable) external returns (address pool) {
        if (tokenA == tokenB) revert SameAddress();
        (address token0, address token1) = tokenA < tokenB ? (tokenA, tokenB) : (tokenB, tokenA);
        if (token0 == address(0)) revert ZeroAddress();
        if (getPool[token0][token1][stable] != address(0)) revert PoolAlreadyExists();
        bytes32 salt = keccak256(abi.encodePacked(token0, token1, stable));
        pool = Clones.cloneDeterministic(implementation, salt);
        SolidlyPool(pool).initialize(token0, token1, stable);
        getPool[token0][token1][stable] = pool;
        getPool[token1][token0][stable] = pool;
        isPool[pool] = true;
        allPools.push(pool);
        emit PoolCreated(token0, token1, stable, pool, allPools.length);
    }
}
