// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Products and quotients of 27 decimals, rounded half up, as github.com/aave/protocol-v2, contracts/protocol/libraries/math.
library RayMath {
    uint256 private constant RAY = 1e27;

    function rayMul(uint256 a, uint256 b) internal pure returns (uint256) {
        return (a * b + RAY / 2) / RAY;
    }

    function rayDiv(uint256 a, uint256 b) internal pure returns (uint256) {
        return (a * RAY + b / 2) / b;
    }
}
