// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Executor} from "../src/Executor.sol";
import {IPuller} from "../src/Interfaces.sol";
import {Route} from "../src/Route.sol";
import {Router} from "../src/Router.sol";
import {RouterHost} from "../src/RouterHost.sol";
import {ProgramReader} from "../src/vm/ProgramReader.sol";
import {Base} from "./base/Base.sol";
import {Steps} from "./base/Steps.sol";
import {FalseToken, QuietToken, Token} from "./base/Tokens.sol";
import {Pool, Vault} from "./base/Venues.sol";

/// Rules 1 and 8: what is done with allowances, the users' and the executors' own; and tokens that answer in their own way.
contract AllowancesTest is Base {
    uint256 private constant ONE = 1e18;

    // Rule 1: who holds allowances makes no arbitrary call, and moves only msg.sender's tokens.

    function test_rule1_aProgramHasNoUseOfABystandersAllowance() public {
        bytes memory steal = abi.encodeCall(Token.transferFrom, (victim, attacker, 1));
        vm.expectPartialRevert(ProgramReader.StepFailed.selector);
        callAs(attacker, order(ONE, address(0), attacker), bytes.concat(hex"01", Steps.call(address(a), steal)));
    }

    function test_rule1_pullTakesFromTheCallerAlone() public {
        bytes memory pull = abi.encodeCall(IPuller.pull, (address(pair), ONE));
        bytes memory program =
            bytes.concat(hex"01", Steps.call(address(router), pull), Steps.v2(1, 1, true, address(pair), attacker));
        callAs(attacker, order(ONE, address(0), attacker), program);
        assertEq(a.balanceOf(attacker), FUNDS - ONE);
        assertEq(a.balanceOf(victim), FUNDS);
    }

    function test_rule1_pullNeverExceedsAmountIn() public {
        bytes memory reason = abi.encodeWithSelector(Router.PullExceedsAmountIn.selector, ONE + 1, ONE);
        bytes memory called =
            bytes.concat(hex"01", Steps.call(address(router), abi.encodeCall(IPuller.pull, (attacker, ONE + 1))));
        expectStepFailed(0, address(router), reason);
        callAs(attacker, order(ONE, address(0), attacker), called);

        bytes memory twice = bytes.concat(hex"01", Steps.pull(1, attacker), Steps.pull(1, attacker));
        expectStepFailed(1, attacker, abi.encodeWithSelector(Router.PullExceedsAmountIn.selector, ONE, 0));
        callAs(attacker, order(ONE, address(0), attacker), twice);
    }

    function test_rule1_pullIsForTheExecutor_runIsForTheRouter() public {
        vm.expectRevert(abi.encodeWithSelector(Router.OnlyExecutor.selector));
        router.pull(attacker, 0);
        bytes memory program = bytes.concat(hex"01", Steps.set(1, 1));
        vm.expectRevert(abi.encodeWithSelector(RouterHost.OnlyRouter.selector));
        shared.run(1, program);
        callAs(user, order(ONE, address(0), user), honest(user)); // deploys
        vm.expectRevert(abi.encodeWithSelector(RouterHost.OnlyRouter.selector));
        Executor(payable(own(user))).run(1, program);
        Executor implementation = router.executorImplementation();
        vm.expectRevert(abi.encodeWithSelector(RouterHost.OnlyRouter.selector));
        implementation.run(1, program);
    }

    // Rule 8: approvals are exact, and used up or taken back.

    function test_rule8_theTargetSeesTheExactAllowance() public {
        Route memory o = order(ONE, address(0), user);
        o.tokenOut = address(vault);
        Steps.Call memory c;
        (c.target, c.data) = (address(vault), abi.encodeCall(Vault.deposit, (0, user)));
        (c.approvals, c.splices) = (Steps.approval(1, address(b)), Steps.splice(1, 4));
        bytes memory swap = Steps.v3Pull(1, 1, true, address(pool), own(user));
        callAs(user, o, bytes.concat(hex"01", swap, Steps.call(c)));
        assertEq(vault.allowanceSeen(), ONE);
        assertEq(b.allowance(own(user), address(vault)), 0);
    }

    function test_rule8_whatTheTargetLeavesIsTakenBack() public {
        Steps.Call memory c;
        (c.target, c.data) = (address(vault), abi.encodeCall(Vault.ignore, ()));
        c.approvals = Steps.approval(1, address(b));
        bytes memory swap = Steps.v3Pull(1, 1, true, address(pool), user);
        callAs(user, order(ONE, address(0), user), bytes.concat(hex"01", Steps.call(c), swap));
        assertEq(b.allowance(own(user), address(vault)), 0);
        callAs(user, order(ONE, address(0), user), bytes.concat(hex"01", Steps.callVia(attacker, c), swap));
        assertEq(b.allowance(own(user), attacker), 0);
    }

    function test_rule8_tokenThatRefusesToChangeAnAllowance() public {
        QuietToken quiet = new QuietToken();
        quiet.mint(own(user), 2 * ONE);
        Vault quietVault = new Vault(Token(address(quiet)));
        Steps.Call memory c;
        (c.target, c.data) = (address(quietVault), abi.encodeCall(Vault.ignore, ()));
        c.approvals = Steps.approval(1, address(quiet));
        bytes memory twice =
            bytes.concat(hex"01", Steps.call(c), Steps.call(c), Steps.v3Pull(1, 1, true, address(pool), user));
        callAs(user, order(ONE, address(0), user), twice);
        assertEq(quiet.allowance(own(user), address(quietVault)), 0);
    }

    // Tokens that answer in their own way.

    function test_I18_tokensWithoutReturnValues() public {
        QuietToken quiet = new QuietToken();
        Pool quietPool = new Pool(Token(address(quiet)), b);
        b.mint(address(quietPool), DEPTH);
        quiet.mint(user, ONE);
        vm.prank(user);
        quiet.approve(address(router), ONE);
        Route memory o = order(ONE, address(0), user);
        o.tokenIn = address(quiet);
        bytes memory program = bytes.concat(hex"01", Steps.v3Pull(1, 1, true, address(quietPool), user));
        assertEq(routeAs(user, o, program), ONE);
    }

    function test_I18_tokensThatReturnFalse() public {
        FalseToken liar = new FalseToken();
        liar.mint(address(shared), ONE);
        liar.turn(true);
        expectStepFailed(0, address(liar), abi.encode(false));
        bytes memory send = Steps.send(1, address(liar), user);
        routeAs(user, order(ONE, address(0), user), bytes.concat(hex"01", send));
    }
}
