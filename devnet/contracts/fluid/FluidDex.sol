// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {FluidPrices} from "./FluidPrices.sol";
import {FluidReserves, IFluidLiquidity, Reserves} from "./FluidReserves.sol";
import {FluidWords} from "./FluidWords.sol";

/// Own minimal contract with the storage, the ABI and the arithmetic of a pool of Fluid DEX: swaps alone; anyone can set it.
/// https://github.com/Instadapp/fluid-contracts-public/blob/a9949b48ba1247d4f478cd0acb40896b5c8bf3f8/contracts/protocols/dex/poolT1/coreModule/core/main.sol
contract FluidDex is FluidReserves {
    using FluidWords for uint256;

    address private constant NATIVE = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;
    address private immutable factory;
    uint256 public immutable DEX_ID;

    event Swap(bool swap0to1, uint256 amountIn, uint256 amountOut, address to);

    error FluidDexError(string reason);

    struct Implementations {
        address shift;
        address admin;
        address colOperations;
        address debtOperations;
        address perfectOperationsAndSwapOut;
    }

    struct Constants {
        uint256 dexId;
        address liquidity;
        address factory;
        Implementations implementations;
        address deployerContract;
        address token0;
        address token1;
        bytes32[6] slots;
        uint256 oracleMapping;
    }

    /// Reserves in the direction of a swap: real and imaginary, of what comes in and what goes out.
    struct Side {
        uint256 realIn;
        uint256 realOut;
        uint256 inReserve;
        uint256 outReserve;
        uint256 amountIn;
        uint256 amountOut;
        uint256 kept;
    }

    constructor(
        uint256 id,
        IFluidLiquidity liquidity_,
        address deployer_,
        address[2] memory tokens,
        uint256[4] memory scales
    ) FluidPrices(deployer_) FluidReserves(liquidity_, tokens, scales) {
        require(tokens[0] < tokens[1], "Token0ShouldBeSmallerThanToken1");
        (DEX_ID, factory) = (id, msg.sender);
    }

    function readFromStorage(bytes32 slot) external view returns (uint256 word) {
        assembly {
            word := sload(slot)
        }
    }

    function set(bytes32[] calldata slots, uint256[] calldata words) external {
        for (uint256 i = 0; i < slots.length; i++) {
            (bytes32 slot, uint256 word) = (slots[i], words[i]);
            assembly {
                sstore(slot, word)
            }
        }
    }

    function constantsView() external view returns (Constants memory constants) {
        (constants.dexId, constants.liquidity, constants.factory) = (DEX_ID, address(liquidity), factory);
        (constants.deployerContract, constants.token0, constants.token1) = (deployer, token0, token1);
    }

    function constantsView2() external view returns (uint256[4] memory) {
        return [numerator0, denominator0, numerator1, denominator1];
    }

    function swapIn(bool swap0to1, uint256 amountIn, uint256 amountOutMin, address to)
        external
        payable
        returns (uint256 amountOut)
    {
        if (to == address(0)) to = msg.sender;
        if (dexVariables2 >> 255 == 1) revert FluidDexError("SwapAndArbitragePaused");
        if (dexVariables & 1 == 1) revert FluidDexError("AlreadyEntered");
        if (dexVariables2 & 3 == 0) revert FluidDexError("PoolNotInitialized");
        dexVariables |= 1;
        uint256 amount = adjusted(swap0to1, amountIn);
        if (amount < 1e6 || amount >> 96 != 0 || amountIn < 100 || amountIn >> 128 != 0) {
            revert FluidDexError("LimitingAmountsSwapAndNonPerfectActions");
        }
        if (msg.value > 0 && (msg.value != amountIn || _token(swap0to1) != NATIVE)) revert FluidDexError("Eth");
        Range memory range = _range();
        (Side memory col, Side memory debt) = _sides(swap0to1, amount, range);
        uint256 price = _trade(col, debt, swap0to1, range.center);
        uint256 withdrawn = restored(!swap0to1, col.amountOut);
        uint256 borrowed = restored(!swap0to1, debt.amountOut);
        amountOut = withdrawn + borrowed;
        if (amountOut < amountOutMin) revert FluidDexError("NotEnoughAmountOut");
        liquidity.operate{value: msg.value}(
            _token(swap0to1),
            int256(restored(swap0to1, col.kept)),
            -int256(restored(swap0to1, debt.kept)),
            address(0),
            address(0),
            abi.encode(amountIn, false, msg.sender)
        );
        liquidity.operate(_token(!swap0to1), -int256(withdrawn), int256(borrowed), to, to, "");
        _verifyUtilization(swap0to1);
        dexVariables = _priced(price, range.center) & ~uint256(1);
        emit Swap(swap0to1, amountIn, amountOut, to);
    }

    function liquidityCallback(address token, uint256, bytes calldata data) external {
        require(msg.sender == address(liquidity) && dexVariables & 1 == 1, "liquidityCallback");
        (uint256 amount,, address from) = abi.decode(data, (uint256, bool, address));
        (bool ok,) =
            token.call(abi.encodeWithSignature("transferFrom(address,address,uint256)", from, msg.sender, amount));
        require(ok, "transferFrom");
    }

    function _token(bool is0) private view returns (address) {
        return is0 ? token0 : token1;
    }

    /// Divides what comes in so that both sides end with one price.
    function _sides(bool swap0to1, uint256 amount, Range memory range)
        private
        view
        returns (Side memory col, Side memory debt)
    {
        (bool hasCol, bool hasDebt) = (dexVariables2 & 1 == 1, dexVariables2 & 2 == 2);
        if (hasCol) col = _side(_collateral(range), swap0to1);
        if (hasDebt) debt = _side(_debt(range), swap0to1);
        if (amount > (col.inReserve + debt.inReserve) / 2) revert FluidDexError("SwapInLimitingAmounts");
        col.amountIn = amount;
        if (hasCol && hasDebt) {
            uint256 root1 = FluidWords.root(col.inReserve * col.outReserve * 1e18);
            uint256 root2 = FluidWords.root(debt.inReserve * debt.outReserve * 1e18);
            int256 part = (int256((debt.inReserve + amount) * root1) - int256(col.inReserve * root2))
                / int256(root1 + root2);
            if (part <= 0) col.amountIn = 0;
            else if (uint256(part) < amount) col.amountIn = uint256(part);
        } else if (hasDebt) {
            col.amountIn = 0;
        }
        debt.amountIn = amount - col.amountIn;
    }

    function _side(Reserves memory r, bool swap0to1) private pure returns (Side memory) {
        return swap0to1
            ? Side(r.real0, r.real1, r.imaginary0, r.imaginary1, 0, 0, 0)
            : Side(r.real1, r.real0, r.imaginary1, r.imaginary0, 0, 0, 0);
    }

    function _trade(Side memory col, Side memory debt, bool swap0to1, uint256 center) private view returns (uint256) {
        _tradeSide(col, swap0to1, center);
        _tradeSide(debt, swap0to1, center);
        Side memory larger = col.kept > debt.kept ? col : debt;
        (uint256 given, uint256 left) = (larger.inReserve + larger.kept, larger.outReserve - larger.amountOut);
        return swap0to1 ? (left * 1e27) / given : (given * 1e27) / left;
    }

    function _tradeSide(Side memory side, bool swap0to1, uint256 center) private view {
        if (side.amountIn == 0) return;
        uint256 fee = dexVariables2.field(2, 17);
        uint256 paid = (side.amountIn * (1e6 - fee)) / 1e6;
        side.amountOut = (paid * side.outReserve) / (side.inReserve + paid);
        uint256 least = (side.realIn + side.amountIn) * (swap0to1 ? center : 1e27) / ((swap0to1 ? 1e27 : center) * 1e4);
        if (side.realOut - side.amountOut < least) revert FluidDexError("TokenReservesTooLow");
        side.kept = (side.amountIn * (1e8 - dexVariables2.field(19, 7) * fee)) / 1e8;
    }

    function _verifyUtilization(bool swap0to1) private view {
        uint256 limit = dexVariables2.field(swap0to1 ? 238 : 228, 10);
        if (limit < 1000 && _pricesOf(_token(!swap0to1)).field(30, 14) > limit * 10) {
            revert FluidDexError("LiquidityLayerTokenUtilizationCapReached");
        }
    }

    /// Stores the price, which may move by a twentieth in a block.
    function _priced(uint256 price, uint256 center) private view returns (uint256 word) {
        word = dexVariables;
        if (block.timestamp == word.field(121, 33)) {
            uint256 stored = word.big(81, 40);
            if (center < (99_999_999 * stored) / 1e8 || center > (100_000_001 * stored) / 1e8) {
                revert FluidDexError("CenterPriceOutOfRange");
            }
            _verifyMove(word.big(1, 40), price);
            return word.put(41, 40, price.packDown(32));
        }
        _verifyMove(word.big(41, 40), price);
        word = word.put(1, 40, word.field(41, 40)).put(41, 40, price.packDown(32));
        return word.put(81, 40, center.packDown(32)).put(121, 33, block.timestamp);
    }

    function _verifyMove(uint256 from, uint256 to) private pure {
        int256 move = 1e18 - int256((from * 1e18) / to);
        if (move > 5e16 || move < -5e16) revert FluidDexError("OracleUpdateHugeSwapDiff");
    }
}
