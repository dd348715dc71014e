// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {StandardToken} from "../StandardToken.sol";

/// Our own stand-in for Renzo's manager, and for what may pause it: supply over the value of all. Anyone reports.
contract RestakeManager {
    uint256 private constant TOKENS = 2;

    StandardToken private immutable ezEth;
    RestakeManager public immutable riskOracleMiddleware;
    bool public paused;
    bool public depositPaused;
    /// Of each operator, by token; ether is the last.
    uint256[TOKENS][] private restaked;
    uint256 private queued;

    constructor(StandardToken ezEth_, RestakeManager middleware) {
        (ezEth, riskOracleMiddleware) = (ezEth_, middleware);
    }

    function report(uint256[TOKENS][] calldata restaked_, bool paused_, bool depositPaused_) external {
        (restaked, paused, depositPaused) = (restaked_, paused_, depositPaused_);
        queued = 0;
    }

    function calculateTVLs() public view returns (uint256[][] memory ofTokens, uint256[] memory ofAll, uint256 total) {
        ofTokens = new uint256[][](restaked.length);
        ofAll = new uint256[](restaked.length);
        for (uint256 i = 0; i < restaked.length; i++) {
            ofTokens[i] = new uint256[](TOKENS);
            for (uint256 j = 0; j < TOKENS; j++) {
                ofTokens[i][j] = restaked[i][j];
                ofAll[i] += restaked[i][j];
            }
            total += ofAll[i];
        }
        total += queued;
    }

    function depositETH() external payable {
        require(!paused && !riskOracleMiddleware.depositPaused(), "ContractPaused");
        (,, uint256 total) = calculateTVLs();
        queued += msg.value;
        uint256 supply = ezEth.totalSupply();
        uint256 minted = total == 0 || supply == 0 ? msg.value : (supply * msg.value) / total;
        require(minted != 0, "InvalidTokenAmount");
        ezEth.mint(msg.sender, minted);
    }
}
