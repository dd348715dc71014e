// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {PrepaidV4} from "../../src/PrepaidV4.sol";
import {Token} from "./Tokens.sol";
import {IV4Pools} from "./V4Market.sol";

/// Pays one for one, and calls back once or twice.
contract GenerousManager {
    Token private immutable token;
    bool private immutable twice;

    constructor(Token token_, bool twice_) {
        (token, twice) = (token_, twice_);
    }

    function unlock(bytes calldata data) external returns (bytes memory) {
        PrepaidV4(msg.sender).unlockCallback(data);
        if (twice) PrepaidV4(msg.sender).unlockCallback(data);
        return "";
    }

    function sync(address) external {}

    function settle() external payable returns (uint256) {
        return msg.value;
    }

    function take(address, address to, uint256 amount) external {
        token.mint(to, amount);
    }

    /// `swap`: what is given from the upper half, the same gained in the lower one.
    fallback(bytes calldata input) external returns (bytes memory) {
        int256 given = abi.decode(input[4 + 6 * 32:], (int256));
        return abi.encode((given << 128) | int256(uint256(uint128(uint256(-given)))));
    }
}

/// Calls somebody after it has moved.
contract CallingToken is Token {
    Thief private immutable thief;
    bool private armed;

    constructor(Thief thief_) {
        thief = thief_;
    }

    function arm() external {
        armed = true;
    }

    function _move(address from, address to, uint256 amount) internal override {
        super._move(from, to, amount);
        if (!armed) return;
        armed = false;
        thief.run();
    }
}

/// Settles what others have paid for itself.
contract Thief {
    IV4Pools private immutable manager;
    Token private token;

    constructor(IV4Pools manager_) {
        manager = manager_;
    }

    function steals(Token token_) external {
        token = token_;
    }

    function run() external {
        manager.unlock("");
    }

    function unlockCallback(bytes calldata) external returns (bytes memory) {
        manager.take(address(token), address(this), manager.settle());
        return "";
    }
}
