// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Router} from "../src/Router.sol";
import {Base} from "./base/Base.sol";
import {Steps} from "./base/Steps.sol";
import {PermitToken} from "./base/Tokens.sol";
import {Pool} from "./base/Venues.sol";

/// routeWithPermit: EIP-2612 signatures, their failure, and their theft.
contract PermitTest is Base {
    uint256 private constant ONE = 1e18;
    uint256 private constant KEY = 0xA11CE;

    PermitToken private token;
    Pool private tokenPool;
    address private signer;

    function setUp() public override {
        super.setUp();
        signer = vm.addr(KEY);
        token = new PermitToken();
        tokenPool = new Pool(token, b);
        b.mint(address(tokenPool), DEPTH);
        token.mint(signer, 10 * ONE);
    }

    function test_routeWithPermit() public {
        Router.Permit memory p = _permit(ONE);
        vm.prank(signer);
        assertEq(router.routeWithPermit(_order(), p, _program()), ONE);
        assertEq(token.balanceOf(signer), 9 * ONE);
        assertEq(token.allowance(signer, address(router)), 0);
    }

    /// Anyone may send the signature first; then the allowance is there and the route goes on.
    function test_routeWithPermit_usedBySomeoneElse() public {
        Router.Permit memory p = _permit(ONE);
        vm.prank(attacker);
        token.permit(signer, address(router), ONE, p.deadline, p.v, p.r, p.s);
        vm.prank(signer);
        assertEq(router.routeWithPermit(_order(), p, _program()), ONE);
    }

    function test_routeWithPermit_invalidWithoutAllowance() public {
        Router.Permit memory p = _permit(ONE - 1);
        vm.expectRevert(abi.encodeWithSelector(Router.PermitFailed.selector, text("permit not signed by the owner")));
        vm.prank(signer);
        router.routeWithPermit(_order(), p, _program());
    }

    function test_routeWithPermit_invalidWithAllowance() public {
        Router.Permit memory p = _permit(ONE - 1);
        vm.prank(signer);
        token.approve(address(router), ONE);
        vm.prank(signer);
        assertEq(router.routeWithPermit(_order(), p, _program()), ONE);
    }

    function test_routeWithPermit_signatureOfAnother() public {
        Router.Permit memory p = _permit(ONE);
        vm.expectRevert(abi.encodeWithSelector(Router.PermitFailed.selector, text("permit not signed by the owner")));
        vm.prank(attacker);
        router.routeWithPermit(_order(), p, _program());
        assertEq(token.balanceOf(signer), 10 * ONE);
    }

    function test_routeWithPermit_expiredPermit() public {
        Router.Permit memory p = _permit(ONE);
        vm.warp(p.deadline + 1);
        Router.Route memory o = _order();
        vm.expectRevert(abi.encodeWithSelector(Router.PermitFailed.selector, text("permit expired")));
        vm.prank(signer);
        router.routeWithPermit(o, p, _program());
    }

    function test_routeWithPermit_tokenThatHasNone() public {
        Router.Route memory o = order(ONE, address(0), user);
        Router.Permit memory p = _permit(ONE);
        vm.prank(user); // has approved the router
        assertEq(router.routeWithPermit(o, p, honest(user)), ONE);
        vm.prank(user);
        a.approve(address(router), 0);
        vm.expectRevert(abi.encodeWithSelector(Router.PermitFailed.selector, ""));
        vm.prank(user);
        router.routeWithPermit(o, p, honest(user));
    }

    function test_routeWithPermit_keepsTheRules() public {
        Router.Route memory o = _order();
        o.minAmountOut = ONE + 1;
        Router.Permit memory p = _permit(ONE);
        vm.expectRevert(abi.encodeWithSelector(Router.ReceivedTooLittle.selector, ONE, ONE + 1));
        vm.prank(signer);
        router.routeWithPermit(o, p, _program());
        assertEq(token.nonces(signer), 0); // the signature is still good
    }

    function _order() private view returns (Router.Route memory o) {
        o = order(ONE, address(0), signer);
        o.tokenIn = address(token);
    }

    function _program() private view returns (bytes memory) {
        return bytes.concat(hex"01", Steps.v3Pull(1, 1, true, address(tokenPool), signer));
    }

    function _permit(uint256 amount) private returns (Router.Permit memory p) {
        p.deadline = block.timestamp;
        (p.v, p.r, p.s) = vm.sign(KEY, token.digest(signer, address(router), amount, p.deadline));
    }
}
