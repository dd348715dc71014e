// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {InfinityPoolKey, IPoolsHolder} from "../src/Interfaces.sol";
import {PrepaidInfinity} from "../src/PrepaidInfinity.sol";
import {PrepaidPools} from "../src/PrepaidPools.sol";
import {Route} from "../src/Route.sol";
import {WalletVM} from "../src/hosts/WalletVM.sol";
import {FalseVault, InfinityManager, InfinityVault} from "./base/InfinityMarket.sol";
import {Steps} from "./base/Steps.sol";
import {Token} from "./base/Tokens.sol";
import {WalletBase} from "./base/WalletBase.sol";

/// The adapter for pools of PancakeSwap Infinity: what it does, and what nobody gets out of it.
contract PrepaidInfinityTest is WalletBase {
    uint256 private constant ONE = 1e18;
    uint256 private constant PAID = 0.997e18;
    uint256 private constant PAID_BY_BINS = 0.99e18;
    uint256 private constant MOST = 1e21;

    InfinityVault private holder;
    InfinityPoolKey private key;
    InfinityPoolKey private native;

    function setUp() public override {
        super.setUp();
        holder = new InfinityVault();
        InfinityManager manager = new InfinityManager(holder, MOST);
        a.mint(address(holder), DEPTH);
        b.mint(address(holder), DEPTH);
        vm.deal(address(holder), DEPTH);
        (address token0, address token1) = _aToB() ? (address(a), address(b)) : (address(b), address(a));
        key = _keyOf(token0, token1, address(manager));
        native = _keyOf(address(0), address(b), address(manager));
    }

    function _keyOf(address token0, address token1, address manager) private pure returns (InfinityPoolKey memory) {
        return InfinityPoolKey(token0, token1, address(0), manager, 3000, bytes32(uint256(60 << 16)));
    }

    /// What a program does before it calls the adapter.
    function _prepay(Token token, uint256 amount) private {
        holder.sync(address(token));
        token.mint(address(holder), amount);
    }

    function _aToB() private view returns (bool zeroForOne) {
        return address(a) < address(b);
    }

    function _isEmpty() private view {
        assertEq(a.balanceOf(address(prepaidInfinity)), 0);
        assertEq(b.balanceOf(address(prepaidInfinity)), 0);
        assertEq(address(prepaidInfinity).balance, 0);
    }

    function test_swap_bothDirections() public {
        for (uint256 i; i < 3; ++i) {
            (Token tokenIn, Token tokenOut) = i == 1 ? (b, a) : (a, b);
            uint256 held = tokenOut.balanceOf(user);
            _prepay(tokenIn, ONE);
            assertEq(prepaidInfinity.swap(address(holder), key, _aToB() == (i != 1), ONE, user), PAID);
            assertEq(tokenOut.balanceOf(user) - held, PAID);
        }
        _isEmpty();
    }

    function test_swap_native() public {
        // A token that somebody else told the vault to look at does not stand in the way of coin.
        holder.sync(address(a));
        assertEq(prepaidInfinity.swap{value: ONE}(address(holder), native, true, ONE, user), PAID);
        assertEq(b.balanceOf(user), PAID);
        uint256 held = user.balance;
        _prepay(b, ONE);
        assertEq(prepaidInfinity.swap(address(holder), native, false, ONE, user), PAID);
        assertEq(user.balance - held, PAID);
        _isEmpty();
    }

    function test_swapInBins_bothDirections() public {
        for (uint256 i; i < 2; ++i) {
            (Token tokenIn, Token tokenOut) = i == 1 ? (b, a) : (a, b);
            uint256 held = tokenOut.balanceOf(user);
            _prepay(tokenIn, ONE);
            assertEq(prepaidInfinity.swapInBins(address(holder), key, _aToB() == (i != 1), ONE, user), PAID_BY_BINS);
            assertEq(tokenOut.balanceOf(user) - held, PAID_BY_BINS);
        }
        assertEq(prepaidInfinity.swapInBins{value: ONE}(address(holder), native, true, ONE, user), PAID_BY_BINS);
        _isEmpty();
    }

    function test_swapInBins_moreThanTheyTake() public {
        _prepay(a, MOST + 1);
        vm.expectRevert("OutOfLiquidity");
        prepaidInfinity.swapInBins(address(holder), key, _aToB(), MOST + 1, user);
        vm.expectRevert(abi.encodeWithSelector(PrepaidPools.InvalidAmount.selector, 1 << 127));
        prepaidInfinity.swapInBins(address(holder), key, _aToB(), 1 << 127, user);
    }

    function test_swapInBins_nothingPaid() public {
        _prepay(a, 1);
        vm.expectRevert(abi.encodeWithSelector(PrepaidPools.NothingPaid.selector, address(holder)));
        prepaidInfinity.swapInBins(address(holder), key, _aToB(), 1, user);
    }

    function _steps(bytes memory payment) private view returns (bytes memory) {
        Steps.Call memory c;
        (c.target, c.out, c.splices) = (address(prepaidInfinity), 1, Steps.splice(1, 4 + 8 * 32));
        c.data = abi.encodeCall(PrepaidInfinity.swap, (address(holder), key, _aToB(), 0, user));
        bytes memory sync = Steps.call(address(holder), abi.encodeCall(IPoolsHolder.sync, (address(a))));
        return bytes.concat(hex"01", sync, payment, Steps.call(c), Steps.atLeast(1, 1));
    }

    /// How the router's program uses it: the input goes from the caller to the vault at once.
    function test_swap_inAProgramOfTheRouter() public {
        Route memory o = order(ONE, address(0), user);
        assertEq(callAs(user, o, _steps(Steps.pull(1, address(holder)))), PAID);
        assertEq(b.balanceOf(user), PAID);
        _isEmpty();
    }

    function test_swap_inAProgramOfAWallet() public {
        bytes memory program = _steps(Steps.send(1, address(a), address(holder)));
        bytes memory data = abi.encodeCall(WalletVM.execute, (orderOf(ONE, user), program));
        vm.prank(user);
        safe.delegate(address(delegateExecutor), data);
        assertEq(b.balanceOf(user), PAID);
        _isEmpty();
    }

    function test_impossibleTerms() public {
        vm.expectRevert(abi.encodeWithSelector(PrepaidPools.InvalidAmount.selector, 0));
        prepaidInfinity.swap(address(holder), key, true, 0, user);
        vm.expectRevert(abi.encodeWithSelector(PrepaidPools.InvalidAmount.selector, 1 << 127));
        prepaidInfinity.swap(address(holder), key, true, 1 << 127, user);
        vm.expectRevert(abi.encodeWithSelector(PrepaidPools.InvalidRecipient.selector, address(0)));
        prepaidInfinity.swap(address(holder), key, true, ONE, address(0));
        // Coin for another token, and less coin than is sold.
        vm.expectRevert(abi.encodeWithSelector(PrepaidPools.InvalidAmount.selector, 1));
        prepaidInfinity.swap{value: 1}(address(holder), key, true, ONE, user);
        vm.expectRevert(abi.encodeWithSelector(PrepaidPools.InvalidAmount.selector, ONE - 1));
        prepaidInfinity.swap{value: ONE - 1}(address(holder), native, true, ONE, user);
        vm.expectRevert(abi.encodeWithSelector(PrepaidPools.InvalidAmount.selector, ONE));
        prepaidInfinity.swap{value: ONE}(address(holder), native, false, ONE, user);
    }

    function test_anotherPayment() public {
        uint256[2] memory sent = [ONE - 1, ONE + 1];
        for (uint256 i; i < 2; ++i) {
            _prepay(a, sent[i]);
            vm.expectRevert(abi.encodeWithSelector(PrepaidPools.NotPrepaid.selector, sent[i], ONE));
            prepaidInfinity.swap(address(holder), key, _aToB(), ONE, user);
            holder.sync(address(0));
        }
        // Of the pool's other token.
        _prepay(b, ONE);
        vm.expectRevert("CurrencyNotSettled");
        prepaidInfinity.swap(address(holder), key, _aToB(), ONE, user);
    }

    function test_partOfTheInput() public {
        _prepay(a, MOST + 1);
        vm.expectRevert(abi.encodeWithSelector(PrepaidPools.PartialFill.selector, MOST, MOST + 1));
        prepaidInfinity.swap(address(holder), key, _aToB(), MOST + 1, user);
    }

    function test_nothingPaid() public {
        _prepay(a, 1);
        vm.expectRevert(abi.encodeWithSelector(PrepaidPools.NothingPaid.selector, address(holder)));
        prepaidInfinity.swap(address(holder), key, _aToB(), 1, user);
    }

    function test_callbackOfStrangers() public {
        bytes memory data = abi.encode(key, true, ONE, attacker, false);
        address[2] memory strangers = [attacker, address(holder)];
        for (uint256 i; i < 2; ++i) {
            vm.expectRevert(abi.encodeWithSelector(PrepaidPools.UnexpectedCallback.selector, strangers[i]));
            vm.prank(strangers[i]);
            prepaidInfinity.lockAcquired(data);
        }
        _prepay(a, ONE);
        prepaidInfinity.swap(address(holder), key, _aToB(), ONE, user);
        vm.expectRevert(abi.encodeWithSelector(PrepaidPools.UnexpectedCallback.selector, address(holder)));
        vm.prank(address(holder));
        prepaidInfinity.lockAcquired(data);
    }

    function test_vaultsThatAreNone() public {
        FalseVault never = new FalseVault(0);
        vm.expectRevert(abi.encodeWithSelector(PrepaidPools.CallbackMissing.selector, address(never)));
        prepaidInfinity.swap{value: ONE}(address(never), native, true, ONE, user);
        FalseVault twice = new FalseVault(2);
        InfinityPoolKey memory ofTwice = native;
        vm.expectRevert(abi.encodeWithSelector(PrepaidPools.UnexpectedCallback.selector, address(twice)));
        prepaidInfinity.swap{value: ONE}(address(twice), ofTwice, true, ONE, user);
    }

    function testFuzz_I10_exactlyWhatWasPaid(uint64 amountIn, bool zeroForOne, uint96 inTheVault) public {
        uint256 amount = uint256(amountIn) + 1000;
        Token tokenIn = zeroForOne == _aToB() ? a : b;
        tokenIn.mint(address(holder), inTheVault);
        uint256 held = tokenIn.balanceOf(address(holder));
        _prepay(tokenIn, amount);
        prepaidInfinity.swap(address(holder), key, zeroForOne, amount, user);
        assertEq(tokenIn.balanceOf(address(holder)), held + amount);
        _isEmpty();
    }
}
