// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {EkuboMath} from "./EkuboMath.sol";
import {FlashAccounts} from "./FlashAccounts.sol";

struct PoolKey {
    address token0;
    address token1;
    bytes32 config;
}

/// Own minimal contract with the storage, events and maths of Ekubo's Core, for swaps of exact inputs by words of the bitmap. It calls no
/// extension, fees go to nobody, and whoever makes a position pays nothing for it.
/// https://github.com/EkuboProtocol/evm-contracts/blob/v3.0.0/src/Core.sol
/// https://github.com/EkuboProtocol/evm-contracts/blob/v3.0.0/src/libraries/CoreStorageLayout.sol
contract EkuboCore is FlashAccounts {
    uint256 private constant TICKS = 0x435a5eb89a296820174331cf5a3902d9fca683928d56726d8e7acd6efb28c568;
    uint256 private constant BITMAPS = 0x3def450d0010a2fef515ce5eba4b363b5a0f42fdd4c53e1c737975db05a2e3a5;
    int256 private constant PLACE_OFFSET = 89421695;
    uint256 private constant CONCENTRATED = 1 << 31;

    struct Swapping {
        uint256 id;
        uint256 fee;
        /// Of the bitmap; 0 where all liquidity is in one range.
        int256 spacing;
        int256 lower;
        int256 upper;
        bool up;
        uint256 limit;
        uint256 ratio;
        int256 tick;
        uint256 liquidity;
        uint256 left;
        uint256 out;
    }

    event PoolInitialized(bytes32 poolId, PoolKey poolKey, int32 tick, uint96 sqrtRatio);
    event PositionUpdated(
        address locker,
        bytes32 poolId,
        bytes32 positionId,
        int128 liquidityDelta,
        bytes32 balanceUpdate,
        bytes32 stateAfter
    );

    error PoolAlreadyInitialized();
    error PoolNotInitialized();
    error TokensMustBeSorted();
    error SqrtRatioLimitWrongDirection();
    error ExactOutput();

    function initializePool(PoolKey memory key, int32 tick) external returns (uint96 sqrtRatio) {
        if (key.token0 >= key.token1) revert TokensMustBeSorted();
        bytes32 id = keccak256(abi.encode(key));
        if (_load(uint256(id)) != 0) revert PoolAlreadyInitialized();
        sqrtRatio = uint96(EkuboMath.ratioAt(tick));
        _store(uint256(id), _packed(sqrtRatio, tick, 0));
        emit PoolInitialized(id, key, tick, sqrtRatio);
    }

    /// Of the devnet alone: changes a position without payment. Of a pool of one range the ticks are its own.
    function provide(PoolKey memory key, int32 lower, int32 upper, int128 delta) external {
        Swapping memory s = _begun(key);
        if (s.spacing == 0) {
            (lower, upper) = (int32(s.lower), int32(s.upper));
        } else {
            _flip(s, lower, delta, delta);
            _flip(s, upper, delta, -delta);
        }
        if (s.spacing == 0 || (s.tick >= lower && s.tick < upper)) {
            s.liquidity = uint256(int256(s.liquidity) + delta);
        }
        uint256 word = _packed(s.ratio, s.tick, s.liquidity);
        _store(s.id, word);
        bytes32 position = bytes32((uint256(uint32(lower)) << 32) | uint32(upper));
        emit PositionUpdated(msg.sender, bytes32(s.id), position, delta, 0, bytes32(word));
    }

    function swap_6269342730() external payable {
        (PoolKey memory key, uint256 params) = abi.decode(msg.data[4:], (PoolKey, uint256));
        _requireLocker();
        Swapping memory s = _begun(key);
        int128 amount = int128(uint128(params >> 32));
        if (amount < 0) revert ExactOutput();
        (s.up, s.limit, s.left) = ((params >> 31) & 1 == 1, params >> 160, uint128(amount));
        if (s.left != 0 && s.ratio != s.limit) {
            if (s.limit < s.ratio == s.up) revert SqrtRatioLimitWrongDirection();
            while (s.left != 0 && s.ratio != s.limit) _step(s);
            _store(s.id, _packed(s.ratio, s.tick, s.liquidity));
        }
        int256 given = int256(uint256(uint128(amount))) - int256(s.left);
        int256 got = -int256(s.out);
        (int256 delta0, int256 delta1) = s.up ? (got, given) : (given, got);
        _owe(key.token0, delta0);
        _owe(key.token1, delta1);
        if (msg.value != 0) _owe(address(0), -int256(msg.value));
        bytes32 update = bytes32((uint256(delta0) << 128) | uint128(uint256(delta1)));
        bytes32 word = bytes32(_load(s.id));
        bytes memory told = abi.encodePacked(msg.sender, s.id, update, word);
        assembly ("memory-safe") {
            log0(add(told, 32), mload(told))
            mstore(0, update)
            mstore(32, word)
            return(0, 64)
        }
    }

    function sload() external view {
        bytes memory words = new bytes(msg.data.length - 4);
        for (uint256 i = 0; i + 4 < msg.data.length; i += 32) {
            uint256 word = _load(uint256(bytes32(msg.data[i + 4:i + 36])));
            assembly ("memory-safe") {
                mstore(add(add(words, 32), i), word)
            }
        }
        assembly ("memory-safe") {
            return(add(words, 32), mload(words))
        }
    }

    function _begun(PoolKey memory key) private view returns (Swapping memory s) {
        s.id = uint256(keccak256(abi.encode(key)));
        uint256 word = _load(s.id);
        if (word == 0) revert PoolNotInitialized();
        (s.ratio, s.tick, s.liquidity) = (word >> 160, int32(uint32(word >> 128)), uint128(word));
        uint256 config = uint256(key.config);
        s.fee = uint64(config >> 32);
        if (config & CONCENTRATED != 0) {
            s.spacing = int256(config & (CONCENTRATED - 1));
            return s;
        }
        int256 width = EkuboMath.MAX_TICK >> ((config >> 24) & 127);
        int256 center = int256(int24(uint24(config))) * 16;
        s.lower = center - width < -EkuboMath.MAX_TICK ? -EkuboMath.MAX_TICK : center - width;
        s.upper = center + width > EkuboMath.MAX_TICK ? EkuboMath.MAX_TICK : center + width;
    }

    function _step(Swapping memory s) private view {
        (int256 stop, bool isInitialised, uint256 liquidity) = _next(s);
        uint256 stopRatio = EkuboMath.ratioAt(stop);
        bool isLimited = s.up ? s.limit < stopRatio : s.limit > stopRatio;
        uint256 end = isLimited ? s.limit : stopRatio;
        uint256 before = s.ratio;
        if (liquidity != 0) end = _trade(s, liquidity, end);
        s.ratio = end;
        if (end == stopRatio) {
            s.tick = s.up ? stop : stop - 1;
            if (!isInitialised) return;
            int256 net = int128(uint128(_load(_tickSlot(s.id, stop))));
            s.liquidity = uint256(int256(s.liquidity) + (s.up ? net : -net));
        } else if (end != before) {
            s.tick = EkuboMath.tickAt(end);
        }
    }

    /// Trades towards a price, as far as what is left goes; tells how far that is.
    function _trade(Swapping memory s, uint256 liquidity, uint256 end) private pure returns (uint256 next) {
        uint256 kept = s.left - EkuboMath.feeOf(s.left, s.fee);
        next = s.up ? EkuboMath.after1(s.ratio, liquidity, kept) : EkuboMath.after0(s.ratio, liquidity, kept);
        if (s.up ? next > end : next < end) {
            uint256 taken = s.up
                ? EkuboMath.amount1(end, s.ratio, liquidity, true)
                : EkuboMath.amount0(end, s.ratio, liquidity, true);
            s.left -= EkuboMath.beforeFee(taken, s.fee);
            next = end;
        } else {
            s.left = 0;
        }
        s.out += s.up
            ? EkuboMath.amount0(next, s.ratio, liquidity, false)
            : EkuboMath.amount1(next, s.ratio, liquidity, false);
    }

    /// Where the next step ends, and what liquidity it goes through.
    function _next(Swapping memory s) private view returns (int256 tick, bool isInitialised, uint256 liquidity) {
        if (s.spacing == 0) {
            bool isInside = s.tick >= s.lower && s.tick < s.upper;
            liquidity = isInside ? s.liquidity : 0;
            if (s.up) tick = s.tick < s.lower ? s.lower : s.tick < s.upper ? s.upper : EkuboMath.MAX_TICK;
            else tick = s.tick >= s.upper ? s.upper : s.tick >= s.lower ? s.lower : -EkuboMath.MAX_TICK;
            return (tick, false, liquidity);
        }
        liquidity = s.liquidity;
        int256 place = _place(s.tick, s.spacing) + (s.up ? int256(1) : int256(0));
        int256 end = s.up ? place | 255 : place & ~int256(255);
        uint256 bits = _load(_wordSlot(s.id, place));
        uint256 at = uint256(place & 255);
        bits = s.up ? bits >> at : bits << (255 - at);
        isInitialised = bits != 0;
        if (!isInitialised) place = end;
        else if (s.up) place += int256(Math.log2(bits & (~bits + 1)));
        else place -= int256(255 - Math.log2(bits));
        tick = (place - PLACE_OFFSET) * s.spacing;
        if (isInitialised) return (tick, true, liquidity);
        if (tick > EkuboMath.MAX_TICK) tick = EkuboMath.MAX_TICK;
        if (tick < -EkuboMath.MAX_TICK) tick = -EkuboMath.MAX_TICK;
    }

    /// Changes a tick's liquidity, and its bit where that begins or ends.
    function _flip(Swapping memory s, int256 tick, int256 gross, int256 net) private {
        uint256 slot = _tickSlot(s.id, tick);
        uint256 word = _load(slot);
        uint256 next = uint256(int256(word >> 128) + gross);
        _store(slot, (next << 128) | uint128(int128(int128(uint128(word)) + net)));
        if ((word >> 128 == 0) == (next == 0)) return;
        int256 place = _place(tick, s.spacing);
        uint256 bitmap = _wordSlot(s.id, place);
        _store(bitmap, _load(bitmap) ^ (1 << uint256(place & 255)));
    }

    function _place(int256 tick, int256 spacing) private pure returns (int256) {
        return tick / spacing - (tick % spacing < 0 ? int256(1) : int256(0)) + PLACE_OFFSET;
    }

    function _tickSlot(uint256 id, int256 tick) private pure returns (uint256 slot) {
        unchecked {
            slot = id + TICKS + uint256(tick);
        }
    }

    function _wordSlot(uint256 id, int256 place) private pure returns (uint256 slot) {
        unchecked {
            slot = id + BITMAPS + uint256(place >> 8);
        }
    }

    function _packed(uint256 ratio, int256 tick, uint256 liquidity) private pure returns (uint256) {
        return (ratio << 160) | (uint256(uint32(int32(tick))) << 128) | liquidity;
    }

    function _load(uint256 slot) private view returns (uint256 word) {
        assembly ("memory-safe") {
            word := sload(slot)
        }
    }

    function _store(uint256 slot, uint256 word) private {
        assembly ("memory-safe") {
            sstore(slot, word)
        }
    }
}
