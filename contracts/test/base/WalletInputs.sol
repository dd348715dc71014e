// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MultiOrder} from "../../src/hosts/Order.sol";
import {WalletVM} from "../../src/hosts/WalletVM.sol";
import {ProgramReader} from "../../src/vm/ProgramReader.sol";
import {Steps} from "./Steps.sol";
import {Token} from "./Tokens.sol";
import {Pair} from "./Venues.sol";
import {WalletAllowances} from "./WalletAllowances.sol";

/// `executeMulti`: registers 1, 2, … start with the inputs, and every check is that of `execute`.
abstract contract WalletInputs is WalletAllowances {
    function test_executeMulti() public {
        (Token c, Pair pairC) = _another();
        c.mint(_account(), ONE);
        bytes memory program = bytes.concat(
            hex"02",
            Steps.send(1, address(a), address(pair)),
            Steps.v2(1, 1, true, address(pair), user),
            Steps.send(2, address(c), address(pairC)),
            Steps.v2(2, 2, true, address(pairC), user)
        );
        uint256 out = _executeMulti(_orderOf(2), program);
        assertEq(b.balanceOf(user), out);
        assertEq(a.balanceOf(_account()), FUNDS - ONE);
        assertEq(c.balanceOf(_account()), ONE - 2e17);
    }

    function test_executeMulti_oneToFive() public {
        for (uint256 count; count <= 6; ++count) {
            MultiOrder memory o = _orderOf(count);
            bytes memory program = bytes.concat(hex"05", Steps.send(1, address(a), address(pair)));
            for (uint256 i = 1; i <= count && i < 6; ++i) {
                program = bytes.concat(program, Steps.atLeast(uint8(i), uint128(o.amountsIn[i - 1])));
            }
            program = bytes.concat(program, Steps.v2(1, 1, true, address(pair), user));
            if (count == 0 || count > 5) {
                vm.expectRevert(abi.encodeWithSelector(WalletVM.InvalidInputs.selector, count));
            }
            _executeMulti(o, program);
        }
    }

    /// A program of fewer registers than inputs.
    function test_executeMulti_registerThatIsNotDeclared() public {
        expectInvalidOperand(0);
        _executeMulti(_orderOf(2), overPair(user));
    }

    function test_executeMulti_keepsTheRules() public {
        bytes memory program = bytes.concat(hex"02", Steps.send(1, address(a), address(pair)));
        program = bytes.concat(program, Steps.v2(1, 1, true, address(pair), user));
        MultiOrder memory o = _orderOf(2);
        o.amountsIn[1] = 0;
        vm.expectRevert(abi.encodeWithSelector(WalletVM.ZeroAmountIn.selector));
        _executeMulti(o, program);
        o = _orderOf(2);
        o.minAmountOut = 0;
        vm.expectRevert(abi.encodeWithSelector(WalletVM.ZeroMinAmountOut.selector));
        _executeMulti(o, program);
        o.minAmountOut = ONE;
        vm.expectPartialRevert(WalletVM.ReceivedTooLittle.selector);
        _executeMulti(o, program);
        (o.minAmountOut, o.receiver) = (1, address(0));
        vm.expectRevert(abi.encodeWithSelector(WalletVM.InvalidReceiver.selector, address(0)));
        _executeMulti(o, program);
        (o.receiver, o.deadline) = (user, block.timestamp - 1);
        vm.expectRevert(abi.encodeWithSelector(WalletVM.Expired.selector, o.deadline));
        _executeMulti(o, program);
        assertEq(a.balanceOf(_account()), FUNDS);
    }

    function test_executeMulti_strangers() public {
        _executeMulti(_orderOf(1), overPair(user)); // deployed from here on
        bytes memory data = abi.encodeCall(WalletVM.executeMulti, (_orderOf(1), overPair(attacker)));
        vm.prank(attacker);
        (bool ok,) = _account().call(data);
        assertTrue(!ok, "a stranger ran a program");
    }

    /// In front of a literal of 32 bytes, where 16 hold too little.
    function test_wideLiterals() public {
        uint256 much = uint256(type(uint128).max) + 1;
        a.mint(_account(), much);
        bytes memory program = bytes.concat(hex"01", Steps.setWide(1, much), Steps.atLeastWide(1, much));
        _run(bytes.concat(program, Steps.send(1, address(a), user)));
        assertEq(a.balanceOf(user), FUNDS + much);
        vm.expectRevert(abi.encodeWithSignature("BelowMinimum(uint256,uint256,uint256)", 2, much, much + 1));
        _run(bytes.concat(program, Steps.atLeastWide(1, much + 1)));
        expectInvalidOperand(1);
        _run(bytes.concat(hex"01", Steps.setWide(1, much), Steps.atLeastWide(1, 0)));
        bytes memory cut = Steps.setWide(1, much);
        assembly ("memory-safe") {
            mstore(cut, sub(mload(cut), 1))
        }
        vm.expectRevert(abi.encodeWithSelector(ProgramReader.TruncatedProgram.selector, 0));
        _run(bytes.concat(hex"01", cut));
    }

    /// A bundle that demands what arrived is not satisfied by what a pool says it paid.
    function test_measuredMinimum() public {
        TaxedToken taxed = new TaxedToken();
        Pair pairT = new Pair(a, taxed);
        a.mint(address(pairT), DEPTH);
        taxed.mint(address(pairT), DEPTH);
        pairT.sync();
        bytes memory trade = bytes.concat(
            Steps.set(1, uint128(ONE)),
            Steps.balance(3, address(taxed)),
            Steps.send(1, address(a), address(pairT)),
            Steps.v2(1, 2, true, address(pairT), _account()),
            Steps.gain(3, address(taxed))
        );
        uint128 least = uint128(ONE * 99 / 100);
        _run(bytes.concat(hex"03", trade, Steps.atLeast(2, least), Steps.atLeast(3, least)));
        taxed.tax(99);
        _run(bytes.concat(hex"03", trade, Steps.atLeast(2, least))); // as claimed
        vm.expectPartialRevert(bytes4(keccak256("BelowMinimum(uint256,uint256,uint256)")));
        _run(bytes.concat(hex"03", trade, Steps.atLeast(3, least)));
    }

    function _another() private returns (Token c, Pair pairC) {
        c = new Token();
        pairC = new Pair(c, b);
        c.mint(address(pairC), DEPTH);
        b.mint(address(pairC), DEPTH);
        pairC.sync();
    }

    /// ONE, and less and less after it.
    function _orderOf(uint256 count) private view returns (MultiOrder memory) {
        uint256[] memory amountsIn = new uint256[](count);
        for (uint256 i; i < count; ++i) {
            amountsIn[i] = ONE / (i * 4 + 1);
        }
        return MultiOrder(amountsIn, address(b), 1, user, block.timestamp);
    }

    function _executeMulti(MultiOrder memory o, bytes memory program) private returns (uint256) {
        bytes memory answer = _send(abi.encodeCall(WalletVM.executeMulti, (o, program)), 0);
        return answer.length == 0 ? 0 : abi.decode(answer, (uint256)); // no answer: a revert that was expected
    }
}

/// Keeps a part of every transfer from when its owner wants it to.
contract TaxedToken is Token {
    uint256 private percent;

    function tax(uint256 percent_) external {
        percent = percent_;
    }

    function _move(address from, address to, uint256 amount) internal override {
        super._move(from, to, amount);
        balanceOf[to] -= amount * percent / 100;
    }
}
