// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface NgPool {
    function coin_list() external view returns (address[] memory);
    function asset_types() external view returns (uint8[] memory);
}

/// Own minimal contract with the views of Curve's stableswap-ng factory. Pools stand at chosen addresses and are entered afterwards.
contract StableSwapNgFactory {
    address public fee_receiver;
    address[] private pools;
    mapping(address => address) public get_implementation_address;
    mapping(address => address) public get_base_pool;

    constructor(address feeReceiver) {
        fee_receiver = feeReceiver;
    }

    function enter(address pool, address implementation, address basePool) external {
        pools.push(pool);
        get_implementation_address[pool] = implementation;
        get_base_pool[pool] = basePool;
    }

    function pool_count() external view returns (uint256) {
        return pools.length;
    }

    function pool_list(uint256 i) external view returns (address) {
        return pools[i];
    }

    function get_coins(address pool) external view returns (address[] memory) {
        if (get_implementation_address[pool] == address(0)) return new address[](0);
        return NgPool(pool).coin_list();
    }

    function get_pool_asset_types(address pool) external view returns (uint8[] memory) {
        if (get_implementation_address[pool] == address(0)) return new uint8[](0);
        return NgPool(pool).asset_types();
    }
}
