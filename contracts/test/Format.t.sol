// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {InfinityPoolKey, PoolKey} from "../src/Interfaces.sol";
import {ProgramReader} from "../src/vm/ProgramReader.sol";
import {Base} from "./base/Base.sol";
import {Steps} from "./base/Steps.sol";
import {Vault} from "./base/Venues.sol";

/// The bytes of a program: rule 9, and what is not whole, not declared or too large.
contract FormatTest is Base {
    uint256 private constant ONE = 1e18;

    function test_rule9_zeroBytes() public {
        vm.expectRevert(abi.encodeWithSelector(ProgramReader.InvalidOpcode.selector, 0, 0));
        routeAs(user, order(ONE, address(0), user), bytes.concat(hex"01", new bytes(64)));
        bytes memory step = Steps.v3Pull(1, 1, true, address(pool), user);
        for (uint256 i = 1; i < 4; ++i) {
            bytes memory zeroed = bytes.concat(step);
            zeroed[i] = 0; // in, out, direction
            expectInvalidOperand(0);
            routeAs(user, order(ONE, address(0), user), bytes.concat(hex"01", zeroed));
        }
    }

    function test_rule9_unknownOpcodes() public {
        for (uint256 op; op < 256; ++op) {
            bool calls = op == 0x12 || op == 0x13;
            bool known = (op >= 0x01 && op <= 0x09) || (op >= 0x10 && op <= 0x11) || (op >= 0x20 && op <= 0x29);
            if (known) continue;
            bytes memory program = bytes.concat(hex"01", Steps.set(1, 1), bytes1(uint8(op)), new bytes(80));
            vm.expectRevert(abi.encodeWithSelector(ProgramReader.InvalidOpcode.selector, 1, op));
            routeAs(user, order(ONE, address(0), user), program);
            if (calls) continue;
            vm.expectRevert(abi.encodeWithSelector(ProgramReader.InvalidOpcode.selector, 1, op));
            callAs(user, order(ONE, address(0), user), program);
        }
    }

    /// Every register of every step, one above the declared number.
    function test_rule9_registerThatIsNotDeclared() public {
        Steps.Call memory value;
        (value.target, value.value, value.data) = (address(vault), 2, abi.encodeCall(Vault.ignore, ()));
        Steps.Call memory out;
        (out.target, out.out, out.data) = (address(vault), 2, abi.encodeCall(Vault.echo, (1, 2)));
        Steps.Call memory approvals;
        (approvals.target, approvals.data) = (address(vault), abi.encodeCall(Vault.ignore, ()));
        approvals.approvals = Steps.approval(2, address(b));
        Steps.Call memory splices;
        (splices.target, splices.data) = (address(vault), abi.encodeCall(Vault.echo, (1, 2)));
        splices.splices = Steps.splice(2, 4);
        PoolKey memory v4;
        InfinityPoolKey memory infinity;
        bytes[24] memory steps = [
            Steps.set(2, 1),
            Steps.take(2, 1, 1),
            Steps.take(1, 2, 1),
            Steps.balance(2, address(b)),
            Steps.gain(2, address(b)),
            Steps.atLeast(2, 1),
            Steps.add(2, 1),
            Steps.add(1, 2),
            Steps.word(2, 0),
            Steps.pull(2, user),
            Steps.send(2, address(b), user),
            Steps.call(value),
            Steps.call(out),
            Steps.call(approvals),
            Steps.call(splices),
            Steps.v2(2, 1, true, address(pair), user),
            Steps.v2(1, 2, true, address(pair), user),
            Steps.v2Measured(2, true, address(pair), user, address(a)),
            Steps.v3Pull(2, 1, true, address(pool), user),
            Steps.v3Pull(1, 2, true, address(pool), user),
            Steps.v4Pull(2, 1, true, address(pool), user, v4),
            Steps.v4Pay(1, 2, true, address(pool), user, v4),
            Steps.infinity(0x26, 2, 1, true, address(pool), user, infinity),
            Steps.infinity(0x29, 1, 2, true, address(pool), user, infinity)
        ];
        for (uint256 i; i < steps.length; ++i) {
            expectInvalidOperand(0);
            callAs(user, order(ONE, address(pair), user), bytes.concat(hex"01", steps[i]));
        }
    }

    function test_I11_everyStepCutShortAnywhere() public {
        Steps.Call memory c;
        (c.target, c.data) = (address(vault), abi.encodeCall(Vault.echo, (1, 2)));
        c.approvals = Steps.approval(1, address(b));
        c.splices = Steps.splice(1, 4);
        bytes[] memory steps = new bytes[](21);
        steps[0] = Steps.set(1, 1);
        steps[1] = Steps.take(2, 1, 1);
        steps[2] = Steps.balance(2, address(b));
        steps[3] = Steps.gain(2, address(b));
        steps[4] = Steps.atLeast(1, 1);
        steps[5] = Steps.add(2, 1);
        steps[6] = Steps.pull(1, user);
        steps[7] = Steps.send(1, address(b), user);
        steps[8] = Steps.call(c);
        steps[9] = Steps.callVia(address(pair), c);
        steps[14] = Steps.word(2, 0);
        steps[10] = Steps.v2(1, 1, true, address(pair), user);
        steps[11] = Steps.v2Measured(1, true, address(pair), user, address(a));
        steps[12] = Steps.v3Pull(1, 1, true, address(pool), user);
        steps[13] = Steps.v3Pay(1, 1, true, address(pool), user, address(a));
        PoolKey memory v4;
        steps[15] = Steps.v4Pull(1, 1, true, address(pool), user, v4);
        steps[16] = Steps.v4Pay(1, 1, true, address(pool), user, v4);
        InfinityPoolKey memory infinity;
        for (uint8 op = 0x26; op <= 0x29; ++op) {
            steps[op - 0x26 + 17] = Steps.infinity(op, 1, 1, true, address(pool), user, infinity);
        }
        for (uint256 i; i < steps.length; ++i) {
            for (uint256 length = 1; length < steps[i].length; ++length) {
                bytes memory cut = new bytes(length);
                for (uint256 k; k < length; ++k) {
                    cut[k] = steps[i][k];
                }
                vm.expectRevert(abi.encodeWithSelector(ProgramReader.TruncatedProgram.selector, 0));
                callAs(user, order(ONE, address(0), user), bytes.concat(hex"02", cut));
            }
        }
    }

    /// Amounts from return words can be anything.
    function test_addAndTake_beyondTheirTypes() public {
        Steps.Call memory c;
        (c.target, c.out, c.data) = (address(vault), 2, abi.encodeCall(Vault.echo, (type(uint256).max, 0)));
        bytes memory huge = bytes.concat(hex"02", Steps.call(c));
        vm.expectRevert(abi.encodeWithSelector(ProgramReader.AmountOutOfRange.selector, 1));
        callAs(user, order(ONE, address(0), user), bytes.concat(huge, Steps.add(2, 1)));
        vm.expectRevert(abi.encodeWithSelector(ProgramReader.AmountOutOfRange.selector, 1));
        callAs(user, order(ONE, address(0), user), bytes.concat(huge, Steps.take(1, 2, 1)));
        vm.expectRevert(abi.encodeWithSelector(ProgramReader.AmountOutOfRange.selector, 1));
        callAs(user, order(ONE, address(0), user), bytes.concat(huge, Steps.v3Pull(2, 1, true, address(pool), user)));
    }

    function test_takeAndAdd_oneRegisterTwice() public {
        expectInvalidOperand(0);
        routeAs(user, order(ONE, address(0), user), bytes.concat(hex"01", Steps.take(1, 1, 5)));
        expectInvalidOperand(0);
        routeAs(user, order(ONE, address(0), user), bytes.concat(hex"01", Steps.add(1, 1)));
    }

    function test_call_spliceBeyondTheData() public {
        Steps.Call memory c;
        (c.target, c.splices, c.data) = (address(vault), Steps.splice(1, 37), abi.encodeCall(Vault.echo, (1, 2)));
        expectInvalidOperand(0);
        callAs(user, order(ONE, address(0), user), bytes.concat(hex"01", Steps.call(c)));
    }
}
