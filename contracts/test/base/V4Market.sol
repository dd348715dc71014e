// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IV4Manager, PoolKey} from "../../src/Interfaces.sol";
import {Token} from "./Tokens.sol";
import {Vm} from "./Vm.sol";

struct ModifyLiquidityParams {
    int24 tickLower;
    int24 tickUpper;
    int256 liquidityDelta;
    bytes32 salt;
}

interface IV4Pools is IV4Manager {
    function initialize(PoolKey memory key, uint160 sqrtPriceX96) external returns (int24 tick);
    function modifyLiquidity(PoolKey memory key, ModifyLiquidityParams memory params, bytes calldata hookData)
        external
        returns (int256 callerDelta, int256 feesAccrued);
}

/// The V4 manager's own code, and a provider of liquidity for its pools at a price of 1.
contract V4Market {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    string private constant ARTIFACT =
        "../node_modules/@uniswap/v4-periphery/foundry-out/PoolManager.sol/PoolManager.default.json";
    uint160 private constant ONE_X96 = 1 << 96;
    int256 private constant LIQUIDITY = 1e24;

    IV4Pools public immutable manager;

    constructor() {
        bytes memory code = vm.parseJsonBytes(vm.readFile(ARTIFACT), ".bytecode.object");
        code = bytes.concat(code, abi.encode(address(this)));
        IV4Pools made;
        assembly ("memory-safe") {
            made := create(0, add(code, 32), mload(code))
        }
        require(address(made) != address(0), "no manager");
        manager = made;
    }

    receive() external payable {}

    /// A pool with a fee of 0.3 %, and liquidity around its price. What it takes has to be here.
    function open(address token0, address token1, address hooks) external returns (PoolKey memory key) {
        key = PoolKey(token0, token1, 3000, 60, hooks);
        manager.initialize(key, ONE_X96);
        manager.unlock(abi.encode(key));
    }

    function unlockCallback(bytes calldata data) external returns (bytes memory) {
        PoolKey memory key = abi.decode(data, (PoolKey));
        (int256 delta,) = manager.modifyLiquidity(key, ModifyLiquidityParams(-6000, 6000, LIQUIDITY, 0), "");
        _pay(key.currency0, uint256(-(delta >> 128)));
        _pay(key.currency1, uint256(-int256(int128(delta))));
        return "";
    }

    function _pay(address token, uint256 amount) private {
        manager.sync(token);
        if (token != address(0)) Token(token).transfer(address(manager), amount);
        manager.settle{value: token == address(0) ? amount : 0}();
    }
}

/// Stands where a pool's hooks are: does what it was told to whenever it is called, and agrees.
contract Hook {
    address public target;
    bytes public data;
    bool public ok;
    bytes public answer;

    function tell(address target_, bytes calldata data_) external {
        (target, data) = (target_, data_);
    }

    fallback(bytes calldata input) external returns (bytes memory) {
        if (target != address(0)) {
            (bool done, bytes memory result) = target.call(data);
            (ok, answer) = (done, result);
        }
        // beforeSwap answers its selector, a delta and a fee; both are nothing.
        return abi.encode(bytes4(input), uint256(0), uint256(0));
    }

    /// Whatever the manager lets it have of what it settles for itself.
    function grab(IV4Manager manager, address token) external {
        uint256 paid = manager.settle();
        if (paid != 0) manager.take(token, address(this), paid);
    }
}

/// Says that it is a manager: never calls back, or takes all and pays nothing.
contract FalseManager {
    bool private immutable callsBack;

    constructor(bool callsBack_) {
        callsBack = callsBack_;
    }

    function unlock(bytes calldata data) external returns (bytes memory) {
        if (callsBack) V4Market(payable(msg.sender)).unlockCallback(data);
        return "";
    }

    function sync(address) external {}

    function settle() external payable returns (uint256) {
        return msg.value;
    }

    /// `swap`.
    fallback(bytes calldata input) external returns (bytes memory) {
        int256 amount = abi.decode(input[4 + 6 * 32:], (int256));
        return abi.encode(amount << 128);
    }
}
