// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Steps} from "./Steps.sol";
import {QuietToken, Token} from "./Tokens.sol";
import {Vault} from "./Venues.sol";
import {WalletRules} from "./WalletRules.sol";

/// Rule 8 for accounts that give allowances of their own: a program leaves each as it was.
abstract contract WalletAllowances is WalletRules {
    function test_rule8_standingAllowanceThatSuffices() public {
        uint256[3] memory standing = [type(uint256).max, 2 * ONE, ONE];
        for (uint256 i; i < standing.length; ++i) {
            _allow(b, standing[i]);
            _deposit();
            assertEq(vault.allowanceSeen(), standing[i]); // not touched before the call
            assertEq(b.allowance(_account(), address(vault)), standing[i]);
        }
    }

    function test_rule8_standingAllowanceThatDoesNotSuffice() public {
        _allow(b, ONE - 1);
        _deposit();
        assertEq(vault.allowanceSeen(), ONE); // exactly what the call needs
        assertEq(b.allowance(_account(), address(vault)), ONE - 1);
    }

    /// What the call does not use is as it was as well.
    function test_rule8_standingAllowanceThatIsNotUsed() public {
        _allow(b, 7);
        Steps.Call memory c;
        (c.target, c.data) = (address(vault), abi.encodeCall(Vault.ignore, ()));
        c.approvals = Steps.approval(1, address(b));
        _run(bytes.concat(hex"01", Steps.set(1, uint128(ONE)), Steps.call(c)));
        assertEq(b.allowance(_account(), address(vault)), 7);
    }

    /// As USDT: no change but from or to 0.
    function test_rule8_standingAllowanceOfATokenThatRefusesToChangeIt() public {
        QuietToken quiet = new QuietToken();
        QuietVault quietVault = new QuietVault(quiet);
        uint256[4] memory standing = [uint256(0), 1, ONE, 2 * ONE];
        for (uint256 i; i < standing.length; ++i) {
            _allow(Token(address(quiet)), address(quietVault), 0);
            _allow(Token(address(quiet)), address(quietVault), standing[i]);
            quiet.mint(_account(), ONE);
            Steps.Call memory c;
            (c.target, c.data) = (address(quietVault), abi.encodeCall(QuietVault.deposit, (0)));
            (c.approvals, c.splices) = (Steps.approval(1, address(quiet)), Steps.splice(1, 4));
            _run(bytes.concat(hex"01", Steps.set(1, uint128(ONE)), Steps.call(c)));
            assertEq(quiet.allowance(_account(), address(quietVault)), standing[i]);
        }
        assertEq(quiet.balanceOf(address(quietVault)), 4 * ONE);
    }

    /// One token twice in one call: the larger amount is allowed, and what was there comes back.
    function test_rule8_oneTokenTwice() public {
        _allow(b, 3);
        b.mint(_account(), ONE);
        Steps.Call memory c;
        (c.target, c.data) = (address(vault), abi.encodeCall(Vault.deposit, (ONE, user)));
        c.approvals = bytes.concat(Steps.approval(1, address(b)), Steps.approval(2, address(b)));
        _run(bytes.concat(hex"02", Steps.set(1, uint128(ONE)), Steps.set(2, 5), Steps.call(c)));
        assertEq(vault.allowanceSeen(), ONE);
        assertEq(b.allowance(_account(), address(vault)), 3);
    }

    function _allow(Token token, uint256 amount) private {
        _allow(token, address(vault), amount);
    }

    function _allow(Token token, address spender, uint256 amount) private {
        vm.prank(_account());
        (bool ok,) = address(token).call(abi.encodeCall(Token.approve, (spender, amount)));
        assertTrue(ok, "approved");
    }

    function _deposit() private {
        b.mint(_account(), ONE);
        Steps.Call memory c;
        (c.target, c.data) = (address(vault), abi.encodeCall(Vault.deposit, (0, user)));
        (c.approvals, c.splices) = (Steps.approval(1, address(b)), Steps.splice(1, 4));
        _run(bytes.concat(hex"01", Steps.set(1, uint128(ONE)), Steps.call(c)));
    }
}

/// Takes tokens that return nothing.
contract QuietVault {
    QuietToken private immutable asset;

    constructor(QuietToken asset_) {
        asset = asset_;
    }

    function deposit(uint256 amount) external {
        asset.transferFrom(msg.sender, address(this), amount);
    }
}
