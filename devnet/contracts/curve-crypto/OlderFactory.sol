// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {CryptoFactory} from "./CryptoFactory.sol";
import {Coin} from "./CryptoState.sol";

interface TokenOfPool {
    function token() external view returns (address);
}

/// Own minimal contract with the views and the event of the factory of older pools of two coins, which tells the token of a pool and not
/// the pool. Pools stand at chosen addresses and are entered afterwards.
contract OlderFactory is CryptoFactory {
    event CryptoPoolDeployed(
        address token,
        address[2] coins,
        uint256 A,
        uint256 gamma,
        uint256 mid_fee,
        uint256 out_fee,
        uint256 allowed_extra_profit,
        uint256 fee_gamma,
        uint256 adjustment_step,
        uint256 admin_fee,
        uint256 ma_half_time,
        uint256 initial_price,
        address deployer
    );

    constructor(address feeReceiver) CryptoFactory(feeReceiver) {}

    function enter(address pool) external {
        _enter(pool);
        emit CryptoPoolDeployed(get_token(pool), get_coins(pool), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, msg.sender);
    }

    function get_coins(address pool) public view returns (address[2] memory) {
        return [_coin(pool, 0), _coin(pool, 1)];
    }

    function get_decimals(address pool) external view returns (uint256[2] memory) {
        return [uint256(Coin(_coin(pool, 0)).decimals()), Coin(_coin(pool, 1)).decimals()];
    }

    function get_token(address pool) public view returns (address) {
        return TokenOfPool(pool).token();
    }
}
