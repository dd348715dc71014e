// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface IBgt {
    function mint(address to, uint256 value) external;
    function approve(address spender, uint256 value) external returns (bool);
    function allowance(address owner, address spender) external view returns (uint256);
}

interface IVault {
    function notifyRewardAmount(bytes calldata pubkey, uint256 reward) external;
}

/// Own minimal contract in place of Berachain's Distributor: holds the rewards of all vaults, and lets anyone add to them.
contract Distributor {
    IBgt private immutable bgt;

    constructor(address bgt_) {
        bgt = IBgt(bgt_);
    }

    function distribute(address vault, uint256 reward) external {
        bgt.mint(address(this), reward);
        bgt.approve(vault, bgt.allowance(address(this), vault) + reward);
        IVault(vault).notifyRewardAmount("", reward);
    }
}
