// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Route} from "../src/Route.sol";
import {Router} from "../src/Router.sol";
import {Base} from "./base/Base.sol";
import {Steps} from "./base/Steps.sol";
import {Token} from "./base/Tokens.sol";

/// Rule 4: the receiver's own gain decides; native value is conserved.
contract GainsTest is Base {
    uint256 private constant ONE = 1e18;

    function test_rule4_receiverGetsTheMinimumOrNothingHappens() public {
        Route memory o = order(ONE, address(0), user);
        o.minAmountOut = ONE + 1;
        vm.expectRevert(abi.encodeWithSelector(Router.ReceivedTooLittle.selector, ONE, ONE + 1));
        routeAs(user, o, honest(user));
        assertEq(a.balanceOf(user), FUNDS);
        vm.expectRevert(abi.encodeWithSelector(Router.ReceivedTooLittle.selector, 0, 1));
        routeAs(user, order(ONE, address(0), user), honest(attacker)); // paid to another
    }

    function test_rule4_receiverThatLosesTokensGainsNothing() public {
        b.mint(user, ONE);
        Route memory o = order(ONE, address(0), address(vault));
        b.mint(address(vault), ONE);
        vm.prank(address(vault));
        b.approve(own(user), ONE);
        bytes memory drain = abi.encodeCall(Token.transferFrom, (address(vault), user, ONE));
        vm.expectRevert(abi.encodeWithSelector(Router.ReceivedTooLittle.selector, 0, 1));
        callAs(user, o, bytes.concat(hex"01", Steps.call(address(b), drain)));
    }

    function test_I8_valueMustEqualAmountIn() public {
        Route memory o = order(ONE, address(0), user);
        o.tokenIn = address(wrapped);
        uint256[3] memory values = [uint256(1), ONE - 1, ONE + 1];
        for (uint256 i; i < values.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(Router.WrongValue.selector, ONE, values[i]));
            vm.prank(user);
            router.route{value: values[i]}(o, honest(user));
        }
        o.tokenIn = address(0);
        vm.expectRevert(abi.encodeWithSelector(Router.WrongValue.selector, ONE, 0));
        routeAs(user, o, honest(user));
    }

    function test_rule4_valueWithATokenThatIsNoWrapper() public {
        vm.prank(user);
        vm.expectRevert();
        router.route{value: ONE}(order(ONE, address(0), user), honest(user));
        assertEq(user.balance, FUNDS);
    }

    function test_rule4_nativeIn_wrappedByTheRouter() public {
        Route memory o = order(ONE, address(0), user);
        o.tokenIn = address(wrapped);
        vm.prank(user);
        router.route{value: ONE}(o, bytes.concat(hex"01", Steps.v3Pull(1, 1, true, address(wrappedPool), user)));
        assertEq(user.balance, FUNDS - ONE);
        assertEq(b.balanceOf(user), ONE);
    }

    function test_rule4_nativeIn_paidFirst() public {
        Route memory o = order(ONE, address(shared), user);
        o.tokenIn = address(wrapped);
        bytes memory pay = Steps.v3Pay(1, 1, true, address(wrappedPool), user, address(wrapped));
        vm.prank(user);
        router.route{value: ONE}(o, bytes.concat(hex"01", pay));
        assertEq(b.balanceOf(user), ONE);
        assertEq(wrapped.balanceOf(address(router)) + wrapped.balanceOf(address(shared)), 0);
    }

    function test_rule4_nativeIn_whatIsNotPulledReturnsToTheCaller() public {
        Route memory o = order(ONE, address(0), user);
        o.tokenIn = address(wrapped);
        bytes memory half =
            bytes.concat(hex"02", Steps.take(2, 1, Steps.HALF), Steps.v3Pull(2, 2, true, address(wrappedPool), user));
        vm.prank(user);
        router.route{value: ONE}(o, half);
        assertEq(wrapped.balanceOf(user), ONE / 2);
        assertEq(wrapped.balanceOf(address(router)), 0);
    }
}
