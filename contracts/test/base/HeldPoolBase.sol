// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {InfinityPoolKey, PoolKey} from "../../src/Interfaces.sol";
import {Route} from "../../src/Route.sol";
import {WalletVM} from "../../src/hosts/WalletVM.sol";
import {ProgramReader} from "../../src/vm/ProgramReader.sol";
import {InfinityManager, InfinityVault} from "./InfinityMarket.sol";
import {Steps} from "./Steps.sol";
import {Token} from "./Tokens.sol";
import {IV4Pools, V4Market} from "./V4Market.sol";
import {WalletBase} from "./WalletBase.sol";

/// A V4 manager with its own code and a vault of PancakeSwap Infinity, each with a pool of a and b, and of the coin and b.
abstract contract HeldPoolBase is WalletBase {
    uint256 internal constant ONE = 1e18;
    /// Of ONE in a V4 pool of 1e24 at a price of 1, after the fee.
    uint256 internal constant PAID = 996999005991991025;
    uint256 internal constant PAID_BY_TICKS = 0.997e18;
    uint256 internal constant PAID_BY_BINS = 0.99e18;
    /// More than this no pool of Infinity takes.
    uint256 internal constant MOST = 1e21;

    uint8 internal constant PULL_TICKS = 0x26;
    uint8 internal constant PAY_TICKS = 0x27;
    uint8 internal constant PULL_BINS = 0x28;
    uint8 internal constant PAY_BINS = 0x29;

    V4Market internal market;
    IV4Pools internal manager;
    PoolKey internal key;
    PoolKey internal native;
    InfinityVault internal holder;
    InfinityPoolKey internal infinityKey;
    InfinityPoolKey internal infinityNative;

    function setUp() public virtual override {
        super.setUp();
        market = new V4Market();
        manager = market.manager();
        holder = new InfinityVault();
        a.mint(address(market), DEPTH);
        b.mint(address(market), DEPTH);
        a.mint(address(holder), DEPTH);
        b.mint(address(holder), DEPTH);
        vm.deal(address(market), DEPTH);
        vm.deal(address(holder), DEPTH);
        (address token0, address token1) = _sorted(address(a));
        key = market.open(token0, token1, address(0));
        native = market.open(address(0), address(b), address(0));
        address pools = address(new InfinityManager(holder, MOST));
        infinityKey = InfinityPoolKey(token0, token1, address(0), pools, 3000, bytes32(uint256(60 << 16)));
        infinityNative = InfinityPoolKey(address(0), address(b), address(0), pools, 3000, bytes32(uint256(60 << 16)));
        b.mint(user, FUNDS);
    }

    function _sorted(address token) internal view returns (address, address) {
        return token < address(b) ? (token, address(b)) : (address(b), token);
    }

    function _aToB() internal view returns (bool zeroForOne) {
        return address(a) < address(b);
    }

    /// All of register 1, from a to b unless `back`, into register 1.
    function _v4(bool pay, bool back, address to) internal view returns (bytes memory) {
        bool zeroForOne = _aToB() != back;
        return pay
            ? Steps.v4Pay(1, 1, zeroForOne, address(manager), to, key)
            : Steps.v4Pull(1, 1, zeroForOne, address(manager), to, key);
    }

    function _infinity(uint8 op, bool back, address to) internal view returns (bytes memory) {
        return Steps.infinity(op, 1, 1, _aToB() != back, address(holder), to, infinityKey);
    }

    /// The six, from a to b for `to`.
    function _all(address to) internal view returns (bytes[6] memory) {
        return [
            _v4(false, false, to),
            _v4(true, false, to),
            _infinity(PULL_TICKS, false, to),
            _infinity(PAY_TICKS, false, to),
            _infinity(PULL_BINS, false, to),
            _infinity(PAY_BINS, false, to)
        ];
    }

    /// The three that pay coin.
    function _nativeIn() internal view returns (bytes[3] memory) {
        return [
            Steps.v4Pay(1, 1, true, address(manager), user, native),
            Steps.infinity(PAY_TICKS, 1, 1, true, address(holder), user, infinityNative),
            Steps.infinity(PAY_BINS, 1, 1, true, address(holder), user, infinityNative)
        ];
    }

    /// The three that have the router pay it.
    function _coinPulled() internal view returns (bytes[3] memory) {
        return [
            Steps.v4Pull(1, 1, true, address(manager), user, native),
            Steps.infinity(PULL_TICKS, 1, 1, true, address(holder), user, infinityNative),
            Steps.infinity(PULL_BINS, 1, 1, true, address(holder), user, infinityNative)
        ];
    }

    /// What each of the six pays for ONE.
    function _paid(uint256 i) internal pure returns (uint256) {
        return i < 2 ? PAID : i < 4 ? PAID_BY_TICKS : PAID_BY_BINS;
    }

    /// The contract that each of the six has unlocked.
    function _holderOf(uint256 i) internal view returns (address) {
        return i < 2 ? address(manager) : address(holder);
    }

    function _paysItself(uint256 i) internal pure returns (bool) {
        return i % 2 == 1;
    }

    /// One step, on registers of which all but the first start with 0.
    function _program(bytes memory step) internal pure returns (bytes memory) {
        return bytes.concat(hex"02", step);
    }

    /// In the core wallet by its factory, or in the account with code.
    function _inWallet(uint256 i, bytes memory data) internal returns (bytes memory) {
        return i == 0 ? _call(user, address(factory), data, 0) : _call(account7702, account7702, data, 0);
    }

    function _executeIn(uint256 wallet, bytes memory program) internal {
        _inWallet(wallet, abi.encodeCall(WalletVM.execute, (orderOf(ONE, user), program)));
    }

    /// From b to a, or from b to the coin.
    function _back(address tokenOut, address payTo) internal view returns (Route memory o) {
        o = order(ONE, payTo, user);
        (o.tokenIn, o.tokenOut) = (address(b), tokenOut);
    }

    /// The routes begin without a payment where the step pulls, and with one to the executor where it pays.
    function _orderFor(bool pay, address executor) internal view returns (Route memory) {
        return order(ONE, pay ? executor : address(0), user);
    }

    function _stepFailed(uint256 step, address target, bytes memory reason) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(ProgramReader.StepFailed.selector, step, target, reason);
    }

    function _isEmpty(address account) internal view {
        assertEq(a.balanceOf(account), 0);
        assertEq(b.balanceOf(account), 0);
        assertEq(account.balance, 0);
    }

    function _gain(Token token, uint256 before) internal view returns (uint256) {
        return token.balanceOf(user) - before;
    }
}
