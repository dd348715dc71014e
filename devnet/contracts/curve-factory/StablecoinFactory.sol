// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {MetaFactory} from "../curve-meta/MetaFactory.sol";

/// Own minimal contract with the views of the factory of crvUSD's pools, whose event names the pool.
contract StablecoinFactory is MetaFactory {
    event PlainPoolDeployed(address[4] coins, uint256 A, uint256 fee, address deployer, address pool);

    function _tell(address at, address[4] calldata coins, uint256 a, uint256 fee) internal override {
        emit PlainPoolDeployed(coins, a, fee, msg.sender, at);
    }
}
