// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {PrepaidInfinity} from "../../src/PrepaidInfinity.sol";
import {PrepaidV3} from "../../src/PrepaidV3.sol";
import {PrepaidV4} from "../../src/PrepaidV4.sol";
import {Account7702} from "../../src/hosts/Account7702.sol";
import {CoreWalletFactory} from "../../src/hosts/CoreWalletFactory.sol";
import {DelegateExecutor} from "../../src/hosts/DelegateExecutor.sol";
import {Order} from "../../src/hosts/Order.sol";
import {Base} from "./Base.sol";
import {SmartWallet} from "./SmartWallet.sol";
import {Steps} from "./Steps.sol";

/// The hosts that act for one owner, each with an account of `user` that holds tokens and coin.
abstract contract WalletBase is Base {
    uint256 internal constant KEY = 0xC0FFEE;

    DelegateExecutor internal delegateExecutor;
    CoreWalletFactory internal factory;
    Account7702 internal code7702;
    PrepaidV3 internal prepaid;
    PrepaidV4 internal prepaidV4;
    PrepaidInfinity internal prepaidInfinity;

    SmartWallet internal safe;
    address internal coreWallet;
    address internal account7702;

    function setUp() public virtual override {
        super.setUp();
        delegateExecutor = DelegateExecutor(_deploy("DELEGATE_EXECUTOR_BYTECODE", type(DelegateExecutor).creationCode));
        factory = CoreWalletFactory(_deploy("CORE_WALLET_FACTORY_BYTECODE", type(CoreWalletFactory).creationCode));
        code7702 = Account7702(payable(_deploy("ACCOUNT_7702_BYTECODE", type(Account7702).creationCode)));
        prepaid = PrepaidV3(_deploy("PREPAID_V3_BYTECODE", type(PrepaidV3).creationCode));
        prepaidV4 = PrepaidV4(_deploy("PREPAID_V4_BYTECODE", type(PrepaidV4).creationCode));
        prepaidInfinity = PrepaidInfinity(_deploy("PREPAID_INFINITY_BYTECODE", type(PrepaidInfinity).creationCode));

        safe = new SmartWallet(user);
        coreWallet = factory.walletOf(user);
        account7702 = vm.addr(KEY);
        _become(account7702, address(code7702));
        _fill(address(safe));
        _fill(coreWallet);
        _fill(account7702);
    }

    /// Code of an account as an EIP-7702 authorisation sets it.
    function _become(address account, address code) internal {
        vm.etch(account, abi.encodePacked(hex"ef0100", code));
    }

    function _fill(address account) internal {
        a.mint(account, FUNDS);
        vm.deal(account, FUNDS);
    }

    function _call(address from, address to, bytes memory data, uint256 value) internal returns (bytes memory) {
        vm.prank(from);
        (bool ok, bytes memory answer) = to.call{value: value}(data);
        if (ok) return answer;
        assembly ("memory-safe") {
            revert(add(answer, 32), mload(answer))
        }
    }

    /// To `b`, at least 1.
    function orderOf(uint256 amountIn, address receiver) internal view returns (Order memory) {
        return Order(amountIn, address(b), 1, receiver, block.timestamp);
    }

    /// From `a` to `b` over the pair.
    function overPair(address receiver) internal view returns (bytes memory) {
        bytes memory send = Steps.send(1, address(a), address(pair));
        return bytes.concat(hex"01", send, Steps.v2(1, 1, true, address(pair), receiver));
    }
}
