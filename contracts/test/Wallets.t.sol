// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {DelegateExecutor} from "../src/hosts/DelegateExecutor.sol";
import {Account7702} from "../src/hosts/Account7702.sol";
import {CoreWallet} from "../src/hosts/CoreWallet.sol";
import {WalletVM} from "../src/hosts/WalletVM.sol";
import {ProgramReader} from "../src/vm/ProgramReader.sol";
import {SmartWallet} from "./base/SmartWallet.sol";
import {Steps} from "./base/Steps.sol";
import {CallbackRules} from "./base/CallbackRules.sol";
import {WalletInputs} from "./base/WalletInputs.sol";

contract SafeWalletTest is WalletInputs {
    function _account() internal view override returns (address) {
        return address(safe);
    }

    function _code() internal view override returns (address) {
        return address(delegateExecutor);
    }

    function _send(bytes memory data, uint256 value) internal override returns (bytes memory) {
        vm.prank(user);
        return safe.delegate{value: value}(address(delegateExecutor), data);
    }

    // Rule 6: stateless, only by delegate call, no borrowed code.

    function test_rule6_directCall() public {
        bytes memory program = overPair(attacker);
        vm.expectRevert(abi.encodeWithSelector(DelegateExecutor.OnlyDelegateCall.selector));
        delegateExecutor.execute(orderOf(ONE, attacker), program);
        vm.expectRevert(abi.encodeWithSelector(DelegateExecutor.OnlyDelegateCall.selector));
        delegateExecutor.run(block.timestamp, program);
    }

    /// An account that made it its code would be everybody's, if it did not look who calls.
    function test_rule6_asTheCodeOfAnAccount() public {
        _become(account7702, address(delegateExecutor));
        bytes memory program = overPair(attacker);
        vm.expectRevert(abi.encodeWithSelector(DelegateExecutor.OnlyAccount.selector, attacker));
        vm.prank(attacker);
        DelegateExecutor(account7702).run(block.timestamp, program);
        vm.prank(account7702);
        DelegateExecutor(account7702).execute(orderOf(ONE, user), overPair(user));
    }

    function test_rule6_v3StepsAreInvalid() public {
        bytes memory pay = Steps.v3Pay(1, 1, true, address(pool), user, address(a));
        vm.expectRevert(abi.encodeWithSelector(ProgramReader.InvalidOpcode.selector, 0, 0x23));
        _execute(orderOf(ONE, user), bytes.concat(hex"01", pay));
    }

    function test_rule3_nestedProgram() public {
        bytes memory nested = abi.encodeCall(WalletVM.execute, (orderOf(ONE, user), overPair(user)));
        bytes memory again = abi.encodeCall(SmartWallet.delegate, (address(delegateExecutor), nested));
        expectStepFailed(1, address(safe), abi.encodeWithSelector(WalletVM.Locked.selector));
        _execute(orderOf(ONE, user), bytes.concat(hex"01", Steps.set(1, 1), Steps.call(address(safe), again)));
        vm.prank(address(safe));
        safe.delegate(address(delegateExecutor), nested); // valid when no program is running
    }
}

contract CoreWalletTest is CallbackRules {
    function _account() internal view override returns (address) {
        return coreWallet;
    }

    function _code() internal view override returns (address) {
        return address(factory.implementation());
    }

    function _send(bytes memory data, uint256 value) internal override returns (bytes memory) {
        return _call(user, address(factory), data, value);
    }

    function test_I14_addressFollowsFromTheOwner() public {
        bytes memory code = abi.encodePacked(
            hex"3d602d80600a3d3981f3363d3d373d3d3d363d73", _code(), hex"5af43d82803e903d91602b57fd5bf3"
        );
        bytes32 salt = bytes32(uint256(uint160(user)));
        bytes32 hash = keccak256(abi.encodePacked(hex"ff", address(factory), salt, keccak256(code)));
        assertTrue(coreWallet == address(uint160(uint256(hash))), "CREATE2 of the owner");
        assertEq(coreWallet.code.length, 0);
        _execute(orderOf(ONE, user), overPair(user));
        assertEq(coreWallet.code.length, 45);
        assertTrue(factory.walletOf(user) == coreWallet, "the same when deployed");
        assertTrue(factory.walletOf(attacker) != coreWallet, "another for another");
    }

    function test_I14_firstUseByRun() public {
        _run(bytes.concat(hex"01", Steps.set(1, 1), Steps.send(1, address(a), user)));
        assertEq(coreWallet.code.length, 45);
    }

    function test_I14_ownerWithoutTheFactory() public {
        _execute(orderOf(ONE, user), overPair(user));
        vm.prank(user);
        CoreWallet(payable(coreWallet)).execute(orderOf(ONE, user), overPair(user));
        assertEq(a.balanceOf(coreWallet), FUNDS - 2 * ONE);
    }

    /// The factory runs a program in its caller's wallet and in no other.
    function test_I14_anotherCallerOfTheFactory() public {
        _execute(orderOf(ONE, user), overPair(user));
        bytes memory take = bytes.concat(hex"01", Steps.set(1, 1), Steps.send(1, address(a), attacker));
        vm.expectPartialRevert(ProgramReader.StepFailed.selector); // the attacker's own wallet has nothing
        vm.prank(attacker);
        factory.run(block.timestamp, take);
    }

    function test_rule7_strangerIsNamed() public {
        _execute(orderOf(ONE, user), overPair(user));
        bytes memory program = overPair(attacker);
        vm.expectRevert(abi.encodeWithSelector(CoreWallet.OnlyOwner.selector, attacker));
        vm.prank(attacker);
        CoreWallet(payable(coreWallet)).run(block.timestamp, program);
    }

    function test_rule7_implementationHasNoOwner() public {
        CoreWallet implementation = factory.implementation();
        bytes memory program = overPair(attacker);
        vm.expectRevert(abi.encodeWithSelector(CoreWallet.OnlyOwner.selector, attacker));
        vm.prank(attacker);
        implementation.run(block.timestamp, program);
    }

    /// An owner that is a contract gets control when it receives coin.
    function test_rule3_nestedProgram() public {
        ReentrantOwner owner = new ReentrantOwner();
        address wallet = factory.walletOf(address(owner));
        vm.deal(wallet, FUNDS);
        bytes memory pay = bytes.concat(hex"01", Steps.set(1, 1), Steps.send(1, address(0), address(owner)));
        owner.go(address(factory), abi.encodeCall(WalletVM.run, (block.timestamp, pay)), address(factory));
        assertTrue(owner.answer() == WalletVM.Locked.selector, "refused by the lock through the factory");
        owner.go(wallet, abi.encodeCall(WalletVM.run, (block.timestamp, pay)), wallet);
        assertTrue(owner.answer() == WalletVM.Locked.selector, "refused by the lock");
        assertEq(address(owner).balance, 2);
    }
}

contract Account7702Test is CallbackRules {
    function _account() internal view override returns (address) {
        return account7702;
    }

    function _code() internal view override returns (address) {
        return address(code7702);
    }

    function _send(bytes memory data, uint256 value) internal override returns (bytes memory) {
        return _call(account7702, account7702, data, value);
    }

    function test_rule7_strangerIsNamed() public {
        bytes memory program = overPair(attacker);
        vm.expectRevert(abi.encodeWithSelector(Account7702.OnlyAccount.selector, attacker));
        vm.prank(attacker);
        Account7702(payable(account7702)).run(block.timestamp, program);
    }

    function test_rule3_nestedProgram() public {
        bytes memory nested = abi.encodeCall(WalletVM.execute, (orderOf(ONE, user), overPair(user)));
        expectStepFailed(0, account7702, abi.encodeWithSelector(WalletVM.Locked.selector));
        _run(bytes.concat(hex"01", Steps.call(account7702, nested)));
    }

    /// EIP-2098: 64 bytes, of either parity.
    function test_isValidSignature_compact() public {
        Account7702 account = Account7702(payable(account7702));
        bool[2] memory seen;
        for (uint256 i; i < 32 && !(seen[0] && seen[1]); ++i) {
            bytes32 digest = keccak256(abi.encode(i));
            (uint8 v, bytes32 r, bytes32 s) = vm.sign(KEY, digest);
            seen[v - 27] = true;
            bytes memory compact = abi.encodePacked(r, uint256(s) | uint256(v - 27) << 255);
            assertTrue(account.isValidSignature(digest, compact) == 0x1626ba7e, "signed");
            bytes memory longer = bytes.concat(compact, hex"0000");
            assertTrue(account.isValidSignature(digest, longer) == 0xffffffff, "another length");
            compact = abi.encodePacked(r, uint256(s) | uint256(28 - v) << 255);
            assertTrue(account.isValidSignature(digest, compact) == 0xffffffff, "the other parity");
        }
        assertTrue(seen[0] && seen[1], "both parities");
    }

    function test_isValidSignature() public {
        bytes32 digest = keccak256("a digest");
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(KEY, digest);
        Account7702 account = Account7702(payable(account7702));
        bytes memory signature = abi.encodePacked(r, s, v);
        assertTrue(account.isValidSignature(digest, signature) == 0x1626ba7e, "signed");
        assertTrue(account.isValidSignature(keccak256("another"), signature) == 0xffffffff, "another digest");
        assertTrue(account.isValidSignature(digest, "") == 0xffffffff, "nothing");
        uint256 order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141;
        bytes memory mirrored = abi.encodePacked(r, bytes32(order - uint256(s)), v == 27 ? uint8(28) : uint8(27));
        assertTrue(account.isValidSignature(digest, mirrored) == 0xffffffff, "the other signature of the same");
        mirrored = abi.encodePacked(r, bytes32((order - uint256(s)) | (uint256(28 - v) << 255)));
        assertTrue(account.isValidSignature(digest, mirrored) == 0xffffffff, "that in 64 bytes");
        (v, r, s) = vm.sign(KEY + 1, digest);
        assertTrue(account.isValidSignature(digest, abi.encodePacked(r, s, v)) == 0xffffffff, "another key");
    }
}

/// Owns a wallet, and calls it again when it receives coin.
contract ReentrantOwner {
    address private door;
    bytes private call;
    bytes4 public answer;

    function go(address target, bytes calldata data, address again) external {
        (door, call) = (again, data);
        (bool ok,) = target.call(data);
        require(ok, "the outer program goes through");
    }

    receive() external payable {
        (bool ok, bytes memory reason) = door.call(call);
        answer = ok ? bytes4(0) : bytes4(reason);
    }
}
