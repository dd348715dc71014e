// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {IConvexToken} from "./ConvexToken.sol";

interface IGauge {
    function deposit(uint256 value) external;
    function withdraw(uint256 value) external;
    function balanceOf(address account) external view returns (uint256);
}

/// Own minimal contract with the ABI of Convex's VoterProxy, as far as the Booster stakes by it in Curve's gauges.
/// https://github.com/convex-eth/platform/blob/4f22038387/contracts/contracts/VoterProxy.sol
contract ConvexVoterProxy {
    address public immutable operator;

    constructor(address operator_) {
        operator = operator_;
    }

    modifier onlyOperator() {
        require(msg.sender == operator, "!auth");
        _;
    }

    function deposit(address token, address gauge) external onlyOperator returns (bool) {
        uint256 balance = IConvexToken(token).balanceOf(address(this));
        if (balance > 0) {
            IConvexToken(token).approve(gauge, balance);
            IGauge(gauge).deposit(balance);
        }
        return true;
    }

    function withdraw(address token, address gauge, uint256 amount) public onlyOperator returns (bool) {
        uint256 balance = IConvexToken(token).balanceOf(address(this));
        if (balance < amount) IGauge(gauge).withdraw(amount - balance);
        require(IConvexToken(token).transfer(msg.sender, amount));
        return true;
    }

    function withdrawAll(address token, address gauge) external returns (bool) {
        uint256 held = IConvexToken(token).balanceOf(address(this));
        return withdraw(token, gauge, IGauge(gauge).balanceOf(address(this)) + held);
    }
}
