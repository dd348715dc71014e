// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {IConvexToken} from "./ConvexToken.sol";

/// Own minimal contract with the ABI of Aura's L2Coordinator, which pays AURA that came by a bridge for BAL that was farmed. Anyone may book both.
/// https://github.com/aurafinance/aura-contracts/blob/a5d63932a5/contracts/sidechain/L2Coordinator.sol
contract AuraCoordinator {
    address public immutable booster;
    address public immutable auraOFT;

    uint256 public accBalRewards;
    uint256 public accAuraRewards;

    constructor(address booster_, address auraOFT_) {
        booster = booster_;
        auraOFT = auraOFT_;
    }

    function mintRate() public view returns (uint256) {
        if (accBalRewards == 0) return 0;
        return (accAuraRewards * 1e18) / accBalRewards;
    }

    function mint(address to, uint256 amount) external {
        require(msg.sender == booster, "!booster");
        uint256 rate = mintRate();
        require(rate > 0, "!mintRate");
        uint256 minted = (amount * rate) / 1e18;
        accBalRewards -= amount;
        accAuraRewards -= minted;
        require(IConvexToken(auraOFT).transfer(to, minted));
    }

    /// Stands for what earmarked rewards and messages from Ethereum book.
    function book(uint256 bal, uint256 aura) external {
        accBalRewards += bal;
        accAuraRewards += aura;
    }
}
