// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {LBMath} from "./LBMath.sol";

interface IPairToken {
    function balanceOf(address account) external view returns (uint256);
}

struct FeeParameters {
    uint16 baseFactor;
    uint16 filterPeriod;
    uint16 decayPeriod;
    uint16 reductionFactor;
    uint24 variableFeeControl;
    uint16 protocolShare;
    uint24 maxVolatilityAccumulator;
}

/// Own minimal contract with the ABI of Liquidity Book's pair V2.1: swaps, deposits and withdrawals, and the fees that they move. Oracle,
/// flash loans and transfers of shares are left out.
/// https://github.com/traderjoe-xyz/joe-v2/blob/c9589d0b4841be19f5988bd933248f8790f7b868/src/LBPair.sol
contract LBPair {
    struct Volatility {
        uint24 accumulator;
        uint24 volatilityReference;
        uint24 idReference;
        uint40 lastUpdate;
    }

    struct Amounts {
        uint128 x;
        uint128 y;
    }

    /// What a trade, a deposit or a withdrawal works with.
    struct Step {
        uint24 id;
        uint256 price;
        uint256 fee;
        uint256 amountIn;
        uint256 amountOut;
        uint256 total;
        uint256 ofProtocol;
    }

    address public getFactory;
    address public getTokenX;
    address public getTokenY;
    uint16 public getBinStep;
    uint24 public getActiveId;
    FeeParameters public getStaticFeeParameters;
    Volatility public getVariableFeeParameters;
    Amounts public getProtocolFees;
    /// Protocol fees included.
    Amounts private held;
    mapping(uint24 => Amounts) public getBin;
    mapping(uint24 => uint256) public totalSupply;
    mapping(address => mapping(uint24 => uint256)) public balanceOf;
    /// Bins with shares: a bit for each of 256 bins, of 256 of these words, and of those.
    mapping(uint256 => uint256) private leaves;
    mapping(uint256 => uint256) private branches;
    uint256 private root;

    event DepositedToBins(address indexed sender, address indexed to, uint256[] ids, bytes32[] amounts);
    event WithdrawnFromBins(address indexed sender, address indexed to, uint256[] ids, bytes32[] amounts);
    event CompositionFees(address indexed sender, uint24 id, bytes32 totalFees, bytes32 protocolFees);
    event Swap(
        address indexed sender,
        address indexed to,
        uint24 id,
        bytes32 amountsIn,
        bytes32 amountsOut,
        uint24 volatilityAccumulator,
        bytes32 totalFees,
        bytes32 protocolFees
    );
    event StaticFeeParametersSet(
        address indexed sender,
        uint16 baseFactor,
        uint16 filterPeriod,
        uint16 decayPeriod,
        uint16 reductionFactor,
        uint24 variableFeeControl,
        uint16 protocolShare,
        uint24 maxVolatilityAccumulator
    );
    event ForcedDecay(address indexed sender, uint24 idReference, uint24 volatilityReference);

    error Forbidden();
    error InsufficientAmountIn();
    error InsufficientAmountOut();
    error OutOfLiquidity();
    error CompositionFactorFlawed(uint24 id);
    error ZeroShares(uint24 id);
    error TransferFailed();

    function initialize(address tokenX, address tokenY, uint16 binStep, uint24 activeId, FeeParameters calldata parameters)
        external
    {
        if (getFactory != address(0)) revert Forbidden();
        getFactory = msg.sender;
        (getTokenX, getTokenY, getBinStep, getActiveId) = (tokenX, tokenY, binStep, activeId);
        getVariableFeeParameters.idReference = activeId;
        _setParameters(parameters);
    }

    function setStaticFeeParameters(FeeParameters calldata parameters) external {
        if (msg.sender != getFactory) revert Forbidden();
        _setParameters(parameters);
    }

    function forceDecay() external {
        if (msg.sender != getFactory) revert Forbidden();
        Volatility storage volatility = getVariableFeeParameters;
        emit ForcedDecay(msg.sender, volatility.idReference, volatility.volatilityReference);
        volatility.idReference = getActiveId;
        volatility.volatilityReference = _reduced(volatility.accumulator);
    }

    function getReserves() external view returns (uint128, uint128) {
        return (held.x - getProtocolFees.x, held.y - getProtocolFees.y);
    }

    function getPriceFromId(uint24 id) external view returns (uint256) {
        return LBMath.priceOf(id, getBinStep);
    }

    function getNextNonEmptyBin(bool swapForY, uint24 id) public view returns (uint24) {
        return swapForY ? _nextBelow(id) : _nextAbove(id);
    }

    /// Sells all that the pair was paid.
    function swap(bool swapForY, address to) external returns (bytes32 amountsOut) {
        uint256 left = IPairToken(swapForY ? getTokenX : getTokenY).balanceOf(address(this)) - (swapForY ? held.x : held.y);
        if (left == 0) revert InsufficientAmountIn();
        uint256 paidIn = left;
        uint256 paidOut = 0;
        uint24 id = getActiveId;
        Volatility memory volatility = _referenced();
        while (true) {
            Amounts memory bin = getBin[id];
            if ((swapForY ? bin.y : bin.x) != 0) {
                volatility.accumulator = _accumulated(volatility, id);
                Step memory step = _stepIn(bin, id, volatility.accumulator, swapForY, left);
                left -= step.amountIn;
                paidOut += step.amountOut;
                _settle(bin, step, swapForY, volatility.accumulator, to);
            }
            if (left == 0) break;
            id = getNextNonEmptyBin(swapForY, id);
            if (id == 0 || id == type(uint24).max) revert OutOfLiquidity();
        }
        if (paidOut == 0) revert InsufficientAmountOut();
        (uint256 x, uint256 y) = swapForY ? (paidIn, paidOut) : (paidOut, paidIn);
        held = swapForY
            ? Amounts(uint128(held.x + x), uint128(held.y - y))
            : Amounts(uint128(held.x - x), uint128(held.y + y));
        getActiveId = id;
        getVariableFeeParameters = volatility;
        _pay(swapForY ? getTokenY : getTokenX, to, paidOut);
        return swapForY ? LBMath.pack(0, paidOut) : LBMath.pack(paidOut, 0);
    }

    function _stepIn(Amounts memory bin, uint24 id, uint24 accumulator, bool swapForY, uint256 left)
        private
        view
        returns (Step memory step)
    {
        step.id = id;
        step.price = LBMath.priceOf(id, getBinStep);
        step.fee = _fee(accumulator);
        uint256 reserve = swapForY ? bin.y : bin.x;
        uint256 most =
            swapForY ? LBMath.perPriceUp(reserve, step.price) : LBMath.timesPriceUp(reserve, step.price);
        uint256 mostFee = LBMath.feeOn(most, step.fee);
        if (left >= most + mostFee) {
            (step.amountIn, step.amountOut, step.total) = (most + mostFee, reserve, mostFee);
        } else {
            step.total = LBMath.feeIn(left, step.fee);
            uint256 sold = left - step.total;
            uint256 bought = swapForY ? LBMath.timesPrice(sold, step.price) : LBMath.perPrice(sold, step.price);
            (step.amountIn, step.amountOut) = (left, bought > reserve ? reserve : bought);
        }
        step.ofProtocol = (step.total * getStaticFeeParameters.protocolShare) / 10_000;
    }

    function _settle(Amounts memory bin, Step memory step, bool swapForY, uint24 accumulator, address to) private {
        uint256 kept = step.amountIn - step.ofProtocol;
        if (swapForY) {
            getBin[step.id] = Amounts(uint128(bin.x + kept), uint128(bin.y - step.amountOut));
            getProtocolFees.x += uint128(step.ofProtocol);
        } else {
            getBin[step.id] = Amounts(uint128(bin.x - step.amountOut), uint128(bin.y + kept));
            getProtocolFees.y += uint128(step.ofProtocol);
        }
        emit Swap(
            msg.sender,
            to,
            step.id,
            _only(kept, swapForY),
            _only(step.amountOut, !swapForY),
            accumulator,
            _only(step.total, swapForY),
            _only(step.ofProtocol, swapForY)
        );
    }

    /// Deposits parts of what the pair was paid: each config has a bin and, above it, parts of Y and of X in 64 bits, of 10^18.
    function mint(address to, bytes32[] calldata liquidityConfigs, address refundTo)
        external
        returns (bytes32 amountsReceived, bytes32 amountsLeft, uint256[] memory liquidityMinted)
    {
        uint256 x = IPairToken(getTokenX).balanceOf(address(this)) - held.x;
        uint256 y = IPairToken(getTokenY).balanceOf(address(this)) - held.y;
        amountsReceived = LBMath.pack(x, y);
        liquidityMinted = new uint256[](liquidityConfigs.length);
        uint256[] memory ids = new uint256[](liquidityConfigs.length);
        bytes32[] memory amounts = new bytes32[](liquidityConfigs.length);
        (uint256 leftX, uint256 leftY) = (x, y);
        for (uint256 i = 0; i < liquidityConfigs.length; i++) {
            uint256 config = uint256(liquidityConfigs[i]);
            ids[i] = uint24(config);
            Amounts memory paid =
                Amounts(uint128((x * uint64(config >> 88)) / 1e18), uint128((y * uint64(config >> 24)) / 1e18));
            Amounts memory taken;
            (liquidityMinted[i], taken, amounts[i]) = _deposit(uint24(config), paid);
            (leftX, leftY) = (leftX - taken.x, leftY - taken.y);
            balanceOf[to][uint24(config)] += liquidityMinted[i];
            totalSupply[uint24(config)] += liquidityMinted[i];
        }
        held = Amounts(uint128(held.x + x - leftX), uint128(held.y + y - leftY));
        amountsLeft = LBMath.pack(leftX, leftY);
        emit DepositedToBins(msg.sender, to, ids, amounts);
        if (leftX != 0) _pay(getTokenX, refundTo, leftX);
        if (leftY != 0) _pay(getTokenY, refundTo, leftY);
    }

    function _deposit(uint24 id, Amounts memory paid)
        private
        returns (uint256 shares, Amounts memory taken, bytes32 added)
    {
        Amounts memory bin = getBin[id];
        uint256 price = LBMath.priceOf(id, getBinStep);
        uint256 supply = totalSupply[id];
        (shares, taken) = _sharesFor(bin, paid, price, supply);
        Amounts memory kept = Amounts(taken.x, taken.y);
        if (id == getActiveId) {
            Volatility memory volatility = _referenced();
            volatility.accumulator = _accumulated(volatility, id);
            Amounts memory fees = _compositionFees(bin, taken, supply, shares, _fee(volatility.accumulator));
            if (fees.x != 0 || fees.y != 0) {
                shares = LBMath.mulDiv(_liquidity(taken.x - fees.x, taken.y - fees.y, price), supply, _liquidity(bin.x, bin.y, price));
                uint256 share = getStaticFeeParameters.protocolShare;
                Amounts memory own = Amounts(uint128((fees.x * share) / 10_000), uint128((fees.y * share) / 10_000));
                kept = Amounts(taken.x - own.x, taken.y - own.y);
                getProtocolFees = Amounts(getProtocolFees.x + own.x, getProtocolFees.y + own.y);
                getVariableFeeParameters = volatility;
                emit CompositionFees(msg.sender, id, LBMath.pack(fees.x, fees.y), LBMath.pack(own.x, own.y));
            }
        } else if ((id < getActiveId && taken.x != 0) || (id > getActiveId && taken.y != 0)) {
            revert CompositionFactorFlawed(id);
        }
        if (shares == 0 || (kept.x == 0 && kept.y == 0)) revert ZeroShares(id);
        if (supply == 0) _list(id);
        getBin[id] = Amounts(bin.x + kept.x, bin.y + kept.y);
        added = LBMath.pack(kept.x, kept.y);
    }

    function _sharesFor(Amounts memory bin, Amounts memory paid, uint256 price, uint256 supply)
        private
        pure
        returns (uint256 shares, Amounts memory taken)
    {
        taken = Amounts(paid.x, paid.y);
        uint256 own = _liquidity(paid.x, paid.y, price);
        uint256 all = _liquidity(bin.x, bin.y, price);
        if (own == 0 || supply == 0 || all == 0) return (own, taken);
        shares = LBMath.mulDiv(own, supply, all);
        uint256 effective = LBMath.mulDiv(shares, all, supply) + (mulmod(shares, all, supply) == 0 ? 0 : 1);
        if (own <= effective) return (shares, taken);
        uint256 rest = own - effective;
        uint256 less = rest >> 128;
        if (less > taken.y) less = taken.y;
        taken.y -= uint128(less);
        rest -= less << 128;
        less = rest / price;
        if (less > taken.x) less = taken.x;
        taken.x -= uint128(less);
    }

    /// What a deposit in another proportion than the bin's trades, as if it were withdrawn at once.
    function _compositionFees(Amounts memory bin, Amounts memory paid, uint256 supply, uint256 shares, uint256 fee)
        private
        pure
        returns (Amounts memory fees)
    {
        if (shares == 0) return fees;
        uint256 x = LBMath.mulDiv(shares, uint256(bin.x) + paid.x, supply + shares);
        uint256 y = LBMath.mulDiv(shares, uint256(bin.y) + paid.y, supply + shares);
        if (x > paid.x) fees.y = uint128(LBMath.compositionFee(paid.y - y, fee));
        else if (y > paid.y) fees.x = uint128(LBMath.compositionFee(paid.x - x, fee));
    }

    function burn(address from, address to, uint256[] calldata ids, uint256[] calldata amountsToBurn)
        external
        returns (bytes32[] memory amounts)
    {
        if (from != msg.sender) revert Forbidden();
        amounts = new bytes32[](ids.length);
        (uint256 sumX, uint256 sumY) = (0, 0);
        for (uint256 i = 0; i < ids.length; i++) {
            uint24 id = uint24(ids[i]);
            Amounts memory bin = getBin[id];
            uint256 supply = totalSupply[id];
            uint256 x = LBMath.mulDiv(amountsToBurn[i], bin.x, supply);
            uint256 y = LBMath.mulDiv(amountsToBurn[i], bin.y, supply);
            if (x == 0 && y == 0) revert ZeroShares(id);
            balanceOf[from][id] -= amountsToBurn[i];
            totalSupply[id] = supply - amountsToBurn[i];
            if (supply == amountsToBurn[i]) _unlist(id);
            getBin[id] = Amounts(uint128(bin.x - x), uint128(bin.y - y));
            amounts[i] = LBMath.pack(x, y);
            (sumX, sumY) = (sumX + x, sumY + y);
        }
        held = Amounts(uint128(held.x - sumX), uint128(held.y - sumY));
        emit WithdrawnFromBins(msg.sender, to, ids, amounts);
        if (sumX != 0) _pay(getTokenX, to, sumX);
        if (sumY != 0) _pay(getTokenY, to, sumY);
    }

    function _setParameters(FeeParameters calldata set) private {
        getStaticFeeParameters = set;
        emit StaticFeeParametersSet(
            msg.sender,
            set.baseFactor,
            set.filterPeriod,
            set.decayPeriod,
            set.reductionFactor,
            set.variableFeeControl,
            set.protocolShare,
            set.maxVolatilityAccumulator
        );
    }

    function _referenced() private view returns (Volatility memory volatility) {
        volatility = getVariableFeeParameters;
        uint256 passed = block.timestamp - volatility.lastUpdate;
        if (passed >= getStaticFeeParameters.filterPeriod) {
            volatility.idReference = getActiveId;
            volatility.volatilityReference = passed < getStaticFeeParameters.decayPeriod ? _reduced(volatility.accumulator) : 0;
        }
        volatility.lastUpdate = uint40(block.timestamp);
    }

    function _reduced(uint24 accumulator) private view returns (uint24) {
        return uint24((uint256(accumulator) * getStaticFeeParameters.reductionFactor) / 10_000);
    }

    function _accumulated(Volatility memory volatility, uint24 id) private view returns (uint24) {
        uint256 most = getStaticFeeParameters.maxVolatilityAccumulator;
        uint256 distance = id > volatility.idReference ? id - volatility.idReference : volatility.idReference - id;
        uint256 grown = volatility.volatilityReference + distance * 10_000;
        return uint24(grown > most ? most : grown);
    }

    function _fee(uint24 accumulator) private view returns (uint256) {
        uint256 product = uint256(accumulator) * getBinStep;
        return uint256(getStaticFeeParameters.baseFactor) * getBinStep * 1e10
            + (product * product * getStaticFeeParameters.variableFeeControl + 99) / 100;
    }

    function _liquidity(uint256 x, uint256 y, uint256 price) private pure returns (uint256) {
        return price * x + (y << 128);
    }

    /// An amount of X, or of Y.
    function _only(uint256 amount, bool isX) private pure returns (bytes32) {
        return isX ? LBMath.pack(amount, 0) : LBMath.pack(0, amount);
    }

    function _list(uint24 id) private {
        leaves[id >> 8] |= 1 << (id & 255);
        branches[id >> 16] |= 1 << ((id >> 8) & 255);
        root |= 1 << (id >> 16);
    }

    function _unlist(uint24 id) private {
        leaves[id >> 8] &= ~(1 << (id & 255));
        if (leaves[id >> 8] != 0) return;
        branches[id >> 16] &= ~(1 << ((id >> 8) & 255));
        if (branches[id >> 16] == 0) root &= ~(1 << (id >> 16));
    }

    function _nextBelow(uint24 id) private view returns (uint24) {
        uint256 bits = leaves[id >> 8] & ((1 << (id & 255)) - 1);
        if (bits != 0) return (id & ~uint24(255)) | _highest(bits);
        bits = branches[id >> 16] & ((1 << ((id >> 8) & 255)) - 1);
        uint24 branch = id >> 16;
        if (bits == 0) {
            uint256 above = root & ((1 << branch) - 1);
            if (above == 0) return type(uint24).max;
            branch = _highest(above);
            bits = branches[branch];
        }
        uint24 leaf = (branch << 8) | _highest(bits);
        return (leaf << 8) | _highest(leaves[leaf]);
    }

    function _nextAbove(uint24 id) private view returns (uint24) {
        uint256 bits = leaves[id >> 8] & _above(id & 255);
        if (bits != 0) return (id & ~uint24(255)) | _lowest(bits);
        bits = branches[id >> 16] & _above((id >> 8) & 255);
        uint24 branch = id >> 16;
        if (bits == 0) {
            uint256 beyond = root & _above(branch);
            if (beyond == 0) return 0;
            branch = _lowest(beyond);
            bits = branches[branch];
        }
        uint24 leaf = (branch << 8) | _lowest(bits);
        return (leaf << 8) | _lowest(leaves[leaf]);
    }

    /// All bits above one.
    function _above(uint256 place) private pure returns (uint256) {
        return place == 255 ? 0 : type(uint256).max << (place + 1);
    }

    function _highest(uint256 bits) private pure returns (uint24 place) {
        for (uint24 step = 128; step != 0; step >>= 1) {
            if (bits >> step != 0) {
                bits >>= step;
                place += step;
            }
        }
    }

    function _lowest(uint256 bits) private pure returns (uint24) {
        return _highest(bits & (~bits + 1));
    }

    function _pay(address token, address to, uint256 amount) private {
        (bool ok, bytes memory answer) = token.call(abi.encodeWithSignature("transfer(address,uint256)", to, amount));
        if (!ok || (answer.length != 0 && !abi.decode(answer, (bool)))) revert TransferFailed();
    }
}
