// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IInfinityHooks, IProtocolFeeController, IVault, PoolKey} from "./Types.sol";

/// What the managers of PancakeSwap Infinity have in common: keys, the protocol's fees, those that hooks set, and the pause.
/// https://github.com/pancakeswap/infinity-core/blob/7c04695f/src/ProtocolFees.sol
abstract contract PoolManager {
    uint24 private constant DYNAMIC_FEE = 0x800000;
    uint24 private constant MOST_PROTOCOL_FEE = 4_000;

    // The places are those of the originals, by which pools are read.
    address private owner;
    uint256 private isPaused;
    mapping(address currency => uint256) public protocolFeesAccrued;
    address public protocolFeeController;
    IVault public immutable vault;
    uint24 private immutable mostFee;

    event ProtocolFeeUpdated(bytes32 indexed id, uint24 protocolFee);
    event DynamicLPFeeUpdated(bytes32 indexed id, uint24 dynamicLPFee);

    error InvalidCaller();
    error PoolManagerMismatch();
    error CurrenciesInitializedOutOfOrder(address currency0, address currency1);
    error UnusedBitsNonZero();
    error HookConfigValidationError();
    error LPFeeTooLarge(uint24 fee);
    error ProtocolFeeTooLarge(uint24 fee);
    error UnauthorizedDynamicLPFeeUpdate();
    error EnforcedPause();

    constructor(IVault vault_, address owner_, uint24 mostFee_) {
        (vault, owner, mostFee) = (vault_, owner_, mostFee_);
    }

    modifier onlyOwner() {
        if (msg.sender != owner) revert InvalidCaller();
        _;
    }

    modifier whenNotPaused() {
        if (isPaused != 0) revert EnforcedPause();
        _;
    }

    function pause() external onlyOwner {
        isPaused = 1;
    }

    function unpause() external onlyOwner {
        isPaused = 0;
    }

    function setProtocolFeeController(address controller) external onlyOwner {
        protocolFeeController = controller;
    }

    function setProtocolFee(PoolKey memory key, uint24 newProtocolFee) external {
        if (msg.sender != protocolFeeController) revert InvalidCaller();
        _validateProtocolFee(newProtocolFee);
        bytes32 id = _idOf(key);
        _setProtocolFee(id, newProtocolFee);
        emit ProtocolFeeUpdated(id, newProtocolFee);
    }

    function updateDynamicLPFee(PoolKey memory key, uint24 newDynamicLPFee) external {
        if (key.fee != DYNAMIC_FEE || msg.sender != key.hooks) revert UnauthorizedDynamicLPFeeUpdate();
        if (newDynamicLPFee > mostFee) revert LPFeeTooLarge(newDynamicLPFee);
        bytes32 id = _idOf(key);
        _setLPFee(id, newDynamicLPFee);
        emit DynamicLPFeeUpdated(id, newDynamicLPFee);
    }

    function _setProtocolFee(bytes32 id, uint24 fee) internal virtual;

    function _setLPFee(bytes32 id, uint24 fee) internal virtual;

    /// @param unused The lowest bit of the key's parameters that nothing uses.
    function _validate(PoolKey memory key, uint256 unused) internal view {
        if (key.poolManager != address(this)) revert PoolManagerMismatch();
        if (key.currency0 >= key.currency1) revert CurrenciesInitializedOutOfOrder(key.currency0, key.currency1);
        if (uint256(key.parameters) >> unused != 0) revert UnusedBitsNonZero();
        uint16 bitmap = uint16(uint256(key.parameters));
        if (key.hooks == address(0) && (bitmap != 0 || key.fee == DYNAMIC_FEE)) revert HookConfigValidationError();
        if (key.hooks != address(0) && IInfinityHooks(key.hooks).getHooksRegistrationBitmap() != bitmap) {
            revert HookConfigValidationError();
        }
    }

    function _firstFee(PoolKey memory key) internal view returns (uint24 fee) {
        fee = key.fee == DYNAMIC_FEE ? 0 : key.fee;
        if (fee > mostFee) revert LPFeeTooLarge(fee);
    }

    function _firstProtocolFee(PoolKey memory key) internal view returns (uint24 fee) {
        if (protocolFeeController == address(0)) return 0;
        fee = IProtocolFeeController(protocolFeeController).protocolFeeForPool(key);
        _validateProtocolFee(fee);
    }

    function _validateProtocolFee(uint24 fee) private pure {
        if (fee & 0xfff > MOST_PROTOCOL_FEE || fee >> 12 > MOST_PROTOCOL_FEE) revert ProtocolFeeTooLarge(fee);
    }

    function _idOf(PoolKey memory key) internal pure returns (bytes32) {
        return keccak256(abi.encode(key));
    }

    function _toInt128(uint256 amount) internal pure returns (int128) {
        require(amount <= uint128(type(int128).max), "more than int128");
        return int128(int256(amount));
    }
}
