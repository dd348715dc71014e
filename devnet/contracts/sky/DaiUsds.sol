// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface IToken {
    function decimals() external view returns (uint8);
    function approve(address spender, uint256 amount) external returns (bool);
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// Our own stand-in for Sky's converter, with its functions and events. The original burns one token and mints the other; the
/// devnet's tokens know no such right, so this pays out of what it holds.
contract DaiUsds {
    IToken public immutable dai;
    IToken public immutable usds;

    event DaiToUsds(address indexed caller, address indexed usr, uint256 wad);
    event UsdsToDai(address indexed caller, address indexed usr, uint256 wad);

    constructor(IToken dai_, IToken usds_) {
        (dai, usds) = (dai_, usds_);
    }

    function daiToUsds(address usr, uint256 wad) external {
        _convert(dai, usds, usr, wad);
        emit DaiToUsds(msg.sender, usr, wad);
    }

    function usdsToDai(address usr, uint256 wad) external {
        _convert(usds, dai, usr, wad);
        emit UsdsToDai(msg.sender, usr, wad);
    }

    function _convert(IToken from, IToken to, address usr, uint256 wad) private {
        require(from.transferFrom(msg.sender, address(this), wad), "not taken");
        require(to.transfer(usr, wad), "not paid");
    }
}
