// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPoolsHolder, PoolKey} from "../src/Interfaces.sol";
import {PrepaidPools} from "../src/PrepaidPools.sol";
import {PrepaidV4} from "../src/PrepaidV4.sol";
import {Route} from "../src/Route.sol";
import {WalletVM} from "../src/hosts/WalletVM.sol";
import {CallingToken, GenerousManager, Thief} from "./base/HostileV4.sol";
import {Steps} from "./base/Steps.sol";
import {Token} from "./base/Tokens.sol";
import {FalseManager, Hook, IV4Pools, V4Market} from "./base/V4Market.sol";
import {WalletBase} from "./base/WalletBase.sol";

/// The adapter for V4 pools, on the manager's own bytecode: what it does, and what nobody gets out of it.
contract PrepaidV4Test is WalletBase {
    uint256 private constant ONE = 1e18;
    /// Of ONE in a pool of 1e24 at a price of 1, after the fee.
    uint256 private constant PAID = 996999005991991025;

    V4Market private market;
    IV4Pools private manager;
    PoolKey private key;
    PoolKey private native;

    function setUp() public override {
        super.setUp();
        market = new V4Market();
        manager = market.manager();
        (Token token0, Token token1) = _aToB() ? (a, b) : (b, a);
        a.mint(address(market), DEPTH);
        b.mint(address(market), DEPTH);
        vm.deal(address(market), DEPTH);
        key = market.open(address(token0), address(token1), address(0));
        native = market.open(address(0), address(b), address(0));
    }

    /// What a program does before it calls the adapter.
    function _prepay(Token token, uint256 amount) private {
        manager.sync(address(token));
        token.mint(address(manager), amount);
    }

    function _aToB() private view returns (bool zeroForOne) {
        return address(a) < address(b);
    }

    function _isEmpty() private view {
        assertEq(a.balanceOf(address(prepaidV4)), 0);
        assertEq(b.balanceOf(address(prepaidV4)), 0);
        assertEq(address(prepaidV4).balance, 0);
    }

    function test_swap_bothDirections() public {
        for (uint256 i; i < 2; ++i) {
            (Token tokenIn, Token tokenOut) = i == 0 ? (a, b) : (b, a);
            uint256 held = tokenOut.balanceOf(user);
            _prepay(tokenIn, ONE);
            uint256 paid = prepaidV4.swap(address(manager), key, _aToB() == (i == 0), ONE, user);
            assertEq(tokenOut.balanceOf(user) - held, paid);
            assertTrue(paid > ONE * 99 / 100, "at the pool's price");
        }
        _isEmpty();
    }

    function test_swap_exactAmount() public {
        _prepay(a, ONE);
        assertEq(prepaidV4.swap(address(manager), key, _aToB(), ONE, user), PAID);
    }

    function test_swap_nativeIn() public {
        uint256 paid = prepaidV4.swap{value: ONE}(address(manager), native, true, ONE, user);
        assertEq(paid, PAID);
        assertEq(b.balanceOf(user), paid);
        _isEmpty();
    }

    /// A token that somebody else told the manager to look at does not stand in the way of coin.
    function test_swap_nativeIn_afterSync() public {
        manager.sync(address(a));
        assertEq(prepaidV4.swap{value: ONE}(address(manager), native, true, ONE, user), PAID);
    }

    function test_swap_nativeOut() public {
        _prepay(b, ONE);
        uint256 held = user.balance;
        assertEq(prepaidV4.swap(address(manager), native, false, ONE, user), PAID);
        assertEq(user.balance - held, PAID);
        _isEmpty();
    }

    function _steps(bytes memory payment) private view returns (bytes memory) {
        Steps.Call memory c;
        (c.target, c.out, c.splices) = (address(prepaidV4), 1, Steps.splice(1, 4 + 7 * 32));
        c.data = abi.encodeCall(PrepaidV4.swap, (address(manager), key, _aToB(), 0, user));
        bytes memory sync = Steps.call(address(manager), abi.encodeCall(IPoolsHolder.sync, (address(a))));
        return bytes.concat(hex"01", sync, payment, Steps.call(c), Steps.atLeast(1, 1));
    }

    /// How the router's program uses it: the input goes from the caller to the manager at once.
    function test_swap_inAProgramOfTheRouter() public {
        Route memory o = order(ONE, address(0), user);
        assertEq(callAs(user, o, _steps(Steps.pull(1, address(manager)))), PAID);
        assertEq(b.balanceOf(user), PAID);
        _isEmpty();
    }

    function test_swap_inAProgramOfAWallet() public {
        bytes memory program = _steps(Steps.send(1, address(a), address(manager)));
        bytes memory data = abi.encodeCall(WalletVM.execute, (orderOf(ONE, user), program));
        vm.prank(user);
        safe.delegate(address(delegateExecutor), data);
        assertEq(b.balanceOf(user), PAID);
        _isEmpty();
    }

    function test_zeroAndImpossibleAmounts() public {
        uint256[3] memory amounts = [0, uint256(1 << 127), type(uint256).max];
        for (uint256 i; i < amounts.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(PrepaidPools.InvalidAmount.selector, amounts[i]));
            prepaidV4.swap(address(manager), key, true, amounts[i], user);
        }
        // The largest amount is one that only lacks its payment.
        uint256 largest = (1 << 127) - 1;
        vm.expectRevert(abi.encodeWithSelector(PrepaidPools.NotPrepaid.selector, 0, largest));
        prepaidV4.swap(address(manager), key, true, largest, user);
    }

    function test_coinThatIsNotTheInput() public {
        vm.expectRevert(abi.encodeWithSelector(PrepaidPools.InvalidAmount.selector, 1));
        prepaidV4.swap{value: 1}(address(manager), key, true, ONE, user);
        vm.expectRevert(abi.encodeWithSelector(PrepaidPools.InvalidAmount.selector, ONE - 1));
        prepaidV4.swap{value: ONE - 1}(address(manager), native, true, ONE, user);
        vm.expectRevert(abi.encodeWithSelector(PrepaidPools.InvalidAmount.selector, ONE));
        prepaidV4.swap{value: ONE}(address(manager), native, false, ONE, user);
        (bool ok,) = address(prepaidV4).call{value: 1}("");
        assertTrue(!ok, "no coin by itself");
    }

    function test_recipientThatIsNobody() public {
        address[2] memory recipients = [address(0), address(prepaidV4)];
        for (uint256 i; i < recipients.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(PrepaidPools.InvalidRecipient.selector, recipients[i]));
            prepaidV4.swap(address(manager), key, true, ONE, recipients[i]);
        }
    }

    function test_anotherPayment() public {
        uint256[2] memory sent = [ONE - 1, ONE + 1];
        for (uint256 i; i < 2; ++i) {
            _prepay(a, sent[i]);
            vm.expectRevert(abi.encodeWithSelector(PrepaidPools.NotPrepaid.selector, sent[i], ONE));
            prepaidV4.swap(address(manager), key, _aToB(), ONE, user);
            manager.sync(address(0));
        }
        // Of the pool's other token.
        _prepay(b, ONE);
        vm.expectRevert();
        prepaidV4.swap(address(manager), key, _aToB(), ONE, user);
    }

    /// Tokens that were sent before `sync` are the manager's, and nobody's payment.
    function test_paymentWithoutSync() public {
        a.mint(address(manager), ONE);
        vm.expectRevert(abi.encodeWithSelector(PrepaidPools.NotPrepaid.selector, 0, ONE));
        prepaidV4.swap(address(manager), key, _aToB(), ONE, user);
        manager.sync(address(a));
        vm.expectRevert(abi.encodeWithSelector(PrepaidPools.NotPrepaid.selector, 0, ONE));
        prepaidV4.swap(address(manager), key, _aToB(), ONE, attacker);
    }

    function test_partOfTheInput() public {
        _prepay(a, DEPTH);
        vm.expectPartialRevert(PrepaidPools.PartialFill.selector);
        prepaidV4.swap(address(manager), key, _aToB(), DEPTH, user);
    }

    function test_nothingPaid() public {
        _prepay(a, 1);
        vm.expectRevert(abi.encodeWithSelector(PrepaidPools.NothingPaid.selector, address(manager)));
        prepaidV4.swap(address(manager), key, _aToB(), 1, user);
    }

    function test_callbackOfStrangers() public {
        bytes memory data = abi.encode(key, true, ONE, attacker);
        address[2] memory strangers = [attacker, address(manager)];
        for (uint256 i; i < 2; ++i) {
            vm.expectRevert(abi.encodeWithSelector(PrepaidPools.UnexpectedCallback.selector, strangers[i]));
            vm.prank(strangers[i]);
            prepaidV4.unlockCallback(data);
        }
        _prepay(a, ONE);
        prepaidV4.swap(address(manager), key, _aToB(), ONE, user);
        vm.expectRevert(abi.encodeWithSelector(PrepaidPools.UnexpectedCallback.selector, address(manager)));
        vm.prank(address(manager));
        prepaidV4.unlockCallback(data);
    }

    function test_managersThatAreNone() public {
        FalseManager never = new FalseManager(false);
        vm.expectRevert(abi.encodeWithSelector(PrepaidPools.CallbackMissing.selector, address(never)));
        prepaidV4.swap{value: ONE}(address(never), native, true, ONE, user);
        FalseManager silent = new FalseManager(true);
        vm.expectRevert(abi.encodeWithSelector(PrepaidPools.NothingPaid.selector, address(silent)));
        prepaidV4.swap{value: ONE}(address(silent), native, true, ONE, user);
        vm.expectRevert();
        prepaidV4.swap{value: ONE}(attacker, native, true, ONE, user);
    }

    function test_callbackTwice() public {
        GenerousManager twice = new GenerousManager(b, true);
        vm.expectRevert(abi.encodeWithSelector(PrepaidPools.UnexpectedCallback.selector, address(twice)));
        prepaidV4.swap{value: ONE}(address(twice), native, true, ONE, user);
        GenerousManager once = new GenerousManager(b, false);
        assertEq(prepaidV4.swap{value: ONE}(address(once), native, true, ONE, user), ONE);
    }

    /// Hooks run while the adapter does. They find its lock, and its payment made.
    function test_hooks() public {
        // Before and after a swap.
        Hook hook = Hook(payable(address(uint160(0xC0))));
        vm.etch(address(hook), address(new Hook()).code);
        (address token0, address token1) = _aToB() ? (address(a), address(b)) : (address(b), address(a));
        PoolKey memory hooked = market.open(token0, token1, address(hook));

        _prepay(a, ONE);
        hook.tell(address(prepaidV4), abi.encodeCall(PrepaidV4.swap, (address(manager), key, true, 1, attacker)));
        assertEq(prepaidV4.swap(address(manager), hooked, _aToB(), ONE, user), PAID);
        assertTrue(!hook.ok() && bytes4(hook.answer()) == PrepaidPools.Locked.selector, "refused by the lock");

        _prepay(a, ONE);
        hook.tell(address(hook), abi.encodeCall(Hook.grab, (manager, address(a))));
        prepaidV4.swap(address(manager), hooked, _aToB(), ONE, user);
        assertTrue(hook.ok(), "it settled");
        assertEq(a.balanceOf(address(hook)), 0);

        _prepay(a, ONE);
        bytes memory forged = abi.encodeCall(PrepaidV4.unlockCallback, (abi.encode(key, true, ONE, attacker)));
        hook.tell(address(prepaidV4), forged);
        prepaidV4.swap(address(manager), hooked, _aToB(), ONE, user);
        assertTrue(!hook.ok(), "no callback but the manager's");
        _isEmpty();
    }

    /// Who is called while the input moves can take its payment for his own; then the whole trade is undone.
    function test_paymentTakenOnTheWay() public {
        Thief thief = new Thief(manager);
        CallingToken calling = new CallingToken(thief);
        thief.steals(calling);
        calling.mint(address(market), DEPTH);
        (address token0, address token1) =
            address(calling) < address(b) ? (address(calling), address(b)) : (address(b), address(calling));
        PoolKey memory pool_ = market.open(token0, token1, address(0));
        calling.mint(address(this), ONE);
        manager.sync(address(calling));
        calling.arm();
        calling.transfer(address(manager), ONE);
        assertEq(calling.balanceOf(address(thief)), ONE);
        vm.expectRevert(abi.encodeWithSelector(PrepaidPools.NotPrepaid.selector, 0, ONE));
        prepaidV4.swap(address(manager), pool_, address(calling) == token0, ONE, user);
    }

    function test_lockIsReleased() public {
        for (uint256 i; i < 3; ++i) {
            _prepay(a, ONE);
            prepaidV4.swap(address(manager), key, _aToB(), ONE, user);
        }
        _isEmpty();
    }

    function testFuzz_I10_exactlyWhatWasPaid(uint72 amountIn, bool zeroForOne, uint96 inTheManager) public {
        uint256 amount = uint256(amountIn) + 1000;
        Token tokenIn = zeroForOne == _aToB() ? a : b;
        tokenIn.mint(address(manager), inTheManager);
        uint256 held = tokenIn.balanceOf(address(manager));
        _prepay(tokenIn, amount);
        prepaidV4.swap(address(manager), key, zeroForOne, amount, user);
        assertEq(tokenIn.balanceOf(address(manager)), held + amount);
        _isEmpty();
    }
}
