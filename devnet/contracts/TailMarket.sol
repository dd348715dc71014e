// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {TailToken} from "./TailToken.sol";

interface IWrappedNative {
    function deposit() external payable;
    function transfer(address to, uint256 value) external returns (bool);
}

interface IV2Factory {
    function createPair(address tokenA, address tokenB) external returns (address);
}

interface IV2Pair {
    function mint(address to) external returns (uint256);
}

/// Makes clones of one token (ERC-1167), each with a pair of a Uniswap V2 factory against the wrapped native token.
contract TailMarket {
    struct Lot {
        uint16 number;
        uint8 decimals;
        /// What the pair gets of the new token and of the wrapped native token, smallest units.
        uint256 amount;
        uint256 amountNative;
    }

    address private immutable implementation;
    IV2Factory private immutable factory;
    IWrappedNative private immutable wrappedNative;

    error NotCreated(uint256 salt);

    constructor(address implementation_, IV2Factory factory_, IWrappedNative wrappedNative_) {
        implementation = implementation_;
        factory = factory_;
        wrappedNative = wrappedNative_;
    }

    /// Wraps what it is worth out of its own balance. The salt of a token's address is its number. `holder` gets the liquidity
    /// and ten times the pair's amount of each token.
    function open(address holder, Lot[] calldata lots) external {
        for (uint256 i = 0; i < lots.length; i++) {
            Lot calldata lot = lots[i];
            TailToken token = _clone(lot.number);
            token.start(lot.number, lot.decimals);
            address pair = factory.createPair(address(token), address(wrappedNative));
            token.mint(pair, lot.amount);
            token.mint(holder, 10 * lot.amount);
            wrappedNative.deposit{value: lot.amountNative}();
            wrappedNative.transfer(pair, lot.amountNative);
            IV2Pair(pair).mint(holder);
        }
    }

    function _clone(uint256 salt) private returns (TailToken clone) {
        bytes memory code = abi.encodePacked(
            hex"3d602d80600a3d3981f3363d3d373d3d3d363d73", implementation, hex"5af43d82803e903d91602b57fd5bf3"
        );
        assembly ("memory-safe") {
            clone := create2(0, add(code, 32), mload(code), salt)
        }
        if (address(clone) == address(0)) revert NotCreated(salt);
    }
}
