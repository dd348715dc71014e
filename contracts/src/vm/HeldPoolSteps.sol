// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {
    IInfinityBinManager,
    IInfinityManager,
    IInfinityVault,
    InfinityPoolKey,
    IPoolsHolder,
    IV4Manager,
    PoolKey,
    SwapParams
} from "../Interfaces.sol";
import {RawCall} from "../RawCall.sol";
import {TokenTransfer} from "../TokenTransfer.sol";
import {V3Steps} from "./V3Steps.sol";

/// Swaps on pools whose tokens one contract holds for all, the manager of V4 pools or the vault of PancakeSwap Infinity, which
/// calls back whoever unlocks it.
abstract contract HeldPoolSteps is V3Steps {
    using TokenTransfer for address;

    /// The holder got another amount than is to be sold; inside its callback, whose failure StepFailed wraps.
    error NotPrepaid(uint256 paid, uint256 amountIn);

    /// Odd ones are paid by the host, even ones by the route's payer.
    uint8 internal constant V4_SWAP_PULL = 0x24;
    uint8 internal constant V4_SWAP_PAY = 0x25;
    uint8 internal constant INFINITY_SWAP_PULL = 0x26;
    uint8 internal constant INFINITY_SWAP_PAY = 0x27;
    uint8 internal constant INFINITY_BIN_SWAP_PULL = 0x28;
    uint8 internal constant INFINITY_BIN_SWAP_PAY = 0x29;

    uint256 private constant V4_SIZE = 110;
    uint256 private constant INFINITY_SIZE = 159;
    /// Of the step's bytes in what the holder is told: amountIn and the step's number are before them.
    uint256 private constant AT = 64;

    /// Hash of the holder that may call back now and of what it was told; 0: none.
    bytes32 private transient awaitedSale;

    /// Host hook: pays coin of the running route to `holder`, for the account of this contract there. When `ok`, RawCall answers
    /// how much the holder says that it got, else the reason.
    function _pullCoin(address holder, uint256 amount) internal virtual returns (bool ok);

    /// op in(1) out(1) direction(1) manager(20) to(20) currency0(20) currency1(20) fee(3) tickSpacing(3) hooks(20)
    /// op in(1) out(1) direction(1) vault(20) to(20) currency0(20) currency1(20) hooks(20) poolManager(20) fee(3) parameters(32)
    ///
    /// The holder is told the step itself, and has to call back with it.
    function _heldPool(bytes calldata program, State memory s, uint8 op) internal {
        uint256 start = s.next;
        if (!_receivesCallbacks(_pays(op))) revert InvalidOpcode(s.step, op);
        uint256 w = _step(program, s, op <= V4_SWAP_PAY ? V4_SIZE : INFINITY_SIZE);
        uint256 amountIn = _load(s, w >> 240);
        uint256 out = _index(s, w >> 232);
        _direction(s, w >> 224);
        _recipient(program, s, start + 24);
        if (amountIn == 0 || amountIn > uint128(type(int128).max)) revert AmountOutOfRange(s.step);

        address holder = address(uint160(w >> 64));
        bool ok = RawCall.tryCall(holder, 0, _awaitSale(program[start:s.next], s.step, amountIn));
        // It returns the bytes that the callback did: their place, their length, and the amount paid.
        if (!ok || RawCall.answerSize() < 96) _fail(s, holder);
        if (awaitedSale != 0) revert CallbackMissing(s.step, holder);
        s.registers[out] = RawCall.answerWord(2);
    }

    /// Body of a holder's callback: pays it, has the pool swap, and has it pay out. Settles before the swap, so that no pool's
    /// hook can take the payment for its own.
    ///
    /// @param told What `_heldPool` told the holder.
    /// @return The amount paid, in a word.
    function _onUnlocked(bytes calldata told) internal returns (bytes memory) {
        if (awaitedSale != _saleOf(told)) revert UnexpectedCallback(msg.sender);
        awaitedSale = 0;
        (uint256 amountIn, uint256 w) = (_word(told, 0), _word(told, AT));
        bool zeroForOne = uint8(w >> 224) == ZERO_FOR_ONE;
        (address tokenIn, address tokenOut) = (_address(told, AT + 44), _address(told, AT + 64));
        if (!zeroForOne) (tokenIn, tokenOut) = (tokenOut, tokenIn);
        uint8 op = uint8(w >> 248);

        _settle(tokenIn, amountIn, _pays(op));
        uint256 amountOut = _sell(told, op, zeroForOne, amountIn);
        RawCall.call(msg.sender, 0, abi.encodeCall(IPoolsHolder.take, (tokenOut, _address(told, AT + 24), amountOut)));
        return abi.encode(amountOut);
    }

    /// Notes who may call back with what, and returns the call that tells him, `unlock(bytes)` or `lock(bytes)`: the amount, the
    /// step's number, and the step. Written once, as packing, hashing and encoding each would copy all of it.
    function _awaitSale(bytes calldata step, uint256 index, uint256 amountIn) private returns (bytes memory data) {
        uint256 w = _word(step, 0);
        bytes4 unlock = uint8(w >> 248) <= V4_SWAP_PAY ? IV4Manager.unlock.selector : IInfinityVault.lock.selector;
        uint256 holder = uint160(w >> 64);
        bytes32 sale;
        assembly ("memory-safe") {
            data := mload(0x40)
            // Behind the length of the call, the selector, the place of the bytes and their length.
            let told := add(data, 100)
            let size := add(step.length, 64)
            mstore(told, amountIn)
            mstore(add(told, 32), index)
            calldatacopy(add(told, 64), step.offset, step.length)
            mstore(add(told, size), 0)
            // The holder stands for the moment where the length of the bytes will.
            mstore(sub(told, 32), holder)
            sale := keccak256(sub(told, 32), add(size, 32))
            mstore(add(data, 32), unlock)
            mstore(add(data, 36), 32)
            mstore(add(data, 68), size)
            let padded := and(add(size, 31), not(31))
            mstore(data, add(padded, 68))
            mstore(0x40, add(told, add(padded, 32)))
        }
        awaitedSale = sale;
    }

    /// What `_awaitSale` noted, if these bytes are what the caller was told.
    function _saleOf(bytes calldata told) private view returns (bytes32 sale) {
        assembly ("memory-safe") {
            let free := mload(0x40)
            mstore(free, caller())
            calldatacopy(add(free, 32), told.offset, told.length)
            sale := keccak256(free, add(told.length, 32))
        }
    }

    function _sell(bytes calldata told, uint8 op, bool zeroForOne, uint256 amountIn) private returns (uint256) {
        (address pools, bytes memory data) = _swapCall(told, op, zeroForOne, amountIn);
        uint256 step = _word(told, 32);
        bool ok = RawCall.tryCall(pools, 0, data);
        if (!ok || RawCall.answerSize() < 32) revert StepFailed(step, pools, RawCall.answer());
        return _gained(step, zeroForOne, amountIn, int256(RawCall.answerWord(0)));
    }

    function _pays(uint8 op) private pure returns (bool) {
        return op & 1 == 1;
    }

    /// The holder notes its balance, is paid, and says what it got.
    function _settle(address token, uint256 amountIn, bool pay) private {
        RawCall.call(msg.sender, 0, abi.encodeCall(IPoolsHolder.sync, (token)));
        uint256 paid;
        if (!pay && token == address(0)) {
            if (!_pullCoin(msg.sender, amountIn)) revert PullFailed(RawCall.answer());
            paid = RawCall.answerWord(0);
        } else {
            if (!pay) {
                if (!_pull(msg.sender, amountIn)) revert PullFailed(RawCall.answer());
            } else if (token != address(0)) {
                _checkSpending(token, amountIn);
                token.send(msg.sender, amountIn);
            }
            // Also finds out who has no code, of whom the calls without an answer ask none.
            paid = IPoolsHolder(msg.sender).settle{value: token == address(0) ? amountIn : 0}();
        }
        if (paid != amountIn) revert NotPrepaid(paid, amountIn);
    }

    /// The contract that swaps, and the call that makes it: of V4 the holder itself, of Infinity the manager in the pool's key.
    function _swapCall(bytes calldata told, uint8 op, bool zeroForOne, uint256 amountIn)
        private
        view
        returns (address pools, bytes memory data)
    {
        // forge-lint: disable-next-line(unsafe-typecast) bounded in `_heldPool`
        SwapParams memory params = SwapParams(zeroForOne, -int256(amountIn), _priceLimit(zeroForOne));
        (address currency0, address currency1) = (_address(told, AT + 44), _address(told, AT + 64));
        if (op <= V4_SWAP_PAY) {
            uint256 w = _word(told, AT + 84);
            (uint24 fee, int24 tickSpacing, address hooks) =
                (uint24(w >> 232), int24(uint24(w >> 208)), address(uint160(w >> 48)));
            PoolKey memory v4 = PoolKey(currency0, currency1, fee, tickSpacing, hooks);
            return (msg.sender, abi.encodeCall(IV4Manager.swap, (v4, params, "")));
        }
        InfinityPoolKey memory key = InfinityPoolKey(
            currency0,
            currency1,
            _address(told, AT + 84),
            _address(told, AT + 104),
            uint24(_word(told, AT + 124) >> 232),
            bytes32(_word(told, AT + 127))
        );
        data = op <= INFINITY_SWAP_PAY
            ? abi.encodeCall(IInfinityManager.swap, (key, params, ""))
            // forge-lint: disable-next-line(unsafe-typecast) bounded in `_heldPool`
            : abi.encodeCall(IInfinityBinManager.swap, (key, zeroForOne, -int128(int256(amountIn)), ""));
        return (key.poolManager, data);
    }

    /// What the pool owes, after checking that it took all it was offered.
    ///
    /// @param delta Of the swap: token0 in the upper 128 bits, token1 in the lower, positive what was gained.
    function _gained(uint256 step, bool zeroForOne, uint256 amountIn, int256 delta) private pure returns (uint256) {
        // forge-lint: disable-next-line(unsafe-typecast) two amounts of 128 bits
        (int256 amount0, int256 amount1) = (delta >> 128, int128(delta));
        (int256 given, int256 gained) = zeroForOne ? (amount0, amount1) : (amount1, amount0);
        // forge-lint: disable-next-line(unsafe-typecast) bounded in `_heldPool`
        if (given != -int256(amountIn)) revert PartialFill(step, uint256(-given), amountIn);
        if (gained <= 0) revert AmountOutOfRange(step);
        // forge-lint: disable-next-line(unsafe-typecast) positive
        return uint256(gained);
    }
}
