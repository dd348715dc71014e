// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Reads the state of many contracts in one eth_call; never deployed, a state override puts it in place. What it returns is no ABI
/// encoding but words one after the other, as `src/seed/lens.ts` splits them. A contract that reverts, burns the gas it is given or
/// returns a bomb takes nothing from the others.
contract Lens {
    /// The first word that `selector(i)` returns, for each i of [from, to); 0 where it fails.
    function range(address target, bytes4 selector, uint256 from, uint256 to, uint256 gasEach) external view {
        uint256 out = start();
        for (uint256 i = from; i < to; i++) {
            ask(target, abi.encodePacked(selector, i), gasEach);
            out = copy(out, 1);
        }
        done(out);
    }

    /// Each of `calls` to each of `targets`: for a target a word with a bit for each call that returned all of its `words`, from the
    /// lowest, and the words; zeros where it did not.
    function product(address[] calldata targets, bytes[] calldata calls, uint256[] calldata words, uint256 gasEach)
        external
        view
    {
        uint256 out = start();
        for (uint256 t = 0; t < targets.length; t++) {
            uint256 head = out;
            uint256 told = 0;
            out += 32;
            for (uint256 c = 0; c < calls.length; c++) {
                if (ask(targets[t], calls[c], gasEach) && size() >= words[c] * 32) told |= 1 << c;
                out = copy(out, words[c]);
            }
            put(head, told);
        }
        done(out);
    }

    /// Each of `calls` to the target in its place: a word with the number of bytes that it returned and one more, 0 where it failed, and
    /// the first `words` of them.
    function list(address[] calldata targets, bytes[] calldata calls, uint256 words, uint256 gasEach) external view {
        uint256 out = start();
        for (uint256 i = 0; i < targets.length; i++) {
            put(out, ask(targets[i], calls[i], gasEach) ? size() + 1 : 0);
            out = copy(out + 32, words);
        }
        done(out);
    }

    /// The initialised ticks of concentrated-liquidity pools: all words of their bitmaps, of the first one from `first` on. First a word
    /// that tells where to go on: the place of a pool, all of them when everything was read, above the lowest 32 bits, which are a word
    /// of its bitmap; it stops when less than `reserve` gas is left. Then for each tick one word with the place of its pool above the
    /// tick, likewise, and one with its gross liquidity above its net.
    function ticks(address[] calldata pools, int256[] calldata spacings, int256 first, uint256 reserve) external view {
        uint256 out = start() + 32;
        int256 word = first;
        uint256 p = 0;
        for (; p < pools.length; p++) {
            int256 last = lastWord(spacings[p]);
            if (p != 0) word = -last - 1;
            (word, out) = walk(Walk(pools[p], 0, spacings[p], p, reserve, false), word, last, out);
            if (word <= last) break;
        }
        put(start(), tagged(p, word));
        done(out);
    }

    /// The same of pools of one contract, which keeps their states in the mapping at a slot, as a manager of Uniswap V4 does; at the highest
    /// slot, of Ekubo's Core, whose words are counted from the one that holds tick 0.
    function managedTicks(
        address manager,
        uint256 mappingSlot,
        bytes32[] calldata pools,
        int256[] calldata spacings,
        int256 first,
        uint256 reserve
    ) external view {
        uint256 out = start() + 32;
        int256 word = first;
        uint256 p = 0;
        bool isCore = mappingSlot == type(uint256).max;
        for (; p < pools.length; p++) {
            int256 last = isCore ? lastCoreWord(spacings[p]) : lastWord(spacings[p]);
            if (p != 0) word = -last - 1;
            // https://unpkg.com/@uniswap/v4-core@1.0.2/src/libraries/StateLibrary.sol
            uint256 state = isCore ? uint256(pools[p]) : slotOf(uint256(pools[p]), mappingSlot);
            (word, out) = walk(Walk(manager, state, spacings[p], p, reserve, isCore), word, last, out);
            if (word <= last) break;
        }
        put(start(), tagged(p, word));
        done(out);
    }

    /// The bins of a Liquidity Book pair, or of the pool of an id in a contract with many, that hold something, from the one below `above`
    /// down. First a word with the bin to go on below, 0 when all were read: it stops when less than `reserve` gas is left. Then for each bin
    /// a word with its id, and one with each reserve.
    function bins(address pair, bytes32 pool, uint256 above, uint256 reserve) external view {
        uint256 out = start() + 32;
        uint256 id = above;
        while (true) {
            if (gasleft() < reserve) break;
            // Above the highest one there is none: the pair says 2^24 - 1, or 0 below the lowest.
            ask(pair, nextBin(pool, id), gasleft());
            uint256 next = first32();
            if (next == 0 || next >= id) {
                id = 0;
                break;
            }
            id = next;
            put(out, id);
            ask(pair, binAt(pool, id), gasleft());
            out = copy(out + 32, 2);
        }
        put(start(), id);
        done(out);
    }

    function nextBin(bytes32 pool, uint256 id) private pure returns (bytes memory) {
        if (pool == 0) return abi.encodeWithSignature("getNextNonEmptyBin(bool,uint24)", true, id);
        return abi.encodeWithSignature("getNextNonEmptyBin(bytes32,bool,uint24)", pool, true, id);
    }

    function binAt(bytes32 pool, uint256 id) private pure returns (bytes memory) {
        if (pool == 0) return abi.encodeWithSignature("getBin(uint24)", id);
        return abi.encodeWithSignature("getBin(bytes32,uint24)", pool, id);
    }

    /// The contracts that `selector(token, partner, key)` of a factory names, for each of `tokens`, each of `partners` and each of `keys`:
    /// first a word with their number, then for each one word with its place in that order, and one with its address. A view that takes two
    /// tokens alone leaves the key unread.
    function pairs(
        address factory,
        bytes4 selector,
        address[] calldata tokens,
        address[] calldata partners,
        uint256[] calldata keys
    ) external view {
        search(Holder(factory, selector, 0), tokens, partners, keys);
    }

    /// The same of pools without hooks of a Uniswap V4 manager, which keeps their states in the mapping at a slot, with their ids; a key is
    /// a fee above the lowest 24 bits, which are the tick spacing.
    function managedPairs(
        address manager,
        uint256 mappingSlot,
        address[] calldata tokens,
        address[] calldata partners,
        uint256[] calldata keys
    ) external view {
        search(Holder(manager, 0, mappingSlot), tokens, partners, keys);
    }

    /// Who tells of pools: a factory by a view, or a manager, without one, by its storage.
    struct Holder {
        address target;
        bytes4 selector;
        uint256 mappingSlot;
    }

    function search(
        Holder memory holder,
        address[] calldata tokens,
        address[] calldata partners,
        uint256[] calldata keys
    ) private view {
        uint256 out = start() + 32;
        uint256 place = 0;
        for (uint256 t = 0; t < tokens.length; t++) {
            for (uint256 p = 0; p < partners.length; p++) {
                for (uint256 k = 0; k < keys.length; k++) {
                    uint256 found = held(holder, tokens[t], partners[p], keys[k]);
                    if (found != 0) {
                        put(out, place);
                        put(out + 32, found);
                        out += 64;
                    }
                    place++;
                }
            }
        }
        put(start(), (out - start()) / 64);
        done(out);
    }

    /// The address or id of a pool, 0 where there is none.
    function held(Holder memory holder, address token, address partner, uint256 key) private view returns (uint256) {
        if (holder.selector != 0) return named(holder.target, holder.selector, token, partner, key);
        uint256 id = idOf(token, partner, key);
        return load(holder.target, slotOf(id, holder.mappingSlot)) == 0 ? 0 : id;
    }

    /// What a factory names, 0 where it names nothing. In a place of its own, as millions of them are asked for.
    function named(address factory, bytes4 selector, address token, address partner, uint256 key)
        private
        view
        returns (uint256 found)
    {
        assembly ("memory-safe") {
            let at := 0x1ff00
            mstore(at, selector)
            mstore(add(at, 4), token)
            mstore(add(at, 36), partner)
            mstore(add(at, 68), key)
            if staticcall(100000, factory, at, 100, at, 32) {
                if gt(returndatasize(), 31) { found := mload(at) }
            }
        }
    }

    // https://unpkg.com/@uniswap/v4-core@1.0.2/src/types/PoolId.sol and PoolKey.sol
    function idOf(address token, address partner, uint256 key) private pure returns (uint256 id) {
        (address currency0, address currency1) = token < partner ? (token, partner) : (partner, token);
        assembly ("memory-safe") {
            let at := 0x1ff00
            mstore(at, currency0)
            mstore(add(at, 32), currency1)
            mstore(add(at, 64), shr(24, key))
            mstore(add(at, 96), and(key, 0xffffff))
            mstore(add(at, 128), 0)
            id := keccak256(at, 160)
        }
    }

    int256 private constant HIGHEST_TICK = 887272;

    // https://github.com/EkuboProtocol/evm-contracts/blob/v3.0.0/src/libraries/CoreStorageLayout.sol and math/tickBitmap.sol
    int256 private constant HIGHEST_CORE_TICK = 88722835;
    uint256 private constant CORE_TICKS = 0x435a5eb89a296820174331cf5a3902d9fca683928d56726d8e7acd6efb28c568;
    uint256 private constant CORE_BITMAPS = 0x3def450d0010a2fef515ce5eba4b363b5a0f42fdd4c53e1c737975db05a2e3a5;
    /// The word that holds tick 0, and its place there.
    uint256 private constant ZERO_WORD = 349303;
    int256 private constant ZERO_PLACE = 127;

    struct Walk {
        address target;
        /// Slot of the pool's state in its manager; 0 for a contract of its own.
        uint256 state;
        int256 spacing;
        uint256 place;
        uint256 reserve;
        /// Whether it is one of Ekubo's Core, and `state` its id.
        bool isCore;
    }

    /// Writes the ticks of some words of a bitmap, as far as the gas goes; tells the word to go on with.
    function walk(Walk memory pool, int256 first, int256 last, uint256 out) private view returns (int256, uint256) {
        int256 word = first;
        for (; word <= last; word++) {
            if (gasleft() < pool.reserve) break;
            uint256 bits = bitmapOf(pool, word);
            uint256 before = out;
            for (; bits != 0; bits &= bits - 1) {
                if (gasleft() < pool.reserve) break;
                int256 place = word * 256 + int256(lowest(bits));
                int256 tick = (pool.isCore ? place - ZERO_PLACE : place) * pool.spacing;
                put(out, tagged(pool.place, tick));
                put(out + 32, liquidityAt(pool, tick));
                out += 64;
            }
            // A word that was not read to its end is read again.
            if (bits != 0) {
                out = before;
                break;
            }
        }
        return (word, out);
    }

    function bitmapOf(Walk memory pool, int256 word) private view returns (uint256) {
        if (pool.isCore) return loadCore(pool.target, pool.state, CORE_BITMAPS + ZERO_WORD, word);
        if (pool.state != 0) return load(pool.target, slotOf(uint256(word), pool.state + 5));
        // Algebra has it by another name.
        if (!ask(pool.target, abi.encodeWithSignature("tickBitmap(int16)", word), gasleft())) {
            ask(pool.target, abi.encodeWithSignature("tickTable(int16)", word), gasleft());
        }
        return first32();
    }

    function liquidityAt(Walk memory pool, int256 tick) private view returns (uint256) {
        if (pool.isCore) return loadCore(pool.target, pool.state, CORE_TICKS, tick);
        if (pool.state != 0) {
            uint256 packed = load(pool.target, slotOf(uint256(tick), pool.state + 4));
            return (packed << 128) | (packed >> 128);
        }
        ask(pool.target, abi.encodeWithSignature("ticks(int24)", tick), gasleft());
        (uint256 gross, uint256 net) = first64();
        return (gross << 128) | (net & type(uint128).max);
    }

    /// A slot of a V4 manager.
    function load(address manager, uint256 slot) private view returns (uint256) {
        ask(manager, abi.encodeWithSignature("extsload(bytes32)", slot), gasleft());
        return first32();
    }

    /// A slot of Ekubo's Core.
    function loadCore(address core, uint256 id, uint256 offset, int256 place) private view returns (uint256) {
        unchecked {
            ask(core, abi.encodeWithSignature("sload()", id + offset + uint256(place)), gasleft());
        }
        return first32();
    }

    /// Slot of a key's value in a mapping.
    function slotOf(uint256 key, uint256 mappingSlot) private pure returns (uint256 slot) {
        assembly ("memory-safe") {
            mstore(0, key)
            mstore(32, mappingSlot)
            slot := keccak256(0, 64)
        }
    }

    /// The last word of a bitmap in which a tick may be.
    function lastWord(int256 spacing) private pure returns (int256) {
        return HIGHEST_TICK / spacing / 256;
    }

    function lastCoreWord(int256 spacing) private pure returns (int256) {
        return (HIGHEST_CORE_TICK / spacing + ZERO_PLACE) / 256;
    }

    function tagged(uint256 place, int256 value) private pure returns (uint256) {
        return (place << 32) | uint32(int32(value));
    }

    /// Where the answer begins: far above what the encoding of a call takes, which is given back after each.
    function start() private pure returns (uint256) {
        return 0x20000;
    }

    function ask(address target, bytes memory data, uint256 gasEach) private view returns (bool ok) {
        assembly ("memory-safe") {
            ok := staticcall(gasEach, target, add(data, 0x20), mload(data), 0, 0)
            // The next encoding takes the place of this one.
            mstore(0x40, data)
            // What a call reverts with is no answer: a call without gas leaves none.
            if iszero(ok) { pop(staticcall(0, 4, 0, 0, 0, 0)) }
        }
    }

    function size() private pure returns (uint256 bytes_) {
        assembly ("memory-safe") {
            bytes_ := returndatasize()
        }
    }

    /// Writes as many words of what was returned, filled up with zeros.
    function copy(uint256 out, uint256 words) private pure returns (uint256 end) {
        assembly ("memory-safe") {
            let wanted := mul(words, 32)
            let has := returndatasize()
            if gt(has, wanted) { has := wanted }
            returndatacopy(out, 0, has)
            if lt(has, wanted) { calldatacopy(add(out, has), calldatasize(), sub(wanted, has)) }
            end := add(out, wanted)
        }
    }

    function first32() private pure returns (uint256 value) {
        uint256 at = copy(0x1ffc0, 1) - 32;
        assembly ("memory-safe") {
            value := mload(at)
        }
    }

    function first64() private pure returns (uint256 one, uint256 other) {
        uint256 at = copy(0x1ffc0, 2) - 64;
        assembly ("memory-safe") {
            one := mload(at)
            other := mload(add(at, 32))
        }
    }

    /// Place of the lowest bit.
    function lowest(uint256 bits) private pure returns (uint256 place) {
        bits &= ~bits + 1;
        for (uint256 step = 128; step != 0; step >>= 1) {
            if (bits >> step != 0) {
                bits >>= step;
                place += step;
            }
        }
    }

    function put(uint256 at, uint256 value) private pure {
        assembly ("memory-safe") {
            mstore(at, value)
        }
    }

    function done(uint256 end) private pure {
        uint256 begin = start();
        assembly {
            return(begin, sub(end, begin))
        }
    }
}
