// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {InfinityPoolKey, PoolKey} from "../../src/Interfaces.sol";

/// The bytes of steps. src/api/program/encode.ts writes the same.
library Steps {
    uint64 internal constant HALF = 1 << 63;

    function set(uint8 out, uint128 literal) internal pure returns (bytes memory) {
        return abi.encodePacked(uint8(0x01), out, literal);
    }

    function setWide(uint8 out, uint256 literal) internal pure returns (bytes memory) {
        return abi.encodePacked(uint8(0x08), out, literal);
    }

    function atLeastWide(uint8 from, uint256 minimum) internal pure returns (bytes memory) {
        return abi.encodePacked(uint8(0x09), from, minimum);
    }

    function take(uint8 out, uint8 from, uint64 shareX64) internal pure returns (bytes memory) {
        return abi.encodePacked(uint8(0x02), out, from, shareX64);
    }

    function balance(uint8 out, address token) internal pure returns (bytes memory) {
        return abi.encodePacked(uint8(0x03), out, token);
    }

    function gain(uint8 out, address token) internal pure returns (bytes memory) {
        return abi.encodePacked(uint8(0x04), out, token);
    }

    function atLeast(uint8 from, uint128 minimum) internal pure returns (bytes memory) {
        return abi.encodePacked(uint8(0x05), from, minimum);
    }

    function add(uint8 out, uint8 from) internal pure returns (bytes memory) {
        return abi.encodePacked(uint8(0x06), out, from);
    }

    function word(uint8 out, uint8 index) internal pure returns (bytes memory) {
        return abi.encodePacked(uint8(0x07), out, index);
    }

    function pull(uint8 from, address to) internal pure returns (bytes memory) {
        return abi.encodePacked(uint8(0x10), from, to);
    }

    function send(uint8 from, address token, address to) internal pure returns (bytes memory) {
        return abi.encodePacked(uint8(0x11), from, token, to);
    }

    struct Call {
        address target;
        uint8 value;
        uint8 out;
        uint8 outWord;
        bytes approvals;
        bytes splices;
        bytes data;
    }

    function approval(uint8 from, address token) internal pure returns (bytes memory) {
        return abi.encodePacked(from, token);
    }

    function splice(uint8 from, uint16 offset) internal pure returns (bytes memory) {
        return abi.encodePacked(from, offset);
    }

    function call(address target, bytes memory data) internal pure returns (bytes memory) {
        return call(Call(target, 0, 0, 0, "", "", data));
    }

    function call(Call memory c) internal pure returns (bytes memory) {
        return _call(0x12, "", c);
    }

    function callVia(address spender, Call memory c) internal pure returns (bytes memory) {
        return _call(0x13, abi.encodePacked(spender), c);
    }

    function v2(uint8 from, uint8 out, bool zeroForOne, address pair, address to) internal pure returns (bytes memory) {
        return abi.encodePacked(uint8(0x20), from, out, _direction(zeroForOne), uint24(3000), pair, to);
    }

    function v2Measured(uint8 out, bool zeroForOne, address pair, address to, address tokenIn)
        internal
        pure
        returns (bytes memory)
    {
        return abi.encodePacked(uint8(0x21), out, _direction(zeroForOne), uint24(3000), pair, to, tokenIn);
    }

    function v3Pull(uint8 from, uint8 out, bool zeroForOne, address pool, address to)
        internal
        pure
        returns (bytes memory)
    {
        return abi.encodePacked(uint8(0x22), from, out, _direction(zeroForOne), pool, to);
    }

    function v3Pay(uint8 from, uint8 out, bool zeroForOne, address pool, address to, address tokenIn)
        internal
        pure
        returns (bytes memory)
    {
        return abi.encodePacked(uint8(0x23), from, out, _direction(zeroForOne), pool, to, tokenIn);
    }

    function v4Pull(uint8 from, uint8 out, bool zeroForOne, address manager, address to, PoolKey memory key)
        internal
        pure
        returns (bytes memory)
    {
        return bytes.concat(_held(0x24, from, out, zeroForOne, manager, to), _key(key));
    }

    function v4Pay(uint8 from, uint8 out, bool zeroForOne, address manager, address to, PoolKey memory key)
        internal
        pure
        returns (bytes memory)
    {
        return bytes.concat(_held(0x25, from, out, zeroForOne, manager, to), _key(key));
    }

    /// The four that sell to a vault of PancakeSwap Infinity, by their opcode.
    function infinity(
        uint8 op,
        uint8 from,
        uint8 out,
        bool zeroForOne,
        address vault,
        address to,
        InfinityPoolKey memory key
    ) internal pure returns (bytes memory) {
        return bytes.concat(
            _held(op, from, out, zeroForOne, vault, to),
            abi.encodePacked(key.currency0, key.currency1, key.hooks, key.poolManager, key.fee, key.parameters)
        );
    }

    function _held(uint8 op, uint8 from, uint8 out, bool zeroForOne, address holder, address to)
        private
        pure
        returns (bytes memory)
    {
        return abi.encodePacked(op, from, out, _direction(zeroForOne), holder, to);
    }

    function _key(PoolKey memory key) private pure returns (bytes memory) {
        return abi.encodePacked(key.currency0, key.currency1, key.fee, key.tickSpacing, key.hooks);
    }

    function _call(uint8 op, bytes memory spender, Call memory c) private pure returns (bytes memory) {
        bytes memory head = abi.encodePacked(
            op,
            c.target,
            c.value,
            c.out,
            c.outWord,
            uint8(c.approvals.length / 21),
            uint8(c.splices.length / 3),
            uint16(c.data.length)
        );
        return bytes.concat(head, spender, c.approvals, c.splices, c.data);
    }

    function _direction(bool zeroForOne) private pure returns (uint8) {
        return zeroForOne ? 1 : 2;
    }
}
