// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {BinTree} from "./BinTree.sol";
import {Amounts, LBMath} from "./LBMath.sol";

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
    using BinTree for BinTree.Tree;

    struct Volatility {
        uint24 accumulator;
        uint24 volatilityReference;
        uint24 idReference;
        uint40 lastUpdate;
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
    /// Bins with shares.
    BinTree.Tree private tree;

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
        return swapForY ? tree.nextBelow(id) : tree.nextAbove(id);
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
        (shares, taken) = LBMath.sharesFor(bin, paid, price, supply);
        Amounts memory kept = Amounts(taken.x, taken.y);
        if (id == getActiveId) {
            Volatility memory volatility = _referenced();
            volatility.accumulator = _accumulated(volatility, id);
            Amounts memory fees = _compositionFees(bin, taken, supply, shares, _fee(volatility.accumulator));
            if (fees.x != 0 || fees.y != 0) {
                shares = LBMath.mulDiv(LBMath.liquidity(taken.x - fees.x, taken.y - fees.y, price), supply, LBMath.liquidity(bin.x, bin.y, price));
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
        if (supply == 0) tree.list(id);
        getBin[id] = Amounts(bin.x + kept.x, bin.y + kept.y);
        added = LBMath.pack(kept.x, kept.y);
    }

    /// What a deposit in another proportion than the bin's pays.
    function _compositionFees(Amounts memory bin, Amounts memory paid, uint256 supply, uint256 shares, uint256 fee)
        private
        pure
        returns (Amounts memory)
    {
        Amounts memory traded = LBMath.traded(bin, paid, supply, shares);
        return Amounts(
            uint128(LBMath.compositionFee(traded.x, fee)), uint128(LBMath.compositionFee(traded.y, fee))
        );
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
            if (supply == amountsToBurn[i]) tree.unlist(id);
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

    /// An amount of X, or of Y.
    function _only(uint256 amount, bool isX) private pure returns (bytes32) {
        return isX ? LBMath.pack(amount, 0) : LBMath.pack(0, amount);
    }

    function _pay(address token, address to, uint256 amount) private {
        (bool ok, bytes memory answer) = token.call(abi.encodeWithSignature("transfer(address,uint256)", to, amount));
        if (!ok || (answer.length != 0 && !abi.decode(answer, (bool)))) revert TransferFailed();
    }
}
