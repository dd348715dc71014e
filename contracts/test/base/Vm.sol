// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// The cheat codes of forge that these tests use. https://getfoundry.sh/reference/cheatcodes/overview
interface Vm {
    function prank(address sender) external;
    function prank(address sender, address origin) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function deal(address account, uint256 amount) external;
    function warp(uint256 timestamp) external;
    function expectRevert() external;
    function expectRevert(bytes calldata reason) external;
    function expectPartialRevert(bytes4 selector) external;
    function assume(bool condition) external;
    function addr(uint256 key) external returns (address);
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
    function envOr(string calldata name, bytes calldata fallbackValue) external returns (bytes memory);
    function readFile(string calldata path) external view returns (string memory);
    function parseJsonBytes(string calldata json, string calldata key) external pure returns (bytes memory);
    function etch(address account, bytes calldata code) external;
    function load(address account, bytes32 slot) external returns (bytes32);
    function record() external;
    function accesses(address target) external returns (bytes32[] memory reads, bytes32[] memory writes);
}
