// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

interface Pendle {
    function transfer(address to, uint256 value) external returns (bool);
}

/// Own minimal contract in place of Pendle's gauge controller: pays each market what it is given by the second, as long as it has some.
contract GaugeController {
    struct Stream {
        uint128 perSecond;
        uint128 since;
    }

    Pendle public immutable pendle;
    mapping(address market => Stream) public streams;

    constructor(Pendle pendle_) {
        pendle = pendle_;
    }

    function setStream(address market, uint128 perSecond) external {
        streams[market] = Stream(perSecond, uint128(block.timestamp));
    }

    function redeemMarketReward() external {
        Stream storage stream = streams[msg.sender];
        uint256 due = uint256(stream.perSecond) * (block.timestamp - stream.since);
        if (due == 0) return;
        stream.since = uint128(block.timestamp);
        pendle.transfer(msg.sender, due);
    }
}
