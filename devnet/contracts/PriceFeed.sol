// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Our own stand-in for the proxy of a Chainlink feed: the same views, with answers that anybody may set. While it works its last answer is
/// given again whenever the heartbeat passes.
contract PriceFeed {
    uint8 public constant decimals = 8;
    string public description;
    uint256 public immutable heartbeat;

    int256 private answer;
    /// When the answer was set.
    uint256 private since;
    uint80 private roundId;
    bool private stopped;

    constructor(string memory description_, uint256 heartbeat_, int256 answer_) {
        description = description_;
        heartbeat = heartbeat_;
        setAnswer(answer_);
    }

    /// Answers so from now on.
    function setAnswer(int256 answer_) public {
        _set(answer_, block.timestamp);
        stopped = false;
    }

    /// Has answered so at a time and nothing since.
    function stopAt(int256 answer_, uint256 updatedAt) external {
        _set(answer_, updatedAt);
        stopped = true;
    }

    function latestRoundData()
        external
        view
        returns (uint80, int256, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)
    {
        updatedAt = since;
        if (!stopped) updatedAt += (block.timestamp - since) / heartbeat * heartbeat;
        return (roundId, answer, updatedAt, updatedAt, roundId);
    }

    function _set(int256 answer_, uint256 updatedAt) private {
        answer = answer_;
        since = updatedAt;
        roundId++;
    }
}
