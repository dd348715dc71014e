// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {RewardVault} from "./RewardVault.sol";

/// Own minimal contract with the ABI of Berachain's RewardVaultFactory; its vaults are contracts of their own instead of beacon proxies.
/// https://github.com/berachain/contracts/blob/8d7a834ad1/src/pol/rewards/RewardVaultFactory.sol
contract RewardVaultFactory {
    address public immutable owner;
    address public immutable bgt;
    address public immutable distributor;

    mapping(address => address) public getVault;
    address[] public allVaults;

    event VaultCreated(address indexed stakingToken, address indexed vault);

    constructor(address owner_, address bgt_, address distributor_) {
        owner = owner_;
        bgt = bgt_;
        distributor = distributor_;
    }

    function allVaultsLength() external view returns (uint256) {
        return allVaults.length;
    }

    function createRewardVault(address stakingToken) external returns (address vault) {
        vault = getVault[stakingToken];
        if (vault != address(0)) return vault;
        bytes32 salt = keccak256(abi.encode(stakingToken));
        vault = address(new RewardVault{salt: salt}(stakingToken, bgt, distributor));
        getVault[stakingToken] = vault;
        allVaults.push(vault);
        emit VaultCreated(stakingToken, vault);
    }
}
