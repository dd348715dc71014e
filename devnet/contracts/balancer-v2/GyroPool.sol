// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {GyroShare} from "./GyroShare.sol";
import {IPoolVault, IRateProvider, IToken, SwapRequest} from "./Vault.sol";

/// Our own stand-in for what Gyroscope's pools of two tokens have in common: what the vault asks of them, with rates
/// asked for by every call, the fee taken of what comes in, and the protocol's part minted by joins and exits.
abstract contract GyroPool is GyroShare {
    uint256 internal constant ONE = 1e18;
    uint256 private constant MINIMUM_SHARES = 1e6;
    uint256 private constant PROTOCOL_PART = 1e17;
    uint256 private constant PAUSE_WINDOW = 90 days;
    uint256 private constant BUFFER_PERIOD = 30 days;

    struct Base {
        string name;
        string symbol;
        IPoolVault vault;
        address[] tokens;
        address[] rateProviders;
        uint256 swapFee;
        address owner;
    }

    bytes32 public immutable getPoolId;
    IPoolVault public immutable getVault;
    address public immutable rateProvider0;
    address public immutable rateProvider1;
    address private immutable token0;
    address private immutable owner;
    uint256 private immutable scale0;
    uint256 private immutable scale1;
    uint256 private immutable madeAt = block.timestamp;
    uint256 public getSwapFeePercentage;
    uint256 public getLastInvariant;
    bool private paused;

    event SwapFeePercentageChanged(uint256 swapFeePercentage);
    event PausedStateChanged(bool paused);

    error NotAllowed();
    error Paused();
    error Unhandled();

    constructor(Base memory base) {
        (name, symbol, getVault, owner) = (base.name, base.symbol, base.vault, base.owner);
        getPoolId = base.vault.registerPool(2);
        base.vault.registerTokens(getPoolId, base.tokens, new address[](2));
        token0 = base.tokens[0];
        (scale0, scale1) = (scaleOf(base.tokens[0]), scaleOf(base.tokens[1]));
        (rateProvider0, rateProvider1) = (base.rateProviders[0], base.rateProviders[1]);
        chargeFee(base.swapFee);
    }

    modifier onlyVault() {
        if (msg.sender != address(getVault)) revert NotAllowed();
        _;
    }

    modifier onlyOwner() {
        if (msg.sender != owner) revert NotAllowed();
        _;
    }

    function invariantOf(uint256[] memory balances) public view virtual returns (uint256);

    /// What a swap pays for an amount, or takes for one; all with 18 decimals.
    function paid(uint256[] memory balances, uint256 from, uint256 amountIn) internal view virtual returns (uint256);

    function taken(uint256[] memory balances, uint256 from, uint256 amountOut) internal view virtual returns (uint256);

    function onSwap(SwapRequest memory request, uint256 balanceIn, uint256 balanceOut)
        external
        view
        onlyVault
        returns (uint256)
    {
        ensureNotPaused();
        uint256 from = request.tokenIn == token0 ? 0 : 1;
        (uint256 factorIn, uint256 factorOut) = (factorOf(from), factorOf(1 - from));
        uint256[] memory balances = new uint256[](2);
        balances[from] = mulDown(balanceIn, factorIn);
        balances[1 - from] = mulDown(balanceOut, factorOut);
        if (request.kind == 0) {
            uint256 afterFee = request.amount - mulUp(request.amount, getSwapFeePercentage);
            return divDown(paid(balances, from, mulDown(afterFee, factorIn)), factorOut);
        }
        uint256 needed = divUp(taken(balances, from, mulDown(request.amount, factorOut)), factorIn);
        return divUp(needed, ONE - getSwapFeePercentage);
    }

    function onJoinPool(
        bytes32,
        address,
        address recipient,
        uint256[] memory balances,
        uint256,
        uint256,
        bytes memory userData
    ) external onlyVault returns (uint256[] memory amounts, uint256[] memory due) {
        ensureNotPaused();
        due = new uint256[](2);
        if (totalSupply == 0) return (start(recipient, userData), due);
        (uint256 kind, uint256 shares) = abi.decode(userData, (uint256, uint256));
        if (kind != 3) revert Unhandled();
        upscale(balances);
        uint256 invariant = invariantOf(balances);
        payProtocol(invariant);
        amounts = new uint256[](2);
        for (uint256 i = 0; i < 2; i++) {
            amounts[i] = divUp(divUp(mulUp(balances[i], shares), totalSupply), factorOf(i));
        }
        getLastInvariant = invariant + divUp(mulUp(invariant, shares), totalSupply);
        mint(recipient, shares);
    }

    function onExitPool(
        bytes32,
        address sender,
        address,
        uint256[] memory balances,
        uint256,
        uint256,
        bytes memory userData
    ) external onlyVault returns (uint256[] memory amounts, uint256[] memory due) {
        (uint256 kind, uint256 shares) = abi.decode(userData, (uint256, uint256));
        if (kind != 1) revert Unhandled();
        due = new uint256[](2);
        upscale(balances);
        uint256 invariant = type(uint256).max;
        if (isNotPaused()) {
            invariant = invariantOf(balances);
            payProtocol(invariant);
        }
        amounts = new uint256[](2);
        for (uint256 i = 0; i < 2; i++) {
            amounts[i] = divDown(divDown(mulDown(balances[i], shares), totalSupply), factorOf(i));
        }
        getLastInvariant =
            isNotPaused() ? invariant - divDown(mulDown(invariant, shares), totalSupply) : invariant;
        burn(sender, shares);
    }

    function setSwapFeePercentage(uint256 swapFee) external onlyOwner {
        ensureNotPaused();
        chargeFee(swapFee);
    }

    function pause() external onlyOwner {
        if (block.timestamp >= madeAt + PAUSE_WINDOW) revert NotAllowed();
        paused = true;
        emit PausedStateChanged(true);
    }

    function unpause() external onlyOwner {
        if (block.timestamp >= madeAt + PAUSE_WINDOW + BUFFER_PERIOD) revert NotAllowed();
        paused = false;
        emit PausedStateChanged(false);
    }

    function getPausedState() external view returns (bool, uint256 windowEnd, uint256 bufferEnd) {
        windowEnd = madeAt + PAUSE_WINDOW;
        return (!isNotPaused(), windowEnd, windowEnd + BUFFER_PERIOD);
    }

    function getActionId(bytes4 selector) external view returns (bytes32) {
        return keccak256(abi.encode(address(this), selector));
    }

    function start(address recipient, bytes memory userData) private returns (uint256[] memory amounts) {
        (, amounts) = abi.decode(userData, (uint256, uint256[]));
        uint256[] memory scaled = new uint256[](2);
        (scaled[0], scaled[1]) = (amounts[0], amounts[1]);
        upscale(scaled);
        getLastInvariant = invariantOf(scaled);
        mint(address(0), MINIMUM_SHARES);
        mint(recipient, scaled[0] + scaled[1] - MINIMUM_SHARES);
        for (uint256 i = 0; i < 2; i++) amounts[i] = divUp(scaled[i], factorOf(i));
    }

    function payProtocol(uint256 invariant) private {
        if (invariant <= getLastInvariant) return;
        uint256 grown = invariant - getLastInvariant;
        uint256 part = mulDown(mulDown(totalSupply, grown), PROTOCOL_PART);
        uint256 shares = divDown(part, invariant - mulDown(PROTOCOL_PART, grown));
        if (shares > 0) mint(owner, shares);
    }

    function factorOf(uint256 index) internal view returns (uint256) {
        (uint256 scale, address provider) = index == 0 ? (scale0, rateProvider0) : (scale1, rateProvider1);
        return provider == address(0) ? scale : mulDown(scale, IRateProvider(provider).getRate());
    }

    function upscale(uint256[] memory amounts) private view {
        for (uint256 i = 0; i < 2; i++) amounts[i] = mulDown(amounts[i], factorOf(i));
    }

    function scaleOf(address token) private view returns (uint256) {
        return ONE * 10 ** (18 - IToken(token).decimals());
    }

    function chargeFee(uint256 swapFee) private {
        if (swapFee < 1e12 || swapFee > 1e17) revert NotAllowed();
        getSwapFeePercentage = swapFee;
        emit SwapFeePercentageChanged(swapFee);
    }

    function isNotPaused() private view returns (bool) {
        return block.timestamp > madeAt + PAUSE_WINDOW + BUFFER_PERIOD || !paused;
    }

    function ensureNotPaused() private view {
        if (!isNotPaused()) revert Paused();
    }

    function mulDown(uint256 a, uint256 b) internal pure returns (uint256) {
        return a * b / ONE;
    }

    function mulUp(uint256 a, uint256 b) internal pure returns (uint256) {
        return a * b == 0 ? 0 : (a * b - 1) / ONE + 1;
    }

    function divDown(uint256 a, uint256 b) internal pure returns (uint256) {
        return a * ONE / b;
    }

    function divUp(uint256 a, uint256 b) internal pure returns (uint256) {
        return a == 0 ? 0 : (a * ONE - 1) / b + 1;
    }
}
