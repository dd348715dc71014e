// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface CryptoCoins {
    function coins(uint256 i) external view returns (address);
}

/// Own minimal contracts with the views and the events of Curve's twocrypto-ng and tricrypto-ng factories. Pools stand at chosen addresses
/// and are entered afterwards.
abstract contract CryptoFactory {
    address public fee_receiver;
    address[] public pool_list;
    mapping(address => bool) internal isPool;

    constructor(address feeReceiver) {
        fee_receiver = feeReceiver;
    }

    function pool_count() external view returns (uint256) {
        return pool_list.length;
    }

    function _coin(address pool, uint256 i) internal view returns (address) {
        return isPool[pool] ? CryptoCoins(pool).coins(i) : address(0);
    }

    function _enter(address pool) internal {
        pool_list.push(pool);
        isPool[pool] = true;
    }
}

contract TwocryptoFactory is CryptoFactory {
    event TwocryptoPoolDeployed(
        address pool,
        string name,
        string symbol,
        address[2] coins,
        address math,
        bytes32 salt,
        uint256[2] precisions,
        uint256 packed_A_gamma,
        uint256 packed_fee_params,
        uint256 packed_rebalancing_params,
        uint256 packed_prices,
        address deployer
    );

    constructor(address feeReceiver) CryptoFactory(feeReceiver) {}

    function enter(address pool) external {
        _enter(pool);
        address[2] memory coins = get_coins(pool);
        uint256[2] memory none;
        emit TwocryptoPoolDeployed(pool, "", "", coins, address(0), 0, none, 0, 0, 0, 0, msg.sender);
    }

    function get_coins(address pool) public view returns (address[2] memory) {
        return [_coin(pool, 0), _coin(pool, 1)];
    }
}

contract TricryptoFactory is CryptoFactory {
    event TricryptoPoolDeployed(
        address pool,
        string name,
        string symbol,
        address weth,
        address[3] coins,
        address math,
        bytes32 salt,
        uint256 packed_precisions,
        uint256 packed_A_gamma,
        uint256 packed_fee_params,
        uint256 packed_rebalancing_params,
        uint256 packed_prices,
        address deployer
    );

    constructor(address feeReceiver) CryptoFactory(feeReceiver) {}

    function enter(address pool) external {
        _enter(pool);
        address[3] memory coins = get_coins(pool);
        emit TricryptoPoolDeployed(pool, "", "", address(0), coins, address(0), 0, 0, 0, 0, 0, 0, msg.sender);
    }

    function get_coins(address pool) public view returns (address[3] memory) {
        return [_coin(pool, 0), _coin(pool, 1), _coin(pool, 2)];
    }
}
