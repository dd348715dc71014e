// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.24;

import {IVault} from "@balancer-labs/v3-interfaces/contracts/vault/IVault.sol";
import {IGyroECLPPool} from "@balancer-labs/v3-interfaces/contracts/pool-gyro/IGyroECLPPool.sol";
import {PoolRoleAccounts, TokenConfig} from "@balancer-labs/v3-interfaces/contracts/vault/VaultTypes.sol";
import {BasePoolFactory} from "@balancer-labs/v3-pool-utils/contracts/BasePoolFactory.sol";
import {EclpPool} from "./EclpPool.sol";

/// Makes pools of two tokens and registers them, as Gyroscope's factory does.
contract EclpPoolFactory is BasePoolFactory {
    constructor(IVault vault, uint32 pauseWindow)
        BasePoolFactory(vault, pauseWindow, type(EclpPool).creationCode)
    {}

    function create(
        string memory name,
        string memory symbol,
        TokenConfig[] memory tokens,
        IGyroECLPPool.EclpParams memory params,
        IGyroECLPPool.DerivedEclpParams memory derived,
        PoolRoleAccounts memory roles,
        uint256 swapFee,
        address hooks,
        bool,
        bool,
        bytes32 salt
    ) external returns (address pool) {
        pool = _create(abi.encode(name, symbol, getVault(), params, derived), salt);
        _registerPoolWithVault(pool, tokens, swapFee, false, roles, hooks, getDefaultLiquidityManagement());
    }
}
