// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.24;

import {IGyroECLPPool} from "@balancer-labs/v3-interfaces/contracts/pool-gyro/IGyroECLPPool.sol";
import {GyroEclpPool} from "./GyroEclpPool.sol";
import {GyroPool} from "./GyroPool.sol";
import {CapParams, IPoolVault} from "./Vault.sol";

/// Makes E-CLPs, as Gyroscope's factory does.
contract GyroEclpFactory {
    IPoolVault private immutable vault;

    event PoolCreated(address indexed pool);

    constructor(IPoolVault vault_) {
        vault = vault_;
    }

    function create(
        string memory name,
        string memory symbol,
        address[] memory tokens,
        IGyroECLPPool.EclpParams memory params,
        IGyroECLPPool.DerivedEclpParams memory derived,
        address[] memory rateProviders,
        uint256 swapFee,
        address owner,
        address,
        CapParams memory,
        address
    ) external returns (address) {
        GyroPool.Base memory base =
            GyroPool.Base(name, symbol, vault, tokens, rateProviders, swapFee, owner);
        GyroEclpPool pool = new GyroEclpPool(base, params, derived);
        emit PoolCreated(address(pool));
        return address(pool);
    }
}
