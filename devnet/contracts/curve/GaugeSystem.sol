// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Own minimal contract that stands for all that Balancer's LiquidityGaugeV5 asks besides tokens: minter, token admin, controller, boosts
/// and the adaptor that acts for governance. There is no inflation and nobody votes.
contract GaugeSystem {
    address private immutable operator;
    address private immutable governanceToken;

    error Forbidden();
    error CallFailed();

    constructor(address operator_, address governanceToken_) {
        operator = operator_;
        governanceToken = governanceToken_;
    }

    /// Makes a call in the name of governance.
    function act(address target, bytes calldata data) external {
        if (msg.sender != operator) revert Forbidden();
        (bool ok,) = target.call(data);
        if (!ok) revert CallFailed();
    }

    function getBalancerToken() external view returns (address) {
        return governanceToken;
    }

    function getBalancerTokenAdmin() external view returns (address) {
        return address(this);
    }

    function getGaugeController() external view returns (address) {
        return address(this);
    }

    function getVotingEscrow() external view returns (address) {
        return address(this);
    }

    function voting_escrow() external view returns (address) {
        return address(this);
    }

    function getVault() external view returns (address) {
        return address(this);
    }

    function rate() external pure returns (uint256) {
        return 0;
    }

    function getInflationRate() external pure returns (uint256) {
        return 0;
    }

    function future_epoch_time_write() external view returns (uint256) {
        return block.timestamp + 365 days;
    }

    function getFutureEpochTimeWrite() external view returns (uint256) {
        return block.timestamp + 365 days;
    }

    function futureEpochTimeWrite() external view returns (uint256) {
        return block.timestamp + 365 days;
    }

    function checkpoint_gauge(address) external {}

    function gauge_relative_weight(address, uint256) external pure returns (uint256) {
        return 0;
    }

    function adjusted_balance_of(address) external pure returns (uint256) {
        return 0;
    }

    function adjustedBalanceOf(address) external pure returns (uint256) {
        return 0;
    }

    function totalSupply() external pure returns (uint256) {
        return 0;
    }

    function totalSupply(uint256) external pure returns (uint256) {
        return 0;
    }

    function balanceOf(address) external pure returns (uint256) {
        return 0;
    }
}
