// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {GyroPool} from "./GyroPool.sol";
import {GyroTwoClpPool} from "./GyroTwoClpPool.sol";
import {CapParams, IPoolVault, PauseParams} from "./Vault.sol";

/// Makes 2-CLPs, as Gyroscope's factory does.
contract GyroTwoClpFactory {
    IPoolVault private immutable vault;

    event PoolCreated(address indexed pool);

    constructor(IPoolVault vault_) {
        vault = vault_;
    }

    function create(
        string memory name,
        string memory symbol,
        address[] memory tokens,
        uint256[] memory sqrts,
        address[] memory rateProviders,
        uint256 swapFee,
        address owner,
        address,
        CapParams memory,
        address,
        PauseParams memory
    ) external returns (address) {
        GyroPool.Base memory base =
            GyroPool.Base(name, symbol, vault, tokens, rateProviders, swapFee, owner);
        GyroTwoClpPool pool = new GyroTwoClpPool(base, sqrts);
        emit PoolCreated(address(pool));
        return address(pool);
    }
}
