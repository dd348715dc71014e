// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Router} from "../../src/Router.sol";
import {Steps} from "./Steps.sol";
import {Token} from "./Tokens.sol";
import {WalletBase} from "./WalletBase.sol";

/// What the attempts of Incidents.t.sol share.
abstract contract IncidentBase is WalletBase {
    uint256 internal constant ONE = 1e18;

    function _attack(bytes memory steps) internal returns (bool ok) {
        bytes memory swap = Steps.v3Pull(1, 1, true, address(pool), attacker);
        return _routeAsAttacker(bytes.concat(hex"0002", swap, steps));
    }

    function _routeAsAttacker(bytes memory program) internal returns (bool ok) {
        vm.prank(attacker);
        (ok,) = address(router).call(abi.encodeCall(Router.route, (order(ONE, address(0), attacker), program)));
    }

    /// The attacker calls, and is not served.
    function _refused(address target, bytes memory data) internal {
        vm.prank(attacker);
        (bool ok,) = target.call(data);
        assertTrue(!ok, "a contract serves a stranger");
    }

    function _steal(address from) internal view returns (bytes memory) {
        return Steps.call(address(a), abi.encodeCall(Token.transferFrom, (from, attacker, 1)));
    }

    function _victimIsWhole() internal view {
        assertEq(a.balanceOf(victim), FUNDS);
        assertEq(b.balanceOf(victim), 0);
        assertEq(a.allowance(victim, address(router)), type(uint256).max);
    }

    /// Whether it is a function of the router that runs a program.
    function _routes(bytes4 selector) internal pure returns (bool) {
        return selector == Router.route.selector || selector == Router.routeWithPermit.selector
            || selector == Router.routeMulti.selector || selector == Router.routeWithPermit2.selector;
    }

    /// Whether it is a function of the router that changes nothing.
    function _isView(bytes4 selector) internal view returns (bool) {
        return selector == router.sharedExecutor.selector || selector == router.executorImplementation.selector
            || selector == router.executorOf.selector;
    }

    /// A call whose length and splice are the attacker's, with what it wants to be called behind it.
    function _forged(uint16 length, uint16 offset) internal view returns (bytes memory) {
        bytes memory head = abi.encodePacked(hex"000112", address(a), hex"000000", hex"0001", length);
        return bytes.concat(
            head, abi.encodePacked(uint8(1), offset), abi.encodeCall(Token.transferFrom, (victim, attacker, ONE))
        );
    }
}
