// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Own minimal contract with the views of Curve's factory before stableswap-ng. Metapools stand at chosen addresses and are entered
/// afterwards.
contract MetaFactory {
    struct Pool {
        address coin;
        address lpToken;
        address basePool;
        address implementation;
        uint256 decimals;
    }

    address[] public pool_list;
    mapping(address => Pool) private pools;
    mapping(address => mapping(address => address[])) private markets;

    event MetaPoolDeployed(address coin, address base_pool, uint256 A, uint256 fee, address deployer);

    function enter(address at, Pool calldata pool, uint256 a, uint256 fee) external {
        pool_list.push(at);
        pools[at] = pool;
        markets[pool.coin][pool.lpToken].push(at);
        emit MetaPoolDeployed(pool.coin, pool.basePool, a, fee, msg.sender);
    }

    function pool_count() external view returns (uint256) {
        return pool_list.length;
    }

    function find_pool_for_coins(address from, address to, uint256 i) external view returns (address) {
        address[] storage found = markets[from][to];
        return i < found.length ? found[i] : address(0);
    }

    function get_base_pool(address pool) external view returns (address) {
        return pools[pool].basePool;
    }

    function get_implementation_address(address pool) external view returns (address) {
        return pools[pool].implementation;
    }

    function get_coins(address pool) external view returns (address[4] memory coins) {
        (coins[0], coins[1]) = (pools[pool].coin, pools[pool].lpToken);
    }

    function get_decimals(address pool) external view returns (uint256[4] memory decimals) {
        (decimals[0], decimals[1]) = (pools[pool].decimals, 18);
    }
}
