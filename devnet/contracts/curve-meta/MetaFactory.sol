// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Own minimal contract with the views of Curve's factory before stableswap-ng. Pools stand at chosen addresses and are entered
/// afterwards: metapools, and plain ones without a base pool.
contract MetaFactory {
    struct Pool {
        address[4] coins;
        uint256[4] decimals;
        address basePool;
        address implementation;
    }

    address[] public pool_list;
    mapping(address => Pool) private pools;
    mapping(uint256 => address[]) private markets;

    event MetaPoolDeployed(address coin, address base_pool, uint256 A, uint256 fee, address deployer);
    event PlainPoolDeployed(address[4] coins, uint256 A, uint256 fee, address deployer);

    function enter(address at, Pool calldata pool, uint256 a, uint256 fee) external {
        pool_list.push(at);
        pools[at] = pool;
        for (uint256 i; i < 4; i++) {
            for (uint256 j = i + 1; j < 4; j++) {
                if (pool.coins[j] != address(0)) markets[_key(pool.coins[i], pool.coins[j])].push(at);
            }
        }
        if (pool.basePool == address(0)) _tell(at, pool.coins, a, fee);
        else emit MetaPoolDeployed(pool.coins[0], pool.basePool, a, fee, msg.sender);
    }

    function _tell(address, address[4] calldata coins, uint256 a, uint256 fee) internal virtual {
        emit PlainPoolDeployed(coins, a, fee, msg.sender);
    }

    function pool_count() external view returns (uint256) {
        return pool_list.length;
    }

    function find_pool_for_coins(address from, address to, uint256 i) external view returns (address) {
        address[] storage found = markets[_key(from, to)];
        return i < found.length ? found[i] : address(0);
    }

    function get_base_pool(address pool) external view returns (address) {
        return pools[pool].basePool;
    }

    function get_implementation_address(address pool) external view returns (address) {
        return pools[pool].implementation;
    }

    function get_coins(address pool) external view returns (address[4] memory) {
        return pools[pool].coins;
    }

    function get_decimals(address pool) external view returns (uint256[4] memory) {
        return pools[pool].decimals;
    }

    function _key(address a, address b) private pure returns (uint256) {
        return uint256(uint160(a)) ^ uint256(uint160(b));
    }
}
