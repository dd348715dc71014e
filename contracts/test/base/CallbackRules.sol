// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CoreWallet} from "../../src/hosts/CoreWallet.sol";
import {ProgramReader} from "../../src/vm/ProgramReader.sol";
import {V3Steps} from "../../src/vm/V3Steps.sol";
import {GreedyPool, OwedPool, TwicePaidPool} from "./Hostile.sol";
import {Steps} from "./Steps.sol";
import {HookToken} from "./Tokens.sol";
import {ISwapCallback} from "./Venues.sol";
import {WalletInputs} from "./WalletInputs.sol";

/// Accounts that a pool can call back.
abstract contract CallbackRules is WalletInputs {
    /// A pool that says it is owed its output, too: two's complement would make the most of it.
    function test_rule7_poolThatIsOwedItsOutput() public {
        int256[3] memory claims = [int256(1), 0, type(int256).max];
        for (uint256 i; i < claims.length; ++i) {
            OwedPool owed = new OwedPool(a, b, claims[i]);
            bytes memory pay = Steps.v3Pay(1, 2, true, address(owed), _account(), address(a));
            vm.expectRevert(abi.encodeWithSelector(ProgramReader.AmountOutOfRange.selector, 1));
            _run(bytes.concat(hex"02", Steps.set(1, uint128(ONE)), pay, Steps.atLeast(2, uint128(ONE))));
        }
        assertEq(a.balanceOf(_account()), FUNDS);
    }

    /// The right to be paid is gone before the token moves, which may give the pool control.
    function test_rule7_askedAgainWhilePaying() public {
        HookToken hooked = new HookToken();
        TwicePaidPool twice = new TwicePaidPool(hooked, b);
        b.mint(address(twice), DEPTH);
        hooked.mint(_account(), 2 * ONE);
        bytes memory pay = Steps.v3Pay(1, 1, true, address(twice), user, address(hooked));
        _run(bytes.concat(hex"01", Steps.set(1, uint128(ONE)), pay));
        assertTrue(twice.refused(), "asked again, in vain");
        assertEq(hooked.balanceOf(_account()), ONE); // paid once
    }

    function test_v3_paysFromTheAccount() public {
        bytes memory program = bytes.concat(hex"01", Steps.v3Pay(1, 1, true, address(pool), user, address(a)));
        assertEq(_execute(orderOf(ONE, user), program), ONE);
        assertEq(a.balanceOf(_account()), FUNDS - ONE);
    }

    /// A pool that misuses the callback gets what it was offered, or nothing.
    function test_rule7_callbackTricks() public {
        b.mint(_account(), FUNDS);
        for (uint8 i; i <= uint8(type(GreedyPool.Trick).max); ++i) {
            GreedyPool greedy = new GreedyPool(a, b, GreedyPool.Trick(i), b);
            b.mint(address(greedy), DEPTH);
            bytes memory pay = Steps.v3Pay(1, 1, true, address(greedy), user, address(a));
            bool silent = GreedyPool.Trick(i) == GreedyPool.Trick.NeverAsk;
            vm.expectPartialRevert(silent ? V3Steps.CallbackMissing.selector : ProgramReader.StepFailed.selector);
            _execute(orderOf(ONE, user), bytes.concat(hex"01", pay));
        }
        assertEq(a.balanceOf(_account()), FUNDS);
        assertEq(b.balanceOf(_account()), FUNDS);
    }

    function test_rule7_forgedCallback() public {
        _execute(orderOf(ONE, user), overPair(user));
        bytes memory payment = abi.encode(address(a), 1);
        vm.expectRevert(abi.encodeWithSelector(V3Steps.UnexpectedCallback.selector, attacker));
        vm.prank(attacker);
        ISwapCallback(_account()).uniswapV3SwapCallback(1, -1, payment);
    }

    function test_receivesTokensOfEveryKind() public {
        _execute(orderOf(ONE, user), overPair(user));
        CoreWallet account = CoreWallet(payable(_account()));
        uint256[] memory none;
        assertTrue(account.onERC721Received(user, user, 1, "") == 0x150b7a02, "ERC-721");
        assertTrue(account.onERC1155Received(user, user, 1, 1, "") == 0xf23a6e61, "ERC-1155");
        assertTrue(account.onERC1155BatchReceived(user, user, none, none, "") == 0xbc197c81, "ERC-1155 batch");
        assertTrue(account.supportsInterface(0x01ffc9a7) && !account.supportsInterface(0xffffffff), "ERC-165");
        assertTrue(account.supportsInterface(0x150b7a02), "ERC-721 by ERC-165");
        assertTrue(account.supportsInterface(0x4e2312e0), "ERC-1155 by ERC-165");
    }
}
