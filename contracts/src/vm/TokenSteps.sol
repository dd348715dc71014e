// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "../Interfaces.sol";
import {RawCall} from "../RawCall.sol";
import {TokenTransfer} from "../TokenTransfer.sol";
import {ProgramReader} from "./ProgramReader.sol";

/// Steps that move tokens to a named recipient.
abstract contract TokenSteps is ProgramReader {
    using TokenTransfer for address;

    /// Host hook: sends tokenIn of the running route to `to`. When not `ok`, RawCall answers the reason.
    function _pull(address to, uint256 amount) internal virtual returns (bool ok);

    /// Host hook: reverts unless the host may send `amount` of what it holds of `token`.
    function _checkSpending(address token, uint256 amount) internal view virtual;

    /// op in(1) to(20)
    function _pullTo(bytes calldata program, State memory s) internal virtual {
        uint256 start = s.next;
        uint256 w = _step(program, s, 22);
        address to = _recipient(program, s, start + 2);
        if (!_pull(to, _load(s, w >> 240))) _fail(s, to);
    }

    /// op in(1) token(20) to(20); token 0 is the native coin. Nothing is not sent: some tokens refuse to.
    function _send(bytes calldata program, State memory s) internal {
        uint256 start = s.next;
        uint256 w = _step(program, s, 42);
        address token = address(uint160(w >> 80));
        address to = _recipient(program, s, start + 22);
        uint256 amount = _load(s, w >> 240);
        if (amount == 0) return;
        _checkSpending(token, amount);
        if (token == address(0)) {
            if (!RawCall.tryCall(to, amount, "")) _fail(s, to);
        } else {
            _callToken(s, token, abi.encodeCall(IERC20.transfer, (to, amount)));
        }
    }

    function _callToken(State memory s, address token, bytes memory data) internal {
        if (!token.tryCall(data)) _fail(s, token);
    }
}
