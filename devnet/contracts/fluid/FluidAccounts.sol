// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {FluidInterest} from "./FluidInterest.sol";
import {FluidWords} from "./FluidWords.sol";

/// What users of the Liquidity layer have supplied and borrowed, in the original's storage slots.
/// https://github.com/Instadapp/fluid-contracts-public/blob/a9949b48ba1247d4f478cd0acb40896b5c8bf3f8/contracts/liquidity/userModule/main.sol
abstract contract FluidAccounts {
    using FluidWords for uint256;

    uint256[5] private before;
    mapping(address => uint256) internal exchangePricesAndConfig;
    mapping(address => uint256) internal rateData;
    mapping(address => uint256) internal totalAmounts;
    mapping(address => mapping(address => uint256)) internal userSupplyData;
    mapping(address => mapping(address => uint256)) internal userBorrowData;
    address[] internal listedTokens;
    mapping(address => uint256) internal configs2;

    error FluidLiquidityError(string reason);

    struct Decay {
        uint256 amount;
        uint256 checkpoints;
    }

    /// Returns what the supply changes by, in its own units, and whether it bears interest.
    function _supply(address token, int256 amount, uint256 price) internal returns (int256 raw, bool bears) {
        uint256 word = userSupplyData[msg.sender][token];
        _requireUser(word);
        bears = word & 1 == 1;
        raw = amount;
        if (bears) raw = amount > 0 ? int256((uint256(amount) * 1e12) / price) : -int256(_divUp(uint256(-amount) * 1e12, price));
        uint256 held = word.big(1, 64);
        uint256 limit = FluidInterest.withdrawalBefore(word, held);
        Decay memory decay = _decayed(word);
        bool hadDecay = decay.amount > 0;
        if (raw < 0 && uint256(-raw) > held) revert FluidLiquidityError("underflow");
        held = uint256(int256(held) + raw);
        if (amount < 0) {
            if (held < limit) revert FluidLiquidityError("WithdrawalLimitReached");
            uint256 taken = uint256(-raw) > decay.amount ? decay.amount : uint256(-raw);
            limit = limit > taken ? limit - taken : 0;
            decay.amount -= taken;
        }
        uint256 next = FluidInterest.withdrawalAfter(word, held, limit);
        if (next == 0) decay.amount = 0;
        else if (next != limit && amount > 0) _grow(decay, next, limit == 0 ? word.big(200, 18) : limit);
        else if (next > limit && hadDecay) decay.amount += next - limit;
        _store(token, word, held, next, decay);
    }

    function _store(address token, uint256 word, uint256 held, uint256 limit, Decay memory decay) private {
        uint256 packed = held.packDown(56);
        if (packed == word.field(1, 64)) revert FluidLiquidityError("OperateAmountInsufficient");
        word = word.put(1, 64, packed).put(65, 64, limit.packDown(56)).put(129, 33, block.timestamp);
        if (decay.amount < 10) {
            word = word.put(218, 36, 0);
        } else {
            uint256 left = decay.checkpoints > 1000 ? 1000 : decay.checkpoints == 0 ? 1 : decay.checkpoints;
            word = word.put(218, 26, decay.amount.packDown(18)).put(244, 10, left);
        }
        userSupplyData[msg.sender][token] = word;
    }

    function _decayed(uint256 word) private view returns (Decay memory decay) {
        decay = Decay(word.big(218, 26), word.field(244, 10));
        if (decay.amount == 0) return decay;
        uint256 passed = (block.timestamp * 10) / 36 - (word.field(129, 33) * 10) / 36;
        if (passed >= decay.checkpoints) return Decay(0, 0);
        decay.amount -= (decay.amount * passed) / decay.checkpoints;
        decay.checkpoints -= passed;
    }

    function _grow(Decay memory decay, uint256 next, uint256 from) private pure {
        if (next <= from) {
            (decay.amount, decay.checkpoints) = (0, 0);
            return;
        }
        uint256 added = next - from;
        decay.checkpoints = (decay.checkpoints * decay.amount + 1000 * added) / (decay.amount + added);
        if (decay.checkpoints < 80) decay.checkpoints = 80;
        decay.amount += added;
    }

    function _borrow(address token, int256 amount, uint256 price) internal returns (int256 raw, bool bears) {
        uint256 word = userBorrowData[msg.sender][token];
        _requireUser(word);
        bears = word & 1 == 1;
        raw = amount;
        if (bears) raw = amount > 0 ? int256(_divUp(uint256(amount) * 1e12, price)) : -int256((uint256(-amount) * 1e12) / price);
        uint256 owed = word.big(1, 64);
        uint256 limit = FluidInterest.borrowBefore(word, owed);
        if (raw < 0 && uint256(-raw) > owed) revert FluidLiquidityError("underflow");
        owed = uint256(int256(owed) + raw);
        if (amount > 0 && owed > limit) revert FluidLiquidityError("BorrowLimitReached");
        limit = FluidInterest.borrowAfter(word, owed, limit);
        uint256 packed = owed.packUp(56);
        if (packed == word.field(1, 64)) revert FluidLiquidityError("OperateAmountInsufficient");
        userBorrowData[msg.sender][token] =
            word.put(1, 64, packed).put(65, 64, limit.packDown(56)).put(129, 33, block.timestamp);
    }

    function _requireUser(uint256 word) private pure {
        if (word == 0) revert FluidLiquidityError("UserNotDefined");
        if (word >> 255 == 1) revert FluidLiquidityError("UserPaused");
    }

    function _divUp(uint256 a, uint256 b) private pure returns (uint256) {
        return a / b + (a % b == 0 ? 0 : 1);
    }
}
