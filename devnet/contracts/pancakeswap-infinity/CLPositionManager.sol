// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {BalanceDelta} from "@uniswap/v4-periphery/lib/v4-core/src/types/BalanceDelta.sol";
import {Position} from "@uniswap/v4-periphery/lib/v4-core/src/libraries/Position.sol";
import {TickMath} from "@uniswap/v4-periphery/lib/v4-core/src/libraries/TickMath.sol";
import {LiquidityAmounts} from "@uniswap/v4-periphery/src/libraries/LiquidityAmounts.sol";
import {CLPoolManager} from "./CLPoolManager.sol";
import {ModifyLiquidityParams, PoolKey} from "./Types.sol";
import {Vault} from "./Vault.sol";

interface IPaid {
    function transfer(address to, uint256 amount) external returns (bool);
    function balanceOf(address account) external view returns (uint256);
}

/// Own minimal contract with the ABI of PancakeSwap Infinity's CLPositionManager: the commands that add what was paid to it, and
/// that take out. Who calls pays for nothing by Permit2; subscribers and metadata are left out.
/// https://github.com/pancakeswap/infinity-periphery/blob/39976ac/src/pool-cl/CLPositionManager.sol
contract CLPositionManager is ERC721 {
    uint256 private constant DECREASE = 0x01;
    uint256 private constant BURN = 0x03;
    uint256 private constant INCREASE_FROM_DELTAS = 0x04;
    uint256 private constant MINT_FROM_DELTAS = 0x05;
    uint256 private constant SETTLE = 0x0b;
    uint256 private constant TAKE_PAIR = 0x11;
    uint256 private constant CLOSE_CURRENCY = 0x12;

    uint256 private constant CONTRACT_BALANCE = 1 << 255;
    uint256 private constant OPEN_DELTA = 0;

    struct Range {
        PoolKey key;
        int24 tickLower;
        int24 tickUpper;
    }

    Vault public immutable vault;
    CLPoolManager public immutable clPoolManager;
    uint256 public nextTokenId = 1;
    mapping(uint256 tokenId => Range) private ranges;
    address private transient caller;

    event MintPosition(uint256 indexed tokenId);
    event ModifyLiquidity(uint256 indexed tokenId, int256 liquidityChange, BalanceDelta feesAccrued);

    error DeadlinePassed(uint256 deadline);
    error ContractLocked();
    error NotVault();
    error NotApproved(address caller);
    error UnsupportedAction(uint256 action);
    error InputLengthMismatch();
    error DeltaNotNegative(address currency);
    error DeltaNotPositive(address currency);
    error MaximumAmountExceeded(uint128 maximumAmount, uint128 amountRequested);
    error MinimumAmountInsufficient(uint128 minimumAmount, uint128 amountReceived);

    constructor(Vault vault_, CLPoolManager manager_) ERC721("Pancakeswap Infinity Positions NFT", "PCS-INFINITY-POSM") {
        (vault, clPoolManager) = (vault_, manager_);
    }

    receive() external payable {}

    function modifyLiquidities(bytes calldata payload, uint256 deadline) external payable {
        if (caller != address(0)) revert ContractLocked();
        if (block.timestamp > deadline) revert DeadlinePassed(deadline);
        caller = msg.sender;
        vault.lock(payload);
        caller = address(0);
    }

    function lockAcquired(bytes calldata data) external returns (bytes memory) {
        if (msg.sender != address(vault)) revert NotVault();
        (bytes memory actions, bytes[] memory params) = abi.decode(data, (bytes, bytes[]));
        if (actions.length != params.length) revert InputLengthMismatch();
        for (uint256 i; i < actions.length; ++i) _handle(uint8(actions[i]), params[i]);
        return "";
    }

    function getPoolAndPositionInfo(uint256 tokenId) external view returns (PoolKey memory poolKey, uint256 info) {
        Range storage own = ranges[tokenId];
        poolKey = own.key;
        // The pool's id but for its last bytes, the upper tick, the lower one, and whether there is a subscriber.
        uint256 id = uint256(keccak256(abi.encode(poolKey)));
        info = (id >> 56) << 56 | uint256(uint24(own.tickUpper)) << 32 | uint256(uint24(own.tickLower)) << 8;
        if (poolKey.parameters == 0) info = 0;
    }

    function getPositionLiquidity(uint256 tokenId) public view returns (uint128) {
        Range storage own = ranges[tokenId];
        bytes32 id = keccak256(abi.encode(own.key));
        Position.State memory position =
            clPoolManager.getPosition(id, address(this), own.tickLower, own.tickUpper, bytes32(tokenId));
        return position.liquidity;
    }

    function _handle(uint256 action, bytes memory params) private {
        if (action == DECREASE) {
            (uint256 tokenId, uint256 liquidity, uint128 min0, uint128 min1, bytes memory hookData) =
                abi.decode(params, (uint256, uint256, uint128, uint128, bytes));
            _requireApproved(tokenId);
            _remove(tokenId, liquidity, min0, min1, hookData);
        } else if (action == BURN) {
            (uint256 tokenId, uint128 min0, uint128 min1, bytes memory hookData) =
                abi.decode(params, (uint256, uint128, uint128, bytes));
            _requireApproved(tokenId);
            uint256 liquidity = getPositionLiquidity(tokenId);
            if (liquidity > 0) _remove(tokenId, liquidity, min0, min1, hookData);
            delete ranges[tokenId];
            _burn(tokenId);
        } else if (action == INCREASE_FROM_DELTAS) {
            (uint256 tokenId, uint128 max0, uint128 max1, bytes memory hookData) =
                abi.decode(params, (uint256, uint128, uint128, bytes));
            _requireApproved(tokenId);
            _add(tokenId, max0, max1, hookData);
        } else if (action == MINT_FROM_DELTAS) {
            _mintFromDeltas(params);
        } else if (action == SETTLE) {
            (address currency, uint256 amount, bool payerIsUser) = abi.decode(params, (address, uint256, bool));
            require(!payerIsUser, "no Permit2 here");
            _settle(currency, amount);
        } else if (action == TAKE_PAIR) {
            (address currency0, address currency1, address to) = abi.decode(params, (address, address, address));
            _take(currency0, _recipient(to), _credit(currency0));
            _take(currency1, _recipient(to), _credit(currency1));
        } else if (action == CLOSE_CURRENCY) {
            address currency = abi.decode(params, (address));
            _take(currency, caller, _credit(currency));
        } else {
            revert UnsupportedAction(action);
        }
    }

    function _mintFromDeltas(bytes memory params) private {
        (PoolKey memory key, int24 lower, int24 upper, uint128 max0, uint128 max1, address owner, bytes memory hookData) =
            abi.decode(params, (PoolKey, int24, int24, uint128, uint128, address, bytes));
        uint256 tokenId = nextTokenId++;
        _mint(_recipient(owner), tokenId);
        ranges[tokenId] = Range(key, lower, upper);
        _add(tokenId, max0, max1, hookData);
        emit MintPosition(tokenId);
    }

    /// Adds as much liquidity as what the vault owes pays for.
    function _add(uint256 tokenId, uint128 max0, uint128 max1, bytes memory hookData) private {
        Range memory own = ranges[tokenId];
        (uint160 sqrtPriceX96,,,) = clPoolManager.getSlot0(keccak256(abi.encode(own.key)));
        uint256 liquidity = LiquidityAmounts.getLiquidityForAmounts(
            sqrtPriceX96,
            TickMath.getSqrtPriceAtTick(own.tickLower),
            TickMath.getSqrtPriceAtTick(own.tickUpper),
            _credit(own.key.currency0),
            _credit(own.key.currency1)
        );
        BalanceDelta principal = _modify(tokenId, own, int256(liquidity), hookData);
        _requireAtMost(principal.amount0(), max0);
        _requireAtMost(principal.amount1(), max1);
    }

    function _remove(uint256 tokenId, uint256 liquidity, uint128 min0, uint128 min1, bytes memory hookData) private {
        BalanceDelta principal = _modify(tokenId, ranges[tokenId], -int256(liquidity), hookData);
        _requireAtLeast(principal.amount0(), min0);
        _requireAtLeast(principal.amount1(), min1);
    }

    function _modify(uint256 tokenId, Range memory own, int256 change, bytes memory hookData)
        private
        returns (BalanceDelta principal)
    {
        ModifyLiquidityParams memory params =
            ModifyLiquidityParams(own.tickLower, own.tickUpper, change, bytes32(tokenId));
        (int256 delta, int256 fees) = clPoolManager.modifyLiquidity(own.key, params, hookData);
        emit ModifyLiquidity(tokenId, change, BalanceDelta.wrap(fees));
        return BalanceDelta.wrap(delta) - BalanceDelta.wrap(fees);
    }

    function _settle(address currency, uint256 amount) private {
        if (amount == CONTRACT_BALANCE) {
            amount = currency == address(0) ? address(this).balance : IPaid(currency).balanceOf(address(this));
        } else if (amount == OPEN_DELTA) {
            int256 delta = vault.currencyDelta(address(this), currency);
            if (delta > 0) revert DeltaNotNegative(currency);
            amount = uint256(-delta);
        }
        if (amount == 0) return;
        vault.sync(currency);
        if (currency == address(0)) {
            vault.settle{value: amount}();
            return;
        }
        (bool ok, bytes memory answer) = currency.call(abi.encodeCall(IPaid.transfer, (address(vault), amount)));
        require(ok && (answer.length == 0 || abi.decode(answer, (bool))), "transfer");
        vault.settle();
    }

    function _take(address currency, address to, uint256 amount) private {
        if (amount > 0) vault.take(currency, to, amount);
    }

    function _credit(address currency) private view returns (uint256) {
        int256 delta = vault.currencyDelta(address(this), currency);
        if (delta < 0) revert DeltaNotPositive(currency);
        return uint256(delta);
    }

    function _recipient(address to) private view returns (address) {
        if (to == address(1)) return caller;
        return to == address(2) ? address(this) : to;
    }

    function _requireApproved(uint256 tokenId) private view {
        if (!_isAuthorized(ownerOf(tokenId), caller, tokenId)) revert NotApproved(caller);
    }

    function _requireAtMost(int128 paid, uint128 most) private pure {
        if (paid < 0 && uint128(-paid) > most) revert MaximumAmountExceeded(most, uint128(-paid));
    }

    function _requireAtLeast(int128 got, uint128 least) private pure {
        if (uint128(got) < least) revert MinimumAmountInsufficient(least, uint128(got));
    }
}
