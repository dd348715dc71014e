// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Clone} from "../../src/Clone.sol";
import {Route} from "../../src/Route.sol";
import {Router} from "../../src/Router.sol";
import {SharedExecutor} from "../../src/SharedExecutor.sol";
import {ProgramReader} from "../../src/vm/ProgramReader.sol";
import {Steps} from "./Steps.sol";
import {Token, Wrapped} from "./Tokens.sol";
import {Pair, Pool, Vault} from "./Venues.sol";
import {Vm} from "./Vm.sol";

/// Two tokens, a wrapper, venues for them, and three accounts that allowed the router everything.
abstract contract Base {
    error NotEqual(uint256 actual, uint256 expected);
    error False(string claim);

    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 internal constant FUNDS = 1e21;
    uint256 internal constant DEPTH = 1e24;

    Token internal a;
    Token internal b;
    Wrapped internal wrapped;
    Pair internal pair;
    Pool internal pool;
    Pool internal wrappedPool;
    Vault internal vault;
    Router internal router;
    SharedExecutor internal shared;
    bytes32 private executorCodeHash;

    address internal user = address(0xA11CE);
    address internal victim = address(0xB0B);
    address internal attacker = address(0xBAD);

    function setUp() public virtual {
        router = Router(_deploy("ROUTER_BYTECODE", type(Router).creationCode));
        shared = router.sharedExecutor();
        executorCodeHash = keccak256(Clone.creationCode(address(router.executorImplementation())));
        a = new Token();
        b = new Token();
        wrapped = new Wrapped();
        pair = new Pair(a, b);
        pool = new Pool(a, b);
        wrappedPool = new Pool(wrapped, b);
        vault = new Vault(b);
        a.mint(address(pair), DEPTH);
        b.mint(address(pair), DEPTH);
        pair.sync();
        a.mint(address(pool), DEPTH);
        b.mint(address(pool), DEPTH);
        b.mint(address(wrappedPool), DEPTH);
        _fund(user);
        _fund(victim);
        _fund(attacker);
    }

    /// What is deployed for real when the environment has it, else what was compiled with the tests.
    function _deploy(string memory variable, bytes memory compiled) internal returns (address deployed) {
        bytes memory code = vm.envOr(variable, compiled);
        assembly ("memory-safe") {
            deployed := create(0, add(code, 32), mload(code))
        }
        if (deployed == address(0)) revert False(variable);
    }

    function _fund(address account) internal {
        a.mint(account, FUNDS);
        vm.deal(account, FUNDS);
        vm.startPrank(account);
        a.approve(address(router), type(uint256).max);
        b.approve(address(router), type(uint256).max);
        vm.stopPrank();
    }

    /// From a to b, at least 1.
    function order(uint256 amountIn, address payTo, address receiver) internal view returns (Route memory) {
        return Route(address(a), amountIn, payTo, address(b), 1, receiver, block.timestamp);
    }

    /// From a to what is no token.
    function position(uint256 amountIn, address receiver) internal view returns (Route memory) {
        return Route(address(a), amountIn, address(0), address(router), 0, receiver, block.timestamp);
    }

    function routeAs(address who, Route memory o, bytes memory program) internal returns (uint256) {
        vm.prank(who);
        return router.route(o, program);
    }

    /// The executor that `who` alone uses. No call, so that it can stand where the next call counts.
    function own(address who) internal view returns (address) {
        return Clone.derive(address(router), executorCodeHash, who);
    }

    /// In the caller's own executor, where programs may make calls.
    function callAs(address who, Route memory o, bytes memory program) internal returns (uint256) {
        return routeAs(who, o, bytes.concat(hex"00", program));
    }

    /// Pulls all of amountIn into the honest pool.
    function honest(address receiver) internal view returns (bytes memory) {
        return bytes.concat(hex"01", Steps.v3Pull(1, 1, true, address(pool), receiver));
    }

    /// Two steps: b for all of amountIn, then shares of the vault for it, of which register 2 has the amount.
    function depositing(address receiver, address executor) internal view returns (bytes memory) {
        Steps.Call memory c;
        (c.target, c.out, c.data) = (address(vault), 2, abi.encodeCall(Vault.deposit, (0, receiver)));
        (c.approvals, c.splices) = (Steps.approval(1, address(b)), Steps.splice(1, 4));
        bytes memory swap = Steps.v3Pull(1, 1, true, address(pool), executor);
        return bytes.concat(hex"02", swap, Steps.call(c));
    }

    function expectStepFailed(uint256 step, address target, bytes memory reason) internal {
        vm.expectRevert(abi.encodeWithSelector(ProgramReader.StepFailed.selector, step, target, reason));
    }

    function expectInvalidOperand(uint256 step) internal {
        vm.expectRevert(abi.encodeWithSelector(ProgramReader.InvalidOperand.selector, step));
    }

    function text(string memory reason) internal pure returns (bytes memory) {
        return abi.encodeWithSignature("Error(string)", reason);
    }

    function assertEq(uint256 actual, uint256 expected) internal pure {
        if (actual != expected) revert NotEqual(actual, expected);
    }

    function assertTrue(bool condition, string memory claim) internal pure {
        if (!condition) revert False(claim);
    }
}
