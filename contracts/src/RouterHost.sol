// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPuller} from "./Interfaces.sol";
import {RawCall} from "./RawCall.sol";
import {SwapVM} from "./vm/SwapVM.sol";

/// An account in which the router runs programs, and from which they pull the router's caller's tokens. The router alone may
/// run one.
abstract contract RouterHost is SwapVM {
    error OnlyRouter();

    address public immutable router;

    constructor(address router_) {
        router = router_;
    }

    modifier onlyRouter() {
        if (msg.sender != router) revert OnlyRouter();
        _;
    }

    function _pull(address to, uint256 amount) internal override returns (bool) {
        return RawCall.tryCall(router, 0, abi.encodeCall(IPuller.pull, (to, amount)));
    }

    function _pullCoin(address holder, uint256 amount) internal override returns (bool) {
        return RawCall.tryCall(router, 0, abi.encodeCall(IPuller.pullCoin, (holder, amount)));
    }

    function _receivesCallbacks(bool) internal pure override returns (bool) {
        return true;
    }

    /// Pools of every fork call back under their own name with the same arguments.
    fallback() external {
        _payPool(msg.data[4:]);
    }

    /// The manager of V4 pools calls back.
    function unlockCallback(bytes calldata told) external returns (bytes memory) {
        return _onUnlocked(told);
    }

    /// The vault of PancakeSwap Infinity calls back.
    function lockAcquired(bytes calldata told) external returns (bytes memory) {
        return _onUnlocked(told);
    }
}
