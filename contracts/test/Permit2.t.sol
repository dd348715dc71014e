// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Permits} from "../src/Permits.sol";
import {Input, MultiRoute} from "../src/Route.sol";
import {Router} from "../src/Router.sol";
import {MultiBase} from "./base/MultiBase.sol";
import {Permit2Code} from "./base/Permit2Code.sol";
import {SigningContract} from "./base/SigningContract.sol";
import {Steps} from "./base/Steps.sol";

interface IDomain {
    function DOMAIN_SEPARATOR() external view returns (bytes32);
}

/// routeWithPermit2, with Permit2's own bytecode and real signatures.
contract Permit2Test is MultiBase {
    address private constant PERMIT2 = 0x000000000022D473030F116dDEE9F6B43aC78BA3;
    uint256 private constant KEY = 0xA11CE;
    // https://github.com/Uniswap/permit2/blob/cc56ad0f3439c502c246fc5cfcc3db92bb8b7219/src/libraries/PermitHash.sol
    bytes32 private constant PERMISSIONS_TYPE = keccak256("TokenPermissions(address token,uint256 amount)");
    bytes32 private constant ONE_TYPE = keccak256(
        "PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)TokenPermissions(address token,uint256 amount)"
    );
    bytes32 private constant BATCH_TYPE = keccak256(
        "PermitBatchTransferFrom(TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline)TokenPermissions(address token,uint256 amount)"
    );

    address private signer;

    function setUp() public override {
        super.setUp();
        vm.etch(PERMIT2, Permit2Code.load());
        signer = vm.addr(KEY);
        _allowPermit2(signer);
    }

    function test_routeWithPermit2_one() public {
        MultiRoute memory o = _one(signer);
        uint256 out = _send(signer, _signedBy(KEY, o, 1));
        assertEq(b.balanceOf(signer), out);
        assertEq(a.balanceOf(signer), FUNDS - ONE);
        assertEq(a.allowance(signer, address(router)), 0);
    }

    function test_routeWithPermit2_several() public {
        uint256 out = _send(signer, _signedBy(KEY, both(address(shared), signer), 1));
        assertEq(b.balanceOf(signer), out);
        assertEq(a.balanceOf(signer), FUNDS - ONE);
        assertEq(c.balanceOf(signer), FUNDS - ONE / 2);
    }

    function test_routeWithPermit2_inTheOwnExecutor() public {
        MultiRoute memory o = both(own(signer), signer);
        bytes memory signature = _sign(KEY, _digest(o, 7));
        bytes memory call = abi.encodeCall(Router.routeWithPermit2, (o, 7, bytes.concat(hex"00", selling(signer))));
        assertEq(_send(signer, _append(call, signature)), b.balanceOf(signer));
        assertEq(own(signer).code.length, 45);
    }

    function test_routeWithPermit2_compactSignature() public {
        MultiRoute memory o = _one(signer);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(KEY, _digest(o, 1));
        bytes memory compact = abi.encodePacked(r, uint256(s) | uint256(v - 27) << 255);
        assertEq(_send(signer, _appendTo(o, 1, compact)), b.balanceOf(signer));
    }

    /// Permit2 asks accounts with code.
    function test_routeWithPermit2_ofAnAccountWithCode() public {
        SigningContract account = new SigningContract();
        _allowPermit2(address(account));
        MultiRoute memory o = both(address(shared), address(account));
        bytes memory wrong = _appendTo(o, 1, account.signatureOf(keccak256("another")));
        _expectRefusal("InvalidContractSignature()");
        _send(address(account), wrong);
        bytes memory data = _appendTo(o, 1, account.signatureOf(_digest(o, 1)));
        assertEq(_send(address(account), data), b.balanceOf(address(account)));
    }

    /// Who finds a signature in the mempool has no use of it: Permit2 asks for the caller's own.
    function test_routeWithPermit2_signatureOfAnother() public {
        MultiRoute memory o = both(address(shared), attacker);
        bytes memory data = _signedBy(KEY, o, 1);
        _allowPermit2(attacker);
        _expectRefusal("InvalidSigner()");
        _send(attacker, data);
        assertEq(a.balanceOf(signer), FUNDS);
    }

    function test_routeWithPermit2_once() public {
        bytes memory data = _signedBy(KEY, both(address(shared), signer), 1);
        _send(signer, data);
        _expectRefusal("InvalidNonce()");
        _send(signer, data);
    }

    /// Token, amount, number of tokens, nonce and deadline are what was signed.
    function test_routeWithPermit2_otherTermsThanSigned() public {
        MultiRoute memory signed = both(address(shared), signer);
        bytes memory signature = _sign(KEY, _digest(signed, 1));
        MultiRoute[4] memory others;
        for (uint256 i; i < others.length; ++i) {
            others[i] = both(address(shared), signer);
        }
        others[0].inputs[0].amount += 1;
        others[1].inputs[1].token = address(wrapped);
        others[2].deadline += 1;
        others[3].inputs = new Input[](1);
        others[3].inputs[0] = signed.inputs[0];
        for (uint256 i; i < others.length; ++i) {
            bytes memory data = _appendTo(others[i], 1, signature);
            _expectRefusal("InvalidSigner()");
            _send(signer, data);
        }
        bytes memory otherNonce = _appendTo(signed, 2, signature);
        _expectRefusal("InvalidSigner()");
        _send(signer, otherNonce);
        _send(signer, _appendTo(signed, 1, signature));
    }

    /// A signature for another spender than the router.
    function test_routeWithPermit2_ofAnotherSpender() public {
        MultiRoute memory o = _one(signer);
        bytes memory data = _appendTo(o, 1, _sign(KEY, _digestFor(o, 1, address(shared))));
        _expectRefusal("InvalidSigner()");
        _send(signer, data);
    }

    function test_routeWithPermit2_keepsTheRules() public {
        MultiRoute memory o = _one(signer);
        o.minAmountOut = 2 * ONE;
        bytes memory data = _signedBy(KEY, o, 1);
        vm.expectPartialRevert(Router.ReceivedTooLittle.selector);
        _send(signer, data);
        (o.minAmountOut, o.inputs[0].token) = (1, address(0));
        data = _signedBy(KEY, o, 1);
        vm.expectRevert(abi.encodeWithSelector(Router.WrongValue.selector, ONE, 0)); // Permit2 moves no coin
        _send(signer, data);
        o = _one(signer);
        data = _signedBy(KEY, o, 1);
        vm.warp(o.deadline + 1);
        vm.expectRevert(abi.encodeWithSelector(Router.Expired.selector, o.deadline));
        _send(signer, data);
        assertEq(a.balanceOf(signer), FUNDS);
    }

    /// A signature is for tokens: the function takes no coin at all.
    function test_I8_routeWithPermit2_coin() public {
        bytes memory data = _signedBy(KEY, _one(signer), 1);
        vm.deal(signer, 1);
        vm.prank(signer);
        (bool ok, bytes memory reason) = address(router).call{value: 1}(data);
        assertTrue(!ok && reason.length == 0, "no function that takes coin");
        _send(signer, data);
    }

    function test_routeWithPermit2_withoutASignature() public {
        MultiRoute memory o = _one(signer);
        bytes memory call = abi.encodeCall(Router.routeWithPermit2, (o, 1, _program(o)));
        _expectRefusal("InvalidSignatureLength()");
        _send(signer, bytes.concat(call, abi.encode(0)));
        vm.expectRevert(abi.encodeWithSelector(Permits.SignatureMissing.selector, call.length));
        _send(signer, bytes.concat(call, abi.encode(call.length)));
    }

    /// Where there is no Permit2, nothing is moved, and nothing runs.
    function test_routeWithPermit2_chainWithoutPermit2() public {
        vm.etch(PERMIT2, "");
        bytes memory data = _signedByNobody(_one(signer));
        vm.expectRevert();
        _send(signer, data);
        data = _signedByNobody(both(address(shared), signer));
        vm.expectRevert();
        _send(signer, data);
    }

    function _allowPermit2(address account) private {
        a.mint(account, FUNDS);
        c.mint(account, account == attacker ? 0 : FUNDS);
        vm.startPrank(account);
        a.approve(PERMIT2, type(uint256).max);
        c.approve(PERMIT2, type(uint256).max);
        vm.stopPrank();
    }

    function _one(address receiver) private view returns (MultiRoute memory o) {
        o = both(address(shared), receiver);
        Input memory first = o.inputs[0];
        o.inputs = new Input[](1);
        o.inputs[0] = first;
        o.minAmountOut = 1;
    }

    function _program(MultiRoute memory o) private view returns (bytes memory) {
        if (o.inputs.length == 2) return selling(o.receiver);
        return bytes.concat(hex"01", Steps.v2(1, 1, true, address(pair), o.receiver));
    }

    function _signedBy(uint256 key, MultiRoute memory o, uint256 nonce) private returns (bytes memory) {
        return _appendTo(o, nonce, _sign(key, _digest(o, nonce)));
    }

    function _signedByNobody(MultiRoute memory o) private view returns (bytes memory) {
        return _appendTo(o, 1, new bytes(65));
    }

    function _appendTo(MultiRoute memory o, uint256 nonce, bytes memory signature) private view returns (bytes memory) {
        return _append(abi.encodeCall(Router.routeWithPermit2, (o, nonce, _program(o))), signature);
    }

    function _append(bytes memory call, bytes memory signature) private pure returns (bytes memory) {
        return bytes.concat(call, signature, abi.encode(signature.length));
    }

    function _sign(uint256 key, bytes32 digest) private returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
        return abi.encodePacked(r, s, v);
    }

    function _digest(MultiRoute memory o, uint256 nonce) private view returns (bytes32) {
        return _digestFor(o, nonce, address(router));
    }

    function _digestFor(MultiRoute memory o, uint256 nonce, address spender) private view returns (bytes32) {
        bytes memory permissions;
        for (uint256 i; i < o.inputs.length; ++i) {
            bytes32 hash = keccak256(abi.encode(PERMISSIONS_TYPE, o.inputs[i].token, o.inputs[i].amount));
            permissions = bytes.concat(permissions, hash);
        }
        bool single = o.inputs.length == 1;
        bytes32 content = keccak256(
            abi.encode(
                single ? ONE_TYPE : BATCH_TYPE,
                single ? bytes32(permissions) : keccak256(permissions),
                spender,
                nonce,
                o.deadline
            )
        );
        return keccak256(abi.encodePacked(hex"1901", IDomain(PERMIT2).DOMAIN_SEPARATOR(), content));
    }

    function _expectRefusal(string memory refusal) private {
        vm.expectRevert(abi.encodeWithSignature(refusal));
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
}
