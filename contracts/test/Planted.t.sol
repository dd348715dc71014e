// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Route} from "../src/Route.sol";
import {Router} from "../src/Router.sol";
import {SharedExecutor} from "../src/SharedExecutor.sol";
import {ProgramReader} from "../src/vm/ProgramReader.sol";
import {Base} from "./base/Base.sol";
import {Extortionist, GrantingToken, HookedToken, LenderToken, Registry} from "./base/Planting.sol";
import {Steps} from "./base/Steps.sol";
import {Token} from "./base/Tokens.sol";
import {Pool, Vault} from "./base/Venues.sol";

/// Rule 10: what a program plants in other contracts is its caller's own. The executor that all share speaks to none.
contract PlantedTest is Base {
    uint256 private constant ONE = 1e18;

    Registry private registry;
    HookedToken private hooked;
    GrantingToken private granting;

    function setUp() public override {
        super.setUp();
        registry = new Registry();
        hooked = new HookedToken(registry);
        granting = new GrantingToken();
    }

    function test_rule10_executorOf_isTheCallersAlone() public {
        bytes memory code = abi.encodePacked(
            hex"3d602d80600a3d3981f3363d3d373d3d3d363d73",
            address(router.executorImplementation()),
            hex"5af43d82803e903d91602b57fd5bf3"
        );
        bytes32 salt = bytes32(uint256(uint160(user)));
        bytes32 hash = keccak256(abi.encodePacked(hex"ff", address(router), salt, keccak256(code)));
        assertTrue(router.executorOf(user) == address(uint160(uint256(hash))), "CREATE2 of the caller");
        assertTrue(router.executorOf(attacker) != router.executorOf(user), "another for another");
        assertEq(own(user).code.length, 0);
        callAs(user, order(ONE, address(0), user), honest(user));
        assertEq(own(user).code.length, 45);
        callAs(user, order(ONE, address(0), user), honest(user)); // the same when deployed
        assertEq(b.balanceOf(user), 2 * ONE);
        assertEq(own(attacker).code.length, 0);
    }

    /// A program of calls does not run where all are one account, nor does one without calls need an executor of its own.
    function test_rule10_sharedExecutorMakesNoCall() public {
        bytes memory call = Steps.call(address(vault), abi.encodeCall(Vault.ignore, ()));
        Steps.Call memory via;
        (via.target, via.data) = (address(vault), abi.encodeCall(Vault.ignore, ()));
        bytes[2] memory steps = [call, Steps.callVia(address(pair), via)];
        for (uint256 i; i < steps.length; ++i) {
            uint256 op = uint8(steps[i][0]);
            vm.expectRevert(abi.encodeWithSelector(ProgramReader.InvalidOpcode.selector, 1, op));
            routeAs(user, order(ONE, address(0), user), bytes.concat(honest(user), steps[i]));
            callAs(user, order(ONE, address(0), user), bytes.concat(honest(user), steps[i]));
        }
        assertEq(own(victim).code.length, 0);
        routeAs(victim, order(ONE, address(0), victim), honest(victim));
        assertEq(own(victim).code.length, 0);
    }

    /// Coin comes with a program of the router's, and goes to who calls back as a holder of pools: nobody is sent any.
    function test_rule10_sharedExecutorSendsNoCoin() public {
        vm.prank(user);
        (bool ok,) = address(shared).call{value: 1}("");
        assertTrue(!ok, "coin arrived in the shared executor");
        vm.deal(address(shared), ONE); // as by SELFDESTRUCT
        bytes memory reason = abi.encodeWithSelector(SharedExecutor.NotHeld.selector, address(0), ONE);
        bytes memory send = bytes.concat(hex"01", Steps.send(1, address(0), user));
        vm.expectRevert(reason);
        routeAs(user, order(ONE, address(0), user), send);
        Route memory o = order(ONE, address(shared), user);
        o.tokenIn = address(0);
        vm.expectRevert(reason);
        vm.prank(user);
        router.route{value: ONE}(o, send);
        bytes memory pay = Steps.v3Pay(1, 1, true, address(pool), user, address(0));
        expectStepFailed(0, address(pool), reason);
        vm.prank(user);
        router.route{value: ONE}(o, bytes.concat(hex"01", pay));
    }

    // ERC-1820: who manages the account that speaks to the registry decides for ever who is told of its transfers.

    function test_rule10_registry_hooksAndManagerAreThePlantersOwn() public {
        address extortionist = address(new Extortionist());
        bytes32[2] memory names = [keccak256("ERC777TokensSender"), keccak256("ERC777TokensRecipient")];
        bytes memory plant;
        for (uint256 i; i < names.length; ++i) {
            bytes memory data =
                abi.encodeCall(Registry.setInterfaceImplementer, (own(attacker), names[i], extortionist));
            plant = bytes.concat(plant, Steps.call(address(registry), data));
        }
        bytes memory manage = abi.encodeCall(Registry.setManager, (own(attacker), attacker));
        _plant(bytes.concat(plant, Steps.call(address(registry), manage)));
        assertTrue(registry.getManager(own(attacker)) == attacker, "planted");
        assertTrue(registry.getManager(own(victim)) == own(victim), "the victim's own");
        assertTrue(registry.getManager(address(shared)) == address(shared), "nobody's");

        assertEq(callAs(victim, order(ONE, address(0), victim), _restingIn(own(victim))), ONE);
        assertEq(routeAs(victim, order(ONE, address(0), victim), _restingIn(address(shared))), ONE);
        bytes memory shutOut = _restingIn(own(attacker));
        vm.expectPartialRevert(ProgramReader.StepFailed.selector); // the attacker himself
        callAs(attacker, order(ONE, address(0), victim), shutOut);
    }

    /// For another account than his own the attacker cannot speak.
    function test_rule10_registry_notForAnother() public {
        callAs(victim, order(ONE, address(0), victim), honest(victim));
        address[2] memory others = [own(victim), address(shared)];
        for (uint256 i; i < others.length; ++i) {
            bytes memory manage = abi.encodeCall(Registry.setManager, (others[i], attacker));
            expectStepFailed(0, address(registry), text("Not the manager"));
            callAs(
                attacker, order(ONE, address(0), attacker), bytes.concat(hex"01", Steps.call(address(registry), manage))
            );
        }
    }

    /// Hooked tokens rest in an executor between two pools.
    function _restingIn(address executor) private returns (bytes memory) {
        Pool first = new Pool(a, hooked);
        Pool second = new Pool(hooked, b);
        hooked.mint(address(first), ONE);
        b.mint(address(second), ONE);
        return bytes.concat(
            hex"01",
            Steps.v3Pull(1, 1, true, address(first), executor),
            Steps.v3Pay(1, 1, true, address(second), victim, address(hooked))
        );
    }

    // Rights by any name.

    function test_rule10_grants_areThePlantersOwn() public {
        bytes[] memory many = new bytes[](1);
        many[0] = abi.encodeWithSignature("approve(address,uint256)", attacker, ONE);
        bytes[14] memory grants = [
            many[0],
            abi.encodeWithSignature("approve(address)", attacker),
            abi.encodeWithSignature("increaseAllowance(address,uint256)", attacker, ONE),
            abi.encodeWithSignature("increaseApproval(address,uint256)", attacker, ONE),
            abi.encodeWithSignature("approveAndCall(address,uint256)", attacker, ONE),
            abi.encodeWithSignature("approveAndCall(address,uint256,bytes)", attacker, ONE, ""),
            abi.encodeWithSignature("multicall(bytes[])", many),
            abi.encodeWithSignature("setApprovalForAll(address,bool)", attacker, true),
            abi.encodeWithSignature("setOperator(address,bool)", attacker, true),
            abi.encodeWithSignature("authorizeOperator(address)", attacker),
            abi.encodeWithSignature("allow(address,bool)", attacker, true),
            abi.encodeWithSignature("hope(address)", attacker),
            abi.encodeWithSignature("setAuthorization(address,bool)", attacker, true),
            abi.encodeWithSignature("approveDelegation(address,uint256)", attacker, 1)
        ];
        address[3] memory others = [own(victim), own(user), address(shared)];
        for (uint256 i; i < grants.length; ++i) {
            granting = new GrantingToken();
            _plant(Steps.call(address(granting), grants[i]));
            bool has = granting.allowance(own(attacker), attacker) != 0 || granting.operator(own(attacker), attacker);
            assertTrue(has, "the grant itself is sound");
            for (uint256 k; k < others.length; ++k) {
                has = granting.allowance(others[k], attacker) != 0 || granting.operator(others[k], attacker);
                assertTrue(!has, "a grant of another's");
            }
        }
    }

    /// What a victim's program leaves, and what rests while it runs, is out of everybody else's reach.
    function test_rule10_grants_reachNothingOfAnother() public {
        _plant(Steps.call(address(b), abi.encodeCall(Token.approve, (attacker, type(uint256).max))));
        b.mint(own(victim), ONE);
        vm.expectRevert();
        vm.prank(attacker);
        b.transferFrom(own(victim), attacker, 1);
        bytes memory take = bytes.concat(hex"02", Steps.set(2, 1), Steps.send(2, address(b), attacker));
        expectStepFailed(1, address(b), abi.encodeWithSignature("Panic(uint256)", 0x11));
        callAs(attacker, order(ONE, address(0), attacker), take);
        // The victim itself takes out what it left.
        bytes memory back = bytes.concat(hex"02", Steps.balance(2, address(b)), Steps.send(2, address(b), victim));
        assertEq(callAs(victim, order(ONE, address(0), victim), back), ONE);
    }

    // Debts: a token that lends to who sends more than he has.

    function test_rule10_debt_sharedExecutorSendsOnlyWhatItHolds() public {
        LenderToken lender = new LenderToken();
        lender.supplyTo(address(shared), ONE); // anybody may
        bytes memory send = Steps.send(1, address(lender), attacker);
        vm.expectRevert(abi.encodeWithSelector(SharedExecutor.NotHeld.selector, address(lender), ONE));
        routeAs(attacker, order(ONE, address(0), attacker), bytes.concat(hex"01", send));

        Pool payee = new Pool(Token(address(lender)), b);
        b.mint(address(payee), ONE);
        bytes memory pay = Steps.v3Pay(1, 1, true, address(payee), attacker, address(lender));
        bytes memory reason = abi.encodeWithSelector(SharedExecutor.NotHeld.selector, address(lender), ONE);
        expectStepFailed(0, address(payee), reason);
        routeAs(attacker, order(ONE, address(0), attacker), bytes.concat(hex"01", pay));
        assertTrue(lender.position(address(shared)) == 0, "no debt of all");

        // What it holds it sends, to the last unit.
        lender.mint(address(shared), ONE);
        routeAs(attacker, order(ONE, address(0), attacker), bytes.concat(hex"01", pay));
        assertTrue(lender.position(address(shared)) == 0, "spent");
    }

    function test_rule10_debt_ofACallerIsItsOwn() public {
        LenderToken lender = new LenderToken();
        lender.supplyTo(own(attacker), ONE);
        _plant(bytes.concat(Steps.set(1, uint128(ONE)), Steps.send(1, address(lender), attacker)));
        assertTrue(lender.position(own(attacker)) == -int256(ONE), "the attacker owes");

        Pool from = new Pool(a, Token(address(lender)));
        Pool to = new Pool(Token(address(lender)), b);
        lender.mint(address(from), 2 * ONE);
        b.mint(address(to), 2 * ONE);
        address[2] memory places = [own(victim), address(shared)];
        for (uint256 i; i < places.length; ++i) {
            bytes memory program = bytes.concat(
                hex"02",
                Steps.v3Pull(1, 1, true, address(from), places[i]),
                Steps.balance(2, address(lender)),
                Steps.v3Pay(2, 1, true, address(to), victim, address(lender))
            );
            assertEq(
                routeAs(victim, order(ONE, address(0), victim), i == 0 ? bytes.concat(hex"00", program) : program), ONE
            );
        }
    }

    /// Neither executor that is nobody's own may receive, nor the caller's while it runs.
    function test_rule2_receiverThatIsTheExecutor() public {
        address[2] memory receivers = [address(shared), own(user)];
        for (uint256 i; i < receivers.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(Router.InvalidReceiver.selector, receivers[i]));
            callAs(user, order(ONE, address(0), receivers[i]), honest(receivers[i]));
        }
    }

    function _plant(bytes memory steps) private {
        bytes memory swap = Steps.v3Pull(1, 1, true, address(pool), attacker);
        callAs(attacker, order(ONE, address(0), attacker), bytes.concat(hex"01", swap, steps));
    }
}
