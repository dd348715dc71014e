// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.24;

import {IVault} from "@balancer-labs/v3-interfaces/contracts/vault/IVault.sol";
import {IGyroECLPPool} from "@balancer-labs/v3-interfaces/contracts/pool-gyro/IGyroECLPPool.sol";
import {PoolSwapParams, Rounding, SwapKind} from "@balancer-labs/v3-interfaces/contracts/vault/VaultTypes.sol";
import {BalancerPoolToken} from "@balancer-labs/v3-vault/contracts/BalancerPoolToken.sol";
import {EclpMath} from "./EclpMath.sol";

/// Our own stand-in for Gyroscope's pool: what the vault asks of it, with the deployed pools' numbers.
contract EclpPool is BalancerPoolToken {
    uint256 private constant ONE = 1e18;

    int256 private immutable alpha;
    int256 private immutable beta;
    int256 private immutable c;
    int256 private immutable s;
    int256 private immutable lambda;
    int256 private immutable tauAlphaX;
    int256 private immutable tauAlphaY;
    int256 private immutable tauBetaX;
    int256 private immutable tauBetaY;
    int256 private immutable u;
    int256 private immutable v;
    int256 private immutable w;
    int256 private immutable z;
    int256 private immutable dSq;

    constructor(
        string memory name,
        string memory symbol,
        IVault vault,
        IGyroECLPPool.EclpParams memory params,
        IGyroECLPPool.DerivedEclpParams memory derived
    ) BalancerPoolToken(vault, name, symbol) {
        (alpha, beta, c, s, lambda) = (params.alpha, params.beta, params.c, params.s, params.lambda);
        (tauAlphaX, tauAlphaY) = (derived.tauAlpha.x, derived.tauAlpha.y);
        (tauBetaX, tauBetaY) = (derived.tauBeta.x, derived.tauBeta.y);
        (u, v, w, z, dSq) = (derived.u, derived.v, derived.w, derived.z, derived.dSq);
    }

    function getECLPParams()
        external
        view
        returns (IGyroECLPPool.EclpParams memory params, IGyroECLPPool.DerivedEclpParams memory d)
    {
        EclpMath.Shape memory e = shape();
        return (e.p, e.d);
    }

    function computeInvariant(uint256[] memory balances, Rounding rounding) external view returns (uint256) {
        (int256 value, int256 error) = EclpMath.invariantOf(shape(), int256(balances[0]), int256(balances[1]));
        return positive(rounding == Rounding.ROUND_DOWN ? value - error : value + error);
    }

    function computeBalance(uint256[] memory balances, uint256 index, uint256 ratio) external view returns (uint256) {
        EclpMath.Shape memory e = shape();
        (int256 value, int256 error) = EclpMath.invariantOf(e, int256(balances[0]), int256(balances[1]));
        EclpMath.Bounds memory r =
            EclpMath.Bounds(scaledUp(value + error, ratio), scaledUp(value - error, ratio));
        if (r.over > 3e37) revert EclpMath.TooMuch();
        return positive(EclpMath.opposite(e, r, 1 - index, int256(balances[1 - index])));
    }

    function onSwap(PoolSwapParams memory request) external view onlyVault returns (uint256) {
        EclpMath.Shape memory e = shape();
        uint256[] memory balances = request.balancesScaled18;
        (int256 value, int256 error) = EclpMath.invariantOf(e, int256(balances[0]), int256(balances[1]));
        EclpMath.Bounds memory r = EclpMath.Bounds(value + 2 * error, value);
        (uint256 from, uint256 to, uint256 amount) = (request.indexIn, request.indexOut, request.amountGivenScaled18);
        if (request.kind == SwapKind.EXACT_IN) {
            int256 reached = int256(balances[from] + amount);
            if (reached > EclpMath.mostOf(e, r, from)) revert EclpMath.TooMuch();
            return balances[to] - positive(EclpMath.opposite(e, r, from, reached));
        }
        if (amount > balances[to]) revert EclpMath.TooMuch();
        int256 needed = EclpMath.opposite(e, r, to, int256(balances[to] - amount));
        if (needed > EclpMath.mostOf(e, r, from)) revert EclpMath.TooMuch();
        return positive(needed) - balances[from];
    }

    function getMinimumSwapFeePercentage() external pure returns (uint256) {
        return 1e12;
    }

    function getMaximumSwapFeePercentage() external pure returns (uint256) {
        return ONE;
    }

    function getMinimumInvariantRatio() external pure returns (uint256) {
        return 60e16;
    }

    function getMaximumInvariantRatio() external pure returns (uint256) {
        return 500e16;
    }

    function shape() private view returns (EclpMath.Shape memory e) {
        e.p = IGyroECLPPool.EclpParams(alpha, beta, c, s, lambda);
        e.d.tauAlpha = IGyroECLPPool.Vector2(tauAlphaX, tauAlphaY);
        e.d.tauBeta = IGyroECLPPool.Vector2(tauBetaX, tauBetaY);
        (e.d.u, e.d.v, e.d.w, e.d.z, e.d.dSq) = (u, v, w, z, dSq);
    }

    function scaledUp(int256 value, uint256 ratio) private pure returns (int256) {
        uint256 product = positive(value) * ratio;
        return product == 0 ? int256(0) : int256((product - 1) / ONE + 1);
    }

    function positive(int256 value) private pure returns (uint256) {
        if (value < 0) revert EclpMath.TooMuch();
        return uint256(value);
    }
}
