// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20, IERC2612, IPermit2, IPermitOfContracts} from "./Interfaces.sol";
import {Input} from "./Route.sol";

/// What msg.sender signed instead of an allowance. The signature follows the call's arguments, and its length in 32 bytes
/// follows the signature, so that it can be appended to a transaction that is made already.
library Permits {
    /// More bytes than the call has.
    error SignatureMissing(uint256 length);
    error PermitFailed(bytes reason);

    IPermit2 private constant PERMIT2 = IPermit2(0x000000000022D473030F116dDEE9F6B43aC78BA3);
    bytes32 private constant LOWER_255_BITS = ~bytes32(uint256(1) << 255);

    /// EIP-2612 for this contract, and for accounts whose code signs, as USDC has it. A permit that fails, for someone may have
    /// sent it first, is no harm while the allowance suffices.
    function permit(address token, uint256 amount, uint256 deadline) internal {
        (bool ok, bytes memory reason) = token.call(_permitData(amount, deadline));
        if (!ok && IERC20(token).allowance(msg.sender, address(this)) < amount) revert PermitFailed(reason);
    }

    /// Has Permit2 send each input to where it is paid, if msg.sender signed for exactly that, and for this contract.
    function transfer(Input[] calldata inputs, uint256 nonce, uint256 deadline) internal {
        if (inputs.length == 1) _transferOne(inputs[0], nonce, deadline);
        else _transferAll(inputs, nonce, deadline);
    }

    function _transferOne(Input calldata input, uint256 nonce, uint256 deadline) private {
        PERMIT2.permitTransferFrom(
            IPermit2.PermitTransferFrom(IPermit2.TokenPermissions(input.token, input.amount), nonce, deadline),
            IPermit2.SignatureTransferDetails(input.payTo, input.amount),
            msg.sender,
            _signature()
        );
    }

    function _transferAll(Input[] calldata inputs, uint256 nonce, uint256 deadline) private {
        uint256 count = inputs.length;
        IPermit2.TokenPermissions[] memory permitted = new IPermit2.TokenPermissions[](count);
        IPermit2.SignatureTransferDetails[] memory details = new IPermit2.SignatureTransferDetails[](count);
        for (uint256 i; i < count; ++i) {
            Input calldata input = inputs[i];
            permitted[i] = IPermit2.TokenPermissions(input.token, input.amount);
            details[i] = IPermit2.SignatureTransferDetails(input.payTo, input.amount);
        }
        PERMIT2.permitTransferFrom(
            IPermit2.PermitBatchTransferFrom(permitted, nonce, deadline), details, msg.sender, _signature()
        );
    }

    function _permitData(uint256 amount, uint256 deadline) private view returns (bytes memory) {
        bytes calldata signature = _signature();
        if (signature.length != 64 && signature.length != 65) {
            return abi.encodeCall(IPermitOfContracts.permit, (msg.sender, address(this), amount, deadline, signature));
        }
        (bytes32 r, bytes32 s) = abi.decode(signature[:64], (bytes32, bytes32));
        uint8 v;
        if (signature.length == 65) {
            v = uint8(signature[64]);
        } else {
            // https://eips.ethereum.org/EIPS/eip-2098
            v = 27 + uint8(uint256(s) >> 255);
            s &= LOWER_255_BITS;
        }
        return abi.encodeCall(IERC2612.permit, (msg.sender, address(this), amount, deadline, v, r, s));
    }

    function _signature() private pure returns (bytes calldata) {
        // Every function that comes here has arguments, so that there are 32 bytes and a selector at least.
        uint256 end = msg.data.length - 32;
        uint256 length = uint256(bytes32(msg.data[end:]));
        if (length > end - 4) revert SignatureMissing(length);
        return msg.data[end - length:end];
    }
}
