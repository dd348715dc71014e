// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Permits} from "../src/Permits.sol";
import {Route} from "../src/Route.sol";
import {Router} from "../src/Router.sol";
import {Base} from "./base/Base.sol";
import {ContractPermitToken, PermitToken} from "./base/PermitTokens.sol";
import {SigningContract} from "./base/SigningContract.sol";
import {Steps} from "./base/Steps.sol";
import {Token} from "./base/Tokens.sol";
import {Pool} from "./base/Venues.sol";

/// routeWithPermit: signatures of EIP-2612 in every form, their failure, and their theft.
contract PermitsTest is Base {
    uint256 private constant ONE = 1e18;
    uint256 private constant KEY = 0xA11CE;

    PermitToken private token;
    address private signer;

    function setUp() public override {
        super.setUp();
        signer = vm.addr(KEY);
        token = new PermitToken();
        token.mint(signer, 10 * ONE);
    }

    function test_routeWithPermit() public {
        assertEq(_routeWithPermit(signer, _signed(ONE)), ONE);
        assertEq(token.balanceOf(signer), 9 * ONE);
        assertEq(token.allowance(signer, address(router)), 0);
    }

    /// EIP-2098: the same signature in 64 bytes, of either parity.
    function test_routeWithPermit_compact() public {
        bool[2] memory seen;
        for (uint256 i; i < 32 && !(seen[0] && seen[1]); ++i) {
            (uint8 v, bytes32 r, bytes32 s) = _sign(ONE + i);
            seen[v - 27] = true;
            bytes32 vs = bytes32(uint256(s) | uint256(v - 27) << 255);
            token.mint(signer, ONE + i);
            bytes memory data = _call(ONE + i, abi.encodePacked(r, vs));
            assertEq(_send(signer, data), ONE + i);
        }
        assertTrue(seen[0] && seen[1], "both parities");
    }

    /// Any other length goes to the token as it is, which asks the account's code.
    function test_routeWithPermit_ofAnAccountWithCode() public {
        ContractPermitToken usdc = new ContractPermitToken();
        token = usdc;
        SigningContract account = new SigningContract();
        usdc.mint(address(account), ONE);
        bytes32 digest = usdc.digest(address(account), address(router), ONE, block.timestamp);
        bytes memory data = _callAs(address(account), ONE, account.signatureOf(digest));
        assertEq(_send(address(account), data), ONE);
        assertEq(usdc.balanceOf(address(account)), 0);
    }

    function test_routeWithPermit_ofAnAccountWithCode_thatDidNotSign() public {
        ContractPermitToken usdc = new ContractPermitToken();
        token = usdc;
        SigningContract account = new SigningContract();
        usdc.mint(address(account), ONE);
        bytes memory data = _callAs(address(account), ONE, account.signatureOf(keccak256("another")));
        _expectPermitFailed(text("not signed by the account"));
        _send(address(account), data);
    }

    /// Anyone may send the signature first; then the allowance is there and the route goes on.
    function test_routeWithPermit_usedBySomeoneElse() public {
        (uint8 v, bytes32 r, bytes32 s) = _sign(ONE);
        vm.prank(attacker);
        token.permit(signer, address(router), ONE, block.timestamp, v, r, s);
        assertEq(_routeWithPermit(signer, abi.encodePacked(r, s, v)), ONE);
    }

    function test_routeWithPermit_invalidWithoutAllowance() public {
        bytes memory data = _call(ONE, _signed(ONE - 1));
        _expectPermitFailed(text("permit not signed by the owner"));
        _send(signer, data);
    }

    function test_routeWithPermit_invalidWithAllowance() public {
        bytes memory signature = _signed(ONE - 1);
        vm.prank(signer);
        token.approve(address(router), ONE);
        assertEq(_routeWithPermit(signer, signature), ONE);
    }

    function test_routeWithPermit_signatureOfAnother() public {
        bytes memory data = _callAs(attacker, ONE, _signed(ONE));
        _expectPermitFailed(text("permit not signed by the owner"));
        _send(attacker, data);
        assertEq(token.balanceOf(signer), 10 * ONE);
    }

    /// The permit's deadline is the route's.
    function test_routeWithPermit_expired() public {
        bytes memory data = _call(ONE, _signed(ONE));
        vm.warp(block.timestamp + 1);
        _expectPermitFailed(text("permit expired"));
        _send(signer, data);
        vm.prank(signer);
        token.approve(address(router), ONE);
        vm.expectRevert(abi.encodeWithSelector(Router.Expired.selector, block.timestamp - 1));
        _send(signer, data);
    }

    function test_routeWithPermit_tokenThatHasNone() public {
        bytes memory data = bytes.concat(
            abi.encodeCall(Router.routeWithPermit, (order(ONE, address(0), user), honest(user))),
            new bytes(65),
            abi.encode(65)
        );
        assertEq(_send(user, data), ONE); // has approved the router
        vm.prank(user);
        a.approve(address(router), 0);
        _expectPermitFailed("");
        _send(user, data);
    }

    function test_routeWithPermit_keepsTheRules() public {
        Route memory o = _order(signer, ONE);
        o.minAmountOut = ONE + 1;
        bytes memory signature = _signed(ONE);
        bytes memory data = _appended(o, signature);
        vm.expectRevert(abi.encodeWithSelector(Router.ReceivedTooLittle.selector, ONE, ONE + 1));
        _send(signer, data);
        assertEq(token.nonces(signer), 0); // the signature is still good
    }

    /// A length beyond the call's own bytes, up to one that wraps around.
    function test_routeWithPermit_lengthBeyondTheCall() public {
        bytes memory data = abi.encodeCall(Router.routeWithPermit, (_order(signer, ONE), _program(signer)));
        uint256[3] memory lengths = [data.length - 4 + 1, 1 << 128, type(uint256).max];
        for (uint256 i; i < lengths.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(Permits.SignatureMissing.selector, lengths[i]));
            _send(signer, bytes.concat(data, abi.encode(lengths[i])));
        }
    }

    function _routeWithPermit(address who, bytes memory signature) private returns (uint256) {
        return _send(who, _callAs(who, ONE, signature));
    }

    /// Exactly one call that can revert.
    function _send(address who, bytes memory data) private returns (uint256) {
        vm.prank(who);
        (bool ok, bytes memory answer) = address(router).call(data);
        if (ok) return answer.length == 0 ? 0 : abi.decode(answer, (uint256));
        assembly ("memory-safe") {
            revert(add(answer, 32), mload(answer))
        }
    }

    function _expectPermitFailed(bytes memory reason) private {
        vm.expectRevert(abi.encodeWithSelector(Permits.PermitFailed.selector, reason));
    }

    function _call(uint256 amount, bytes memory signature) private returns (bytes memory) {
        return _callAs(signer, amount, signature);
    }

    function _callAs(address who, uint256 amount, bytes memory signature) private returns (bytes memory) {
        return _appended(_order(who, amount), signature);
    }

    function _appended(Route memory o, bytes memory signature) private returns (bytes memory) {
        bytes memory call = abi.encodeCall(Router.routeWithPermit, (o, _program(o.receiver)));
        return bytes.concat(call, signature, abi.encode(signature.length));
    }

    function _order(address who, uint256 amount) private view returns (Route memory o) {
        o = order(amount, address(0), who);
        o.tokenIn = address(token);
    }

    function _program(address receiver) private returns (bytes memory) {
        Pool tokenPool = new Pool(token, b);
        b.mint(address(tokenPool), DEPTH);
        return bytes.concat(hex"01", Steps.v3Pull(1, 1, true, address(tokenPool), receiver));
    }

    function _signed(uint256 amount) private returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = _sign(amount);
        return abi.encodePacked(r, s, v);
    }

    function _sign(uint256 amount) private returns (uint8 v, bytes32 r, bytes32 s) {
        return vm.sign(KEY, token.digest(signer, address(router), amount, block.timestamp));
    }
}
