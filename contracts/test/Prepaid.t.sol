// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {PrepaidV3} from "../src/PrepaidV3.sol";
import {TokenTransfer} from "../src/TokenTransfer.sol";
import {WalletVM} from "../src/hosts/WalletVM.sol";
import {GreedyPool} from "./base/Hostile.sol";
import {Steps} from "./base/Steps.sol";
import {Token} from "./base/Tokens.sol";
import {ISwapCallback, Pool} from "./base/Venues.sol";
import {WalletBase} from "./base/WalletBase.sol";

/// The adapter for wallets that a pool cannot call back: what it does, and what nobody gets out of it.
contract PrepaidTest is WalletBase {
    uint256 private constant ONE = 1e18;

    function setUp() public override {
        super.setUp();
        a.mint(address(prepaid), ONE);
    }

    function test_swap() public {
        assertEq(prepaid.swap(address(pool), true, ONE, user), ONE);
        assertEq(b.balanceOf(user), ONE);
        assertEq(a.balanceOf(address(prepaid)), 0);
    }

    function test_swap_otherDirection() public {
        b.mint(address(prepaid), ONE);
        assertEq(prepaid.swap(address(pool), false, ONE, user), ONE);
        assertEq(a.balanceOf(user), FUNDS + ONE);
    }

    /// How a Safe's program uses it: send, call, and the return word.
    function test_swap_inAProgramOfAWallet() public {
        Steps.Call memory c;
        (c.target, c.out, c.splices) = (address(prepaid), 1, Steps.splice(1, 68));
        c.data = abi.encodeCall(PrepaidV3.swap, (address(pool), true, 0, user));
        bytes memory program =
            bytes.concat(hex"01", Steps.send(1, address(a), address(prepaid)), Steps.call(c), Steps.atLeast(1, 1));
        bytes memory data = abi.encodeCall(WalletVM.execute, (orderOf(ONE, user), program));
        vm.prank(user);
        safe.delegate(address(delegateExecutor), data);
        assertEq(b.balanceOf(user), ONE);
        assertEq(a.balanceOf(address(prepaid)), ONE); // what was there before
    }

    function test_zeroAndImpossibleAmounts() public {
        uint256[2] memory amounts = [0, uint256(type(int256).max) + 1];
        for (uint256 i; i < amounts.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(PrepaidV3.InvalidAmount.selector, amounts[i]));
            prepaid.swap(address(pool), true, amounts[i], user);
        }
    }

    function test_recipientThatIsNobody() public {
        address[2] memory recipients = [address(0), address(prepaid)];
        for (uint256 i; i < recipients.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(PrepaidV3.InvalidRecipient.selector, recipients[i]));
            prepaid.swap(address(pool), true, ONE, recipients[i]);
        }
    }

    function test_moreThanIsHere() public {
        vm.expectPartialRevert(TokenTransfer.TokenCallFailed.selector);
        prepaid.swap(address(pool), true, ONE + 1, user);
    }

    function test_partialFill() public {
        pool.setLimit(ONE - 1);
        vm.expectRevert(abi.encodeWithSelector(PrepaidV3.PartialFill.selector, ONE - 1, ONE));
        prepaid.swap(address(pool), true, ONE, user);
    }

    function test_wrongPool() public {
        address[2] memory pools = [address(0xdead), address(vault)];
        for (uint256 i; i < pools.length; ++i) {
            vm.expectRevert(bytes(""));
            prepaid.swap(pools[i], true, ONE, user);
        }
        assertEq(a.balanceOf(address(prepaid)), ONE);
    }

    function test_forgedCallbackWhenIdle() public {
        bytes memory payment = abi.encode(address(a), ONE);
        vm.expectRevert(abi.encodeWithSelector(PrepaidV3.UnexpectedCallback.selector, attacker));
        vm.prank(attacker);
        ISwapCallback(address(prepaid)).uniswapV3SwapCallback(int256(ONE), -1, payment);
        prepaid.swap(address(pool), true, ONE, user);
        vm.expectRevert(abi.encodeWithSelector(PrepaidV3.UnexpectedCallback.selector, address(pool)));
        vm.prank(address(pool)); // in the same transaction, after its swap
        ISwapCallback(address(prepaid)).uniswapV3SwapCallback(int256(ONE), -1, payment);
    }

    /// More, twice, another token, by somebody else, nothing, without arguments; and never.
    function test_callbackTricks() public {
        b.mint(address(prepaid), 5 * ONE);
        a.mint(address(prepaid), 5 * ONE);
        for (uint8 i; i <= uint8(type(GreedyPool.Trick).max); ++i) {
            GreedyPool greedy = new GreedyPool(a, b, GreedyPool.Trick(i), b);
            b.mint(address(greedy), DEPTH);
            bytes4 reason = PrepaidV3.UnexpectedCallback.selector;
            if (GreedyPool.Trick(i) == GreedyPool.Trick.AskForMore) reason = PrepaidV3.PartialFill.selector;
            if (GreedyPool.Trick(i) == GreedyPool.Trick.AskTwice) reason = PrepaidV3.PartialFill.selector;
            if (GreedyPool.Trick(i) == GreedyPool.Trick.AskForNothing) reason = PrepaidV3.PartialFill.selector;
            if (GreedyPool.Trick(i) == GreedyPool.Trick.NeverAsk) reason = PrepaidV3.CallbackMissing.selector;
            if (GreedyPool.Trick(i) == GreedyPool.Trick.NoArguments) reason = 0x08c379a0; // "refused"
            vm.expectPartialRevert(reason);
            prepaid.swap(address(greedy), true, ONE, user);
        }
        assertEq(a.balanceOf(address(prepaid)), 6 * ONE);
        assertEq(b.balanceOf(address(prepaid)), 5 * ONE);
    }

    /// A pool that swaps again while it is being paid, and after: one payment per call.
    function test_reentry() public {
        a.mint(address(prepaid), ONE);
        for (uint256 moment; moment < 2; ++moment) {
            NestedPool nested = new NestedPool(a, b, prepaid, pool, moment == 0);
            b.mint(address(nested), DEPTH);
            prepaid.swap(address(nested), true, ONE / 2, user);
            assertTrue(nested.answer() == PrepaidV3.Locked.selector, "refused by the lock");
        }
        assertEq(a.balanceOf(address(prepaid)), ONE);
    }

    function test_twoSwapsInOneTransaction() public {
        prepaid.swap(address(pool), true, ONE / 2, user);
        prepaid.swap(address(pool), true, ONE / 2, user);
        assertEq(b.balanceOf(user), ONE);
    }

    function test_poolThatPaysNothing() public {
        GreedyPool silent = new SilentPool(a, b, 0);
        vm.expectRevert(abi.encodeWithSelector(PrepaidV3.NothingPaid.selector, silent));
        prepaid.swap(address(silent), true, ONE, user);
    }

    /// A swap spends amountIn and no more, whoever left the rest; and what is left is anybody's.
    function testFuzz_leftoverOfAnother(uint64 left, uint64 amountIn) public {
        uint256 amount = uint256(amountIn) + 1;
        a.mint(address(prepaid), uint256(left) + amount);
        uint256 held = a.balanceOf(address(prepaid));
        prepaid.swap(address(pool), true, amount, user);
        assertEq(a.balanceOf(address(prepaid)), held - amount);
        vm.prank(attacker);
        prepaid.swap(address(pool), true, held - amount, attacker);
        assertEq(a.balanceOf(address(prepaid)), 0);
    }

    /// What a pool says it paid is only what it says: the wallet's minimum decides.
    function test_hostilePoolUnderTheMinimum() public {
        GreedyPool liar = new SilentPool(a, b, int256(ONE));
        bytes memory swap = abi.encodeCall(PrepaidV3.swap, (address(liar), true, ONE, user));
        bytes memory program =
            bytes.concat(hex"01", Steps.send(1, address(a), address(prepaid)), Steps.call(address(prepaid), swap));
        bytes memory data = abi.encodeCall(WalletVM.execute, (orderOf(ONE, user), program));
        vm.expectRevert(abi.encodeWithSelector(WalletVM.ReceivedTooLittle.selector, 0, 1));
        vm.prank(user);
        safe.delegate(address(delegateExecutor), data);
    }

    function test_noAllowances() public {
        prepaid.swap(address(pool), true, ONE, user);
        assertEq(a.allowance(address(prepaid), address(pool)), 0);
    }
}

/// Takes its input, pays nothing, and says it paid `claim`.
contract SilentPool is GreedyPool {
    int256 private immutable claim;

    constructor(Token token0_, Token token1_, int256 claim_) GreedyPool(token0_, token1_, Trick.NeverAsk, token1_) {
        claim = claim_;
    }

    function swap(address, bool, int256 amount, uint160, bytes calldata data)
        external
        override
        returns (int256, int256)
    {
        ISwapCallback(msg.sender).uniswapV3SwapCallback(amount, 0, data);
        return (amount, -claim);
    }
}

/// Tries a swap of its own, on an honest pool, with what rests in the adapter.
contract NestedPool is Pool {
    PrepaidV3 private immutable prepaid;
    Pool private immutable outlet;
    bool private immutable early;
    bytes4 public answer;

    constructor(Token token0_, Token token1_, PrepaidV3 prepaid_, Pool outlet_, bool early_) Pool(token0_, token1_) {
        (prepaid, outlet, early) = (prepaid_, outlet_, early_);
    }

    function swap(address to, bool, int256 amount, uint160, bytes calldata data)
        external
        override
        returns (int256, int256)
    {
        if (early) _again();
        token1.transfer(to, uint256(amount));
        ISwapCallback(msg.sender).uniswapV3SwapCallback(amount, -amount, data);
        if (!early) _again();
        return (amount, -amount);
    }

    function _again() private {
        try prepaid.swap(address(outlet), true, 1, address(this)) {
            answer = 0;
        } catch (bytes memory reason) {
            answer = bytes4(reason);
        }
    }
}
