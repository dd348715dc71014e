// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {BinTree} from "../liquidity-book/BinTree.sol";
import {Amounts, LBMath} from "../liquidity-book/LBMath.sol";
import {PoolManager} from "./PoolManager.sol";
import {IInfinityHooks, IVault, MintParams, PoolKey} from "./Types.sol";

/// Own minimal contract with the ABI, events and views of PancakeSwap Infinity's BinPoolManager. Of hooks it calls those of deposits, and
/// none else.
/// https://github.com/pancakeswap/infinity-core/blob/7c04695f/src/pool-bin/BinPoolManager.sol
/// https://github.com/pancakeswap/infinity-core/blob/7c04695f/src/pool-bin/libraries/BinPool.sol
contract BinPoolManager is PoolManager {
    using BinTree for BinTree.Tree;

    struct BurnParams {
        uint256[] ids;
        uint256[] amountsToBurn;
        bytes32 salt;
    }

    struct MintArrays {
        uint256[] ids;
        bytes32[] amounts;
        uint256[] liquidityMinted;
    }

    struct Pool {
        uint24 activeId;
        uint24 protocolFee;
        uint24 lpFee;
        mapping(uint24 id => Amounts) bins;
        mapping(uint24 id => uint256) shares;
        mapping(bytes32 position => uint256) sharesOf;
        BinTree.Tree tree;
    }

    /// What a swap works with.
    struct Swapping {
        bool swapForY;
        bool exactInput;
        uint16 binStep;
        uint16 protocolFee;
        uint24 swapFee;
        uint256 left;
        uint256 other;
        uint256 toProtocol;
    }

    uint24 private constant MOST_FEE = 100_000;
    uint256 private constant BEFORE_MINT = 1 << 2;
    /// Of a bin, which nobody gets.
    uint256 private constant MINIMUM_SHARE = 1e3;
    uint256 private constant MAX_LIQUIDITY_PER_BIN =
        65251743116719673010965625540244653191619923014385985379600384103134737;
    uint16 private constant MOST_BIN_STEP = 100;
    uint256 private constant LEAST_SHARE_FOR_DONATE = 1 << 128;

    mapping(bytes32 id => Pool) private pools;
    mapping(bytes32 id => PoolKey) public poolIdToPoolKey;

    event Initialize(
        bytes32 indexed id,
        address indexed currency0,
        address indexed currency1,
        address hooks,
        uint24 fee,
        bytes32 parameters,
        uint24 activeId
    );
    event Swap(
        bytes32 indexed id,
        address indexed sender,
        int128 amount0,
        int128 amount1,
        uint24 activeId,
        uint24 fee,
        uint16 protocolFee
    );
    event Mint(
        bytes32 indexed id,
        address indexed sender,
        uint256[] ids,
        bytes32 salt,
        bytes32[] amounts,
        bytes32 compositionFeeAmount,
        bytes32 feeAmountToProtocol
    );
    event Burn(bytes32 indexed id, address indexed sender, uint256[] ids, bytes32 salt, bytes32[] amounts);
    event Donate(bytes32 indexed id, address indexed sender, int128 amount0, int128 amount1, uint24 binId);

    error PoolNotInitialized();
    error PoolAlreadyInitialized();
    error BinStepOutOfBounds(uint16 binStep);
    error AmountSpecifiedIsZero();
    error OutOfLiquidity();
    error InsufficientAmountUnSpecified();
    error MaxLiquidityPerBinExceeded();
    error CompositionFactorFlawed(uint24 id);
    error ZeroShares(uint24 id);
    error ZeroAmountsOut(uint24 id);
    error NoLiquidityToReceiveFees();
    error InsufficientBinShareForDonate(uint256 share);

    constructor(IVault vault_, address owner_) PoolManager(vault_, owner_, MOST_FEE) {}

    function initialize(PoolKey memory key, uint24 activeId) external {
        uint16 binStep = _stepOf(key);
        if (binStep == 0 || binStep > MOST_BIN_STEP) revert BinStepOutOfBounds(binStep);
        _validate(key, 32);
        LBMath.priceOf(activeId, binStep);
        bytes32 id = _idOf(key);
        Pool storage pool = pools[id];
        if (pool.activeId != 0) revert PoolAlreadyInitialized();
        (pool.activeId, pool.protocolFee, pool.lpFee) = (activeId, _firstProtocolFee(key), _firstFee(key));
        poolIdToPoolKey[id] = key;
        emit Initialize(id, key.currency0, key.currency1, key.hooks, key.fee, key.parameters, activeId);
    }

    function swap(PoolKey memory key, bool swapForY, int128 amountSpecified, bytes calldata)
        external
        whenNotPaused
        returns (int256 delta)
    {
        if (amountSpecified == 0) revert AmountSpecifiedIsZero();
        bytes32 id = _idOf(key);
        Pool storage pool = _pool(id);
        Swapping memory s;
        (s.swapForY, s.exactInput, s.binStep) = (swapForY, amountSpecified < 0, _stepOf(key));
        s.protocolFee = uint16(swapForY ? pool.protocolFee & 0xfff : pool.protocolFee >> 12);
        uint256 both = uint256(s.protocolFee) * pool.lpFee;
        s.swapFee = uint24(s.protocolFee + pool.lpFee - both / 1e6);
        uint256 amount = uint256(int256(s.exactInput ? -amountSpecified : amountSpecified));
        s.left = amount;
        uint24 activeId = _walk(pool, s);
        if (s.other == 0) revert InsufficientAmountUnSpecified();
        pool.activeId = activeId;
        protocolFeesAccrued[swapForY ? key.currency0 : key.currency1] += s.toProtocol;
        (uint256 paidIn, uint256 paidOut) = s.exactInput ? (amount, s.other) : (s.other, amount);
        int128 amount0 = swapForY ? -_toInt128(paidIn) : _toInt128(paidOut);
        int128 amount1 = swapForY ? _toInt128(paidOut) : -_toInt128(paidIn);
        emit Swap(id, msg.sender, amount0, amount1, activeId, s.swapFee, s.protocolFee);
        delta = _pack(amount0, amount1);
        vault.accountAppBalanceDelta(key.currency0, key.currency1, delta, msg.sender);
    }

    /// Goes through the bins; tells the last one.
    function _walk(Pool storage pool, Swapping memory s) private returns (uint24 id) {
        id = pool.activeId;
        while (true) {
            Amounts memory bin = pool.bins[id];
            if ((s.swapForY ? bin.y : bin.x) != 0) _swapIn(pool, s, id, bin);
            if (s.left == 0) return id;
            id = _next(pool, s.swapForY, id);
            if (id == 0 || id == type(uint24).max) revert OutOfLiquidity();
        }
    }

    function _swapIn(Pool storage pool, Swapping memory s, uint24 id, Amounts memory bin) private {
        uint256 price = LBMath.priceOf(id, s.binStep);
        (uint256 paidIn, uint256 paidOut, uint256 fee) =
            s.exactInput ? _amountsOut(s, bin, price) : _amountsIn(s, bin, price);
        s.left -= s.exactInput ? paidIn : paidOut;
        s.other += s.exactInput ? paidOut : paidIn;
        if (paidIn == 0) return;
        uint256 toProtocol =
            s.protocolFee == 0 ? 0 : s.protocolFee == s.swapFee ? fee : fee * s.protocolFee / s.swapFee;
        s.toProtocol += toProtocol;
        uint256 kept = paidIn - toProtocol;
        _setBin(
            pool,
            id,
            s.swapForY ? bin.x + kept : bin.x - paidOut,
            s.swapForY ? bin.y - paidOut : bin.y + kept,
            price
        );
    }

    function _amountsOut(Swapping memory s, Amounts memory bin, uint256 price)
        private
        pure
        returns (uint256 paidIn, uint256 paidOut, uint256 fee)
    {
        uint256 reserve = s.swapForY ? bin.y : bin.x;
        uint256 most = s.swapForY ? LBMath.perPriceUp(reserve, price) : LBMath.timesPriceUp(reserve, price);
        uint256 mostFee = _feeOn(most, s.swapFee);
        if (s.left >= most + mostFee) return (most + mostFee, reserve, mostFee);
        paidIn = s.left;
        fee = (paidIn * s.swapFee * 1e12 + 1e18 - 1) / 1e18;
        uint256 sold = paidIn - fee;
        paidOut = s.swapForY ? LBMath.timesPrice(sold, price) : LBMath.perPrice(sold, price);
        if (paidOut > reserve) paidOut = reserve;
    }

    function _amountsIn(Swapping memory s, Amounts memory bin, uint256 price)
        private
        pure
        returns (uint256 paidIn, uint256 paidOut, uint256 fee)
    {
        uint256 reserve = s.swapForY ? bin.y : bin.x;
        paidOut = reserve > s.left ? s.left : reserve;
        uint256 sold = s.swapForY ? LBMath.perPriceUp(paidOut, price) : LBMath.timesPriceUp(paidOut, price);
        fee = _feeOn(sold, s.swapFee);
        paidIn = sold + fee;
    }

    function _feeOn(uint256 amount, uint24 swapFee) private pure returns (uint256) {
        uint256 fee = uint256(swapFee) * 1e12;
        return (amount * fee + 1e18 - fee - 1) / (1e18 - fee);
    }

    /// Each config has a bin and, above it, parts of Y and of X in 64 bits, of 10^18.
    function mint(PoolKey memory key, MintParams calldata params, bytes calldata hookData)
        external
        whenNotPaused
        returns (int256 delta, MintArrays memory minted)
    {
        if (uint256(key.parameters) & BEFORE_MINT != 0) {
            IInfinityHooks(key.hooks).beforeMint(msg.sender, key, params, hookData);
        }
        bytes32 id = _idOf(key);
        Pool storage pool = _pool(id);
        uint256 count = params.liquidityConfigs.length;
        minted = MintArrays(new uint256[](count), new bytes32[](count), new uint256[](count));
        Amounts memory fees;
        Amounts memory toProtocol;
        Amounts memory taken;
        for (uint256 i; i < count; ++i) {
            _mintBin(pool, _stepOf(key), params, minted, i, Fees(taken, fees, toProtocol));
        }
        protocolFeesAccrued[key.currency0] += toProtocol.x;
        protocolFeesAccrued[key.currency1] += toProtocol.y;
        emit Mint(
            id,
            msg.sender,
            minted.ids,
            params.salt,
            minted.amounts,
            LBMath.pack(fees.x, fees.y),
            LBMath.pack(toProtocol.x, toProtocol.y)
        );
        delta = _pack(-_toInt128(taken.x), -_toInt128(taken.y));
        vault.accountAppBalanceDelta(key.currency0, key.currency1, delta, msg.sender);
    }

    /// What the bins of a deposit come to together.
    struct Fees {
        Amounts taken;
        Amounts all;
        Amounts toProtocol;
    }

    function _mintBin(
        Pool storage pool,
        uint16 binStep,
        MintParams calldata params,
        MintArrays memory minted,
        uint256 i,
        Fees memory sums
    ) private {
        uint256 config = uint256(params.liquidityConfigs[i]);
        uint24 id = uint24(config);
        uint256 price = LBMath.priceOf(id, binStep);
        Amounts memory paid = Amounts(
            uint128(uint256(uint128(uint256(params.amountIn))) * uint64(config >> 88) / 1e18),
            uint128((uint256(params.amountIn) >> 128) * uint64(config >> 24) / 1e18)
        );
        (uint256 shares, Amounts memory kept) = _sharesOf(pool, id, price, paid, sums);
        uint256 supply = pool.shares[id];
        if (shares == 0 || (kept.x == 0 && kept.y == 0)) revert ZeroShares(id);
        if (supply <= MINIMUM_SHARE) pool.tree.list(id);
        Amounts memory bin = pool.bins[id];
        _setBin(pool, id, uint256(bin.x) + kept.x, uint256(bin.y) + kept.y, price);
        pool.shares[id] = supply + shares;
        if (supply == 0) shares -= MINIMUM_SHARE;
        pool.sharesOf[_positionOf(id, params.salt)] += shares;
        (minted.ids[i], minted.amounts[i], minted.liquidityMinted[i]) = (id, LBMath.pack(kept.x, kept.y), shares);
    }

    function _sharesOf(Pool storage pool, uint24 id, uint256 price, Amounts memory paid, Fees memory sums)
        private
        view
        returns (uint256 shares, Amounts memory kept)
    {
        Amounts memory bin = pool.bins[id];
        uint256 supply = pool.shares[id];
        Amounts memory taken;
        (shares, taken) = LBMath.sharesFor(bin, paid, price, supply);
        kept = Amounts(taken.x, taken.y);
        (sums.taken.x, sums.taken.y) = (sums.taken.x + taken.x, sums.taken.y + taken.y);
        if (id != pool.activeId) {
            if ((id < pool.activeId && taken.x != 0) || (id > pool.activeId && taken.y != 0)) {
                revert CompositionFactorFlawed(id);
            }
            return (shares, kept);
        }
        Amounts memory traded = LBMath.traded(bin, taken, supply, shares);
        if (traded.x == 0 && traded.y == 0) return (shares, kept);
        uint256 ofProtocol = traded.x != 0 ? pool.protocolFee & 0xfff : pool.protocolFee >> 12;
        uint256 all = ofProtocol + pool.lpFee - ofProtocol * pool.lpFee / 1e6;
        Amounts memory fees = _compositionFees(traded, all);
        if (fees.x == 0 && fees.y == 0) return (shares, kept);
        Amounts memory own = _compositionFees(traded, ofProtocol);
        shares = LBMath.mulDiv(
            LBMath.liquidity(taken.x - fees.x, taken.y - fees.y, price),
            supply,
            LBMath.liquidity(uint256(bin.x) + fees.x - own.x, uint256(bin.y) + fees.y - own.y, price)
        );
        kept = Amounts(taken.x - own.x, taken.y - own.y);
        (sums.all.x, sums.all.y) = (sums.all.x + fees.x, sums.all.y + fees.y);
        (sums.toProtocol.x, sums.toProtocol.y) = (sums.toProtocol.x + own.x, sums.toProtocol.y + own.y);
    }

    function _compositionFees(Amounts memory traded, uint256 pips) private pure returns (Amounts memory) {
        uint256 fee = pips * 1e12;
        uint256 factor = fee * (fee + 1e18);
        return Amounts(uint128(traded.x * factor / 1e36), uint128(traded.y * factor / 1e36));
    }

    function burn(PoolKey memory key, BurnParams memory params, bytes calldata) external returns (int256 delta) {
        bytes32 poolId = _idOf(key);
        Pool storage pool = _pool(poolId);
        bytes32[] memory amounts = new bytes32[](params.ids.length);
        (uint256 sumX, uint256 sumY) = (0, 0);
        for (uint256 i; i < params.ids.length; ++i) {
            uint24 id = uint24(params.ids[i]);
            Amounts memory bin = pool.bins[id];
            (uint256 supply, uint256 burned) = (pool.shares[id], params.amountsToBurn[i]);
            pool.sharesOf[_positionOf(id, params.salt)] -= burned;
            pool.shares[id] = supply - burned;
            uint256 x = LBMath.mulDiv(burned, bin.x, supply);
            uint256 y = LBMath.mulDiv(burned, bin.y, supply);
            if (x == 0 && y == 0) revert ZeroAmountsOut(id);
            if (supply - burned == MINIMUM_SHARE) pool.tree.unlist(id);
            pool.bins[id] = Amounts(uint128(bin.x - x), uint128(bin.y - y));
            amounts[i] = LBMath.pack(x, y);
            (sumX, sumY) = (sumX + x, sumY + y);
        }
        emit Burn(poolId, msg.sender, params.ids, params.salt, amounts);
        delta = _pack(_toInt128(sumX), _toInt128(sumY));
        vault.accountAppBalanceDelta(key.currency0, key.currency1, delta, msg.sender);
    }

    function donate(PoolKey memory key, uint128 amount0, uint128 amount1, bytes calldata)
        external
        whenNotPaused
        returns (int256 delta, uint24 id)
    {
        bytes32 poolId = _idOf(key);
        Pool storage pool = _pool(poolId);
        id = pool.activeId;
        if (pool.shares[id] < LEAST_SHARE_FOR_DONATE) revert InsufficientBinShareForDonate(pool.shares[id]);
        Amounts memory bin = pool.bins[id];
        if (bin.x == 0 && bin.y == 0) revert NoLiquidityToReceiveFees();
        uint256 price = LBMath.priceOf(id, _stepOf(key));
        _setBin(pool, id, uint256(bin.x) + amount0, uint256(bin.y) + amount1, price);
        (int128 delta0, int128 delta1) = (-_toInt128(amount0), -_toInt128(amount1));
        delta = _pack(delta0, delta1);
        vault.accountAppBalanceDelta(key.currency0, key.currency1, delta, msg.sender);
        emit Donate(poolId, msg.sender, delta0, delta1, id);
    }

    function getSlot0(bytes32 id) external view returns (uint24 activeId, uint24 protocolFee, uint24 lpFee) {
        Pool storage pool = pools[id];
        return (pool.activeId, pool.protocolFee, pool.lpFee);
    }

    function getBin(bytes32 id, uint24 binId)
        external
        view
        returns (uint128 binReserveX, uint128 binReserveY, uint256 binLiquidity, uint256 totalShares)
    {
        Pool storage pool = pools[id];
        Amounts memory bin = pool.bins[binId];
        uint256 price = LBMath.priceOf(binId, _stepOf(poolIdToPoolKey[id]));
        return (bin.x, bin.y, LBMath.liquidity(bin.x, bin.y, price), pool.shares[binId]);
    }

    function getPosition(bytes32 id, address owner, uint24 binId, bytes32 salt) external view returns (uint256 share) {
        return pools[id].sharesOf[keccak256(abi.encodePacked(owner, binId, salt))];
    }

    function getNextNonEmptyBin(bytes32 id, bool swapForY, uint24 binId) external view returns (uint24) {
        return _next(pools[id], swapForY, binId);
    }

    function _next(Pool storage pool, bool swapForY, uint24 id) private view returns (uint24) {
        return swapForY ? pool.tree.nextBelow(id) : pool.tree.nextAbove(id);
    }

    function _setBin(Pool storage pool, uint24 id, uint256 x, uint256 y, uint256 price) private {
        require(x <= type(uint128).max && y <= type(uint128).max, "more than uint128");
        if (LBMath.liquidity(x, y, price) > MAX_LIQUIDITY_PER_BIN) revert MaxLiquidityPerBinExceeded();
        pool.bins[id] = Amounts(uint128(x), uint128(y));
    }

    function _setProtocolFee(bytes32 id, uint24 fee) internal override {
        _pool(id).protocolFee = fee;
    }

    function _setLPFee(bytes32 id, uint24 fee) internal override {
        _pool(id).lpFee = fee;
    }

    function _pool(bytes32 id) private view returns (Pool storage pool) {
        pool = pools[id];
        if (pool.activeId == 0) revert PoolNotInitialized();
    }

    function _stepOf(PoolKey memory key) private pure returns (uint16) {
        return uint16(uint256(key.parameters) >> 16);
    }

    function _positionOf(uint24 id, bytes32 salt) private view returns (bytes32) {
        return keccak256(abi.encodePacked(msg.sender, id, salt));
    }

    function _pack(int128 amount0, int128 amount1) private pure returns (int256) {
        return (int256(amount0) << 128) | int256(uint256(uint128(amount1)));
    }
}
