// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Clone} from "../Clone.sol";
import {CoreWallet} from "./CoreWallet.sol";
import {MultiOrder, Order} from "./Order.sol";

/// Runs programs in the caller's own wallet, which it deploys on first use. No storage, no owner.
contract CoreWalletFactory {
    CoreWallet public immutable implementation;
    bytes32 private immutable cloneCodeHash;

    constructor() {
        implementation = new CoreWallet();
        cloneCodeHash = keccak256(Clone.creationCode(address(implementation)));
    }

    /// The wallet of `owner`, deployed or not.
    function walletOf(address owner) public view returns (address) {
        return Clone.derive(address(this), cloneCodeHash, owner);
    }

    function execute(Order calldata o, bytes calldata program) external payable returns (uint256 amountOut) {
        return _walletOfCaller().execute{value: msg.value}(o, program);
    }

    function executeMulti(MultiOrder calldata o, bytes calldata program) external payable returns (uint256 amountOut) {
        return _walletOfCaller().executeMulti{value: msg.value}(o, program);
    }

    function run(uint256 deadline, bytes calldata program) external payable {
        _walletOfCaller().run{value: msg.value}(deadline, program);
    }

    function _walletOfCaller() private returns (CoreWallet) {
        address wallet = walletOf(msg.sender);
        Clone.ensure(wallet, address(implementation), msg.sender);
        return CoreWallet(payable(wallet));
    }
}
