// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface IConvexToken {
    function totalSupply() external view returns (uint256);
    function balanceOf(address account) external view returns (uint256);
    function approve(address spender, uint256 value) external returns (bool);
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

/// A token that anyone may mint, as all of the devnet's stand-ins.
interface IPlayToken is IConvexToken {
    function mint(address to, uint256 value) external;
}
