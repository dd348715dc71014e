// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CloneAddress} from "./CloneAddress.sol";
import {CoreWallet} from "./CoreWallet.sol";
import {Order} from "./Order.sol";

/// Runs programs in the caller's own wallet, which it deploys on first use. No storage, no owner.
contract CoreWalletFactory {
    error DeploymentFailed();

    CoreWallet public immutable implementation;
    bytes32 private immutable cloneCodeHash;

    constructor() {
        implementation = new CoreWallet();
        cloneCodeHash = keccak256(CloneAddress.creationCode(address(implementation)));
    }

    /// The wallet of `owner`, deployed or not.
    function walletOf(address owner) public view returns (address) {
        return CloneAddress.derive(address(this), cloneCodeHash, owner);
    }

    function execute(Order calldata o, bytes calldata program) external payable returns (uint256 amountOut) {
        return _walletOfCaller().execute{value: msg.value}(o, program);
    }

    function run(bytes calldata program) external payable {
        _walletOfCaller().run{value: msg.value}(program);
    }

    function _walletOfCaller() private returns (CoreWallet) {
        address wallet = walletOf(msg.sender);
        if (wallet.code.length == 0) {
            bytes memory code = CloneAddress.creationCode(address(implementation));
            bytes32 salt = CloneAddress.salt(msg.sender);
            address created;
            assembly ("memory-safe") {
                created := create2(0, add(code, 32), mload(code), salt)
            }
            if (created != wallet) revert DeploymentFailed();
        }
        return CoreWallet(payable(wallet));
    }
}
