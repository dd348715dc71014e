// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Executor} from "../src/Executor.sol";
import {IPuller} from "../src/Interfaces.sol";
import {PrepaidV3} from "../src/PrepaidV3.sol";
import {Route} from "../src/Route.sol";
import {Router} from "../src/Router.sol";
import {CoreWallet} from "../src/hosts/CoreWallet.sol";
import {DelegateExecutor} from "../src/hosts/DelegateExecutor.sol";
import {WalletVM} from "../src/hosts/WalletVM.sol";
import {ProgramReader} from "../src/vm/ProgramReader.sol";
import {V3Steps} from "../src/vm/V3Steps.sol";
import {ReentrantReceiver} from "./base/Hostile.sol";
import {ForgingPool, Middleman, Recorder} from "./base/Incidents.sol";
import {SmartWallet} from "./base/SmartWallet.sol";
import {Steps} from "./base/Steps.sol";
import {OddToken, Token} from "./base/Tokens.sol";
import {ISwapCallback} from "./base/Venues.sol";
import {IncidentBase} from "./base/IncidentBase.sol";

/// One test for each known loss of a contract of this kind, named by year and victim: the same attempt, made here.
/// Everywhere the victim has given the router an unlimited allowance.
contract IncidentsTest is IncidentBase {
    /// A swap before the bridge: any call, made by the contract with the allowances.
    function test_2022_03_LiFi() public {
        assertTrue(_attack(""), "the route itself is sound");
        assertTrue(!_attack(_steal(victim)), "a call moved a bystander's tokens");
        _victimIsWhole();
    }

    /// Through layers that trust each other, `from` was the caller's choice. Here it is who called the router, whoever signed.
    function test_2022_10_Transit() public {
        Middleman middleman = new Middleman();
        bytes memory data = abi.encodeCall(Router.route, (order(ONE, address(0), attacker), honest(attacker)));
        vm.startPrank(victim);
        bool ok = middleman.forward(address(router), data); // the victim asks a stranger to route
        vm.stopPrank();
        assertTrue(!ok, "the middleman has no tokens");
        _victimIsWhole();
    }

    /// A token on the list of callable contracts, with call data of the caller's choice. Of all that may be asked of the router,
    /// a token sees transferFrom, transfer, permit and views.
    function test_2022_12_Rubic() public {
        Recorder token = new Recorder();
        address[2] memory payTo = [address(0), address(pair)];
        for (uint256 i; i < payTo.length; ++i) {
            b.mint(address(shared), 1);
            Route memory o = order(ONE, payTo[i], attacker);
            o.tokenIn = address(token);
            bytes memory pull = i == 0 ? Steps.pull(1, attacker) : bytes("");
            bytes memory program = bytes.concat(hex"01", pull, Steps.set(1, 1), Steps.send(1, address(b), attacker));
            bytes memory data = abi.encodeCall(Router.routeWithPermit, (o, program));
            _call(attacker, address(router), bytes.concat(data, new bytes(65 + i), abi.encode(65 + i)), 0);
        }
        assertEq(token.known(address(router)), 4);
        assertEq(token.unknown(address(router)), 0);
        _victimIsWhole();
    }

    /// A recipient of coin re-entered and swept what rested in the router between two commands.
    function test_2023_01_UniswapUniversalRouter() public {
        ReentrantReceiver receiver = new ReentrantReceiver(router);
        a.mint(address(receiver), ONE);
        vm.prank(address(receiver));
        a.approve(address(router), ONE);
        bytes memory sweep = bytes.concat(
            hex"02",
            Steps.v3Pull(1, 1, true, address(pool), attacker),
            Steps.balance(2, address(b)),
            Steps.send(2, address(b), attacker)
        );
        receiver.prepare(abi.encodeCall(Router.route, (order(ONE, address(0), attacker), sweep)));
        vm.deal(own(victim), 1);
        bytes memory program = bytes.concat(
            hex"03",
            Steps.v3Pull(1, 1, true, address(pool), own(victim)), // rests
            Steps.set(2, 1),
            Steps.send(2, address(0), address(receiver)),
            Steps.balance(3, address(b)),
            Steps.send(3, address(b), victim)
        );
        assertEq(callAs(victim, order(ONE, address(0), victim), program), ONE);
        assertTrue(receiver.answer() == Router.Locked.selector, "refused by the lock alone");
        assertEq(b.balanceOf(attacker), 0);
    }

    /// A swap through a router of the caller's choice, which was the token. Here also as the one to approve.
    function test_2023_02_Dexible() public {
        Steps.Call memory c;
        (c.target, c.data) = (address(a), abi.encodeCall(Token.transferFrom, (victim, attacker, 1)));
        c.approvals = Steps.approval(1, address(b));
        assertTrue(!_attack(Steps.callVia(attacker, c)), "a call moved a bystander's tokens");
        assertEq(b.allowance(own(attacker), attacker), 0);
        _victimIsWhole();
    }

    /// A pool of the caller's choice named the payer in its callback.
    function test_2023_04_SushiRouteProcessor2() public {
        ForgingPool pool_ = new ForgingPool(a, b, victim);
        b.mint(address(pool_), DEPTH);
        assertTrue(
            !_routeAsAttacker(bytes.concat(hex"01", Steps.v3Pull(1, 1, true, address(pool_), attacker))),
            "a pool was paid twice"
        );
        bytes memory pay = Steps.v3Pay(1, 1, true, address(pool_), attacker, address(a));
        assertTrue(!_routeAsAttacker(bytes.concat(hex"01", pay)), "a pool chose who pays");
        _victimIsWhole();
    }

    /// With an amount of 0 the check of balances held, whatever else happened.
    function test_2024_01_Socket() public {
        Route memory o = order(0, address(0), attacker);
        o.tokenIn = address(wrapped);
        bytes memory program = bytes.concat(hex"01", _steal(victim));
        vm.expectRevert(abi.encodeWithSelector(Router.ZeroAmountIn.selector));
        callAs(attacker, o, program);
        o = order(ONE, address(0), attacker);
        o.minAmountOut = 0;
        vm.expectRevert(abi.encodeWithSelector(Router.ZeroMinAmountOut.selector));
        callAs(attacker, o, program);
        // Where no token comes out nothing is compared, and still nobody else's tokens are in reach.
        vm.expectPartialRevert(ProgramReader.StepFailed.selector);
        callAs(attacker, position(ONE, attacker), program);
        _victimIsWhole();
    }

    /// Any call in the name of a contract that its owner trusts with an allowance: the own wallet of the victim.
    function test_2024_02_Seneca() public {
        address wallet = factory.walletOf(victim);
        vm.startPrank(victim);
        a.approve(wallet, type(uint256).max);
        factory.run(
            block.timestamp,
            bytes.concat(hex"01", Steps.call(address(a), abi.encodeCall(Token.approve, (address(vault), 0))))
        );
        vm.stopPrank();
        bytes memory program = bytes.concat(hex"01", _steal(victim));
        vm.expectRevert(abi.encodeWithSelector(CoreWallet.OnlyOwner.selector, attacker));
        vm.prank(attacker);
        CoreWallet(payable(wallet)).run(block.timestamp, program);
        vm.expectPartialRevert(ProgramReader.StepFailed.selector);
        vm.prank(attacker);
        factory.run(block.timestamp, program); // in the attacker's own wallet
        _victimIsWhole();
    }

    /// An upgrade dropped a check. There is nobody to upgrade, own or configure anything.
    function test_2024_03_Unizen() public {
        bytes[6] memory calls = [
            abi.encodeWithSignature("upgradeTo(address)", attacker),
            abi.encodeWithSignature("upgradeToAndCall(address,bytes)", attacker, ""),
            abi.encodeWithSignature("transferOwnership(address)", attacker),
            abi.encodeWithSignature("initialize(address)", attacker),
            abi.encodeWithSignature("diamondCut((address,uint8,bytes4[])[],address,bytes)", 0, attacker, ""),
            abi.encodeWithSignature("setExecutor(address)", attacker)
        ];
        address[8] memory targets = [
            address(router),
            address(shared),
            address(delegateExecutor),
            address(factory),
            address(factory.implementation()),
            address(prepaid),
            address(prepaidV4),
            address(prepaidInfinity)
        ];
        for (uint256 i; i < calls.length; ++i) {
            for (uint256 k; k < targets.length; ++k) {
                _refused(targets[k], calls[i]);
            }
        }
    }

    /// A callback that did not look who called it.
    function test_2024_03_ParaSwapAugustusV6() public {
        bytes memory payment = abi.encode(address(a), victim, ONE);
        address[3] memory targets = [address(shared), account7702, address(prepaid)];
        for (uint256 i; i < targets.length; ++i) {
            vm.expectPartialRevert(i == 2 ? PrepaidV3.UnexpectedCallback.selector : V3Steps.UnexpectedCallback.selector);
            vm.prank(attacker);
            ISwapCallback(targets[i]).uniswapV3SwapCallback(int256(ONE), -1, payment);
        }
        _refused(address(router), abi.encodeCall(ISwapCallback.uniswapV3SwapCallback, (int256(ONE), -1, payment)));
        _victimIsWhole();
    }

    /// A new facet came without the check. The router knows its functions and nothing else.
    function testFuzz_2024_07_LiFi(bytes calldata data) public {
        bytes4 selector = bytes4(data);
        vm.assume(!_routes(selector));
        vm.prank(attacker);
        (bool ok,) = address(router).call(data);
        assertTrue(!ok || _isView(selector), "an unknown function");
        _victimIsWhole();
    }

    /// A public function moved tokens from whom the caller named.
    function test_2025_02_OpenOcean() public {
        bytes[4] memory calls = [
            abi.encodeWithSignature("transferTokens(address,address,address,uint256)", a, victim, attacker, ONE),
            abi.encodeWithSignature("claimTokens(address,address,address,uint256)", a, victim, attacker, ONE),
            abi.encodeCall(Token.transferFrom, (victim, attacker, ONE)),
            abi.encodeCall(IPuller.pull, (attacker, ONE))
        ];
        for (uint256 i; i < calls.length; ++i) {
            _refused(address(router), calls[i]);
            assertTrue(!_attack(Steps.call(address(router), calls[i])), "a program moves them");
        }
        _victimIsWhole();
    }

    /// A length in the call data wrapped around and let a forged suffix take the place of the real one.
    function testFuzz_2025_03_OneInchFusion(uint256 offset, uint256 length, uint16 dataLength, uint16 spliceOffset)
        public
    {
        // Half of them within reach of the data, the others anywhere.
        if (offset & 1 == 0) offset %= 1000;
        if (length & 1 == 0) length %= 400;
        bytes memory data = abi.encodeCall(Router.route, (order(ONE, address(0), attacker), _forged(dataLength, 1)));
        assembly ("memory-safe") {
            mstore(add(data, 260), offset) // where the program is said to be
        }
        vm.prank(attacker);
        (bool ok,) = address(router).call(data);
        assertTrue(!ok || b.balanceOf(attacker) != 0, "success without output");
        data = abi.encodeCall(Router.route, (order(ONE, address(0), attacker), _forged(8, spliceOffset)));
        assembly ("memory-safe") {
            mstore(add(data, 292), length)
        }
        vm.prank(attacker);
        (ok,) = address(router).call(data);
        assertTrue(!ok || b.balanceOf(attacker) != 0, "success without output");
        assertTrue(a.balanceOf(attacker) >= FUNDS - 2 * ONE, "lost more than amountIn");
        _victimIsWhole();
    }

    /// Unlimited allowances of the aggregator's users, and an executor of the caller's choice.
    function test_2025_09_Kame() public {
        bytes[3] memory doors = [
            abi.encodeCall(Executor.run, (ONE, bytes.concat(hex"01", _steal(victim)))),
            abi.encodeCall(IPuller.pull, (attacker, ONE)),
            abi.encodeCall(Token.transferFrom, (victim, attacker, ONE))
        ];
        callAs(user, order(ONE, address(0), user), honest(user)); // deploys
        for (uint256 i; i < doors.length; ++i) {
            _refused(own(user), doors[i]);
            _refused(address(shared), doors[i]);
        }
        _victimIsWhole();
    }

    /// The allowance that a large trade left was used twelve blocks later.
    function test_2026_01_SwapNet() public {
        callAs(victim, order(ONE, address(0), victim), honest(victim));
        vm.warp(block.timestamp + 144);
        assertTrue(!_attack(_steal(victim)), "a call moved a bystander's tokens");
        assertTrue(!_attack(bytes.concat(Steps.set(2, 1), Steps.pull(2, attacker))), "pulled beyond the own amountIn");
        assertEq(a.balanceOf(victim), FUNDS - ONE);
        assertEq(b.balanceOf(victim), ONE);
    }

    /// The same with rights of an operator instead of an allowance: the router has no call that could use them.
    function test_2026_01_Aperture() public {
        OddToken odd = new OddToken();
        odd.mint(victim, ONE);
        vm.prank(victim);
        odd.entrust(address(router));
        bytes memory steal = abi.encodeCall(Token.transferFrom, (victim, attacker, ONE));
        assertTrue(!_attack(Steps.call(address(odd), steal)), "a call used the router's right");
        assertTrue(!_attack(Steps.call(address(router), steal)), "the router passed a call on");
        assertEq(odd.balanceOf(victim), ONE);
    }

    /// A module of the wallet took a word that everybody knows for its authority. A wallet that trusts the delegate executor as a
    /// caller has not opened itself: the executor acts in nobody's name but its caller's.
    function test_2026_05_SquidRouterModule() public {
        SmartWallet trusting = new SmartWallet(address(delegateExecutor));
        a.mint(address(trusting), ONE);
        bytes memory take = bytes.concat(hex"01", Steps.set(1, uint128(ONE)), Steps.send(1, address(a), attacker));
        bytes memory inWallet = abi.encodeCall(
            SmartWallet.delegate, (address(delegateExecutor), abi.encodeCall(WalletVM.run, (block.timestamp, take)))
        );
        bytes memory program = bytes.concat(hex"01", Steps.call(address(trusting), inWallet));
        vm.expectRevert(abi.encodeWithSelector(DelegateExecutor.OnlyDelegateCall.selector));
        vm.prank(attacker);
        delegateExecutor.run(block.timestamp, program);
        bytes memory fromSafe = abi.encodeCall(WalletVM.run, (block.timestamp, program));
        expectStepFailed(0, address(trusting), abi.encodeWithSelector(SmartWallet.OnlyOwner.selector));
        vm.prank(user);
        safe.delegate(address(delegateExecutor), fromSafe); // msg.sender is the safe
        assertEq(a.balanceOf(address(trusting)), ONE);
    }
}
