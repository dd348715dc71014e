// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.24;

import {IGyroECLPPool} from "@balancer-labs/v3-interfaces/contracts/pool-gyro/IGyroECLPPool.sol";
import {EclpMath} from "../balancer-v3/EclpMath.sol";
import {GyroPool} from "./GyroPool.sol";

/// An E-CLP with the deployed pools' numbers.
contract GyroEclpPool is GyroPool {
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
        Base memory base,
        IGyroECLPPool.EclpParams memory params,
        IGyroECLPPool.DerivedEclpParams memory derived
    ) GyroPool(base) {
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

    function invariantOf(uint256[] memory balances) public view override returns (uint256) {
        (int256 value,) = EclpMath.invariantOf(shape(), int256(balances[0]), int256(balances[1]));
        return positive(value);
    }

    function paid(uint256[] memory balances, uint256 from, uint256 amountIn)
        internal
        view
        override
        returns (uint256)
    {
        (EclpMath.Shape memory e, EclpMath.Bounds memory r) = boundsOf(balances);
        int256 reached = int256(balances[from] + amountIn);
        if (reached > 1e34 || reached > EclpMath.mostOf(e, r, from)) revert EclpMath.TooMuch();
        return balances[1 - from] - positive(EclpMath.opposite(e, r, from, reached));
    }

    function taken(uint256[] memory balances, uint256 from, uint256 amountOut)
        internal
        view
        override
        returns (uint256)
    {
        (EclpMath.Shape memory e, EclpMath.Bounds memory r) = boundsOf(balances);
        int256 needed = EclpMath.opposite(e, r, 1 - from, int256(balances[1 - from] - amountOut));
        if (needed > 1e34 || needed > EclpMath.mostOf(e, r, from)) revert EclpMath.TooMuch();
        return positive(needed) - balances[from];
    }

    function boundsOf(uint256[] memory balances)
        private
        view
        returns (EclpMath.Shape memory e, EclpMath.Bounds memory r)
    {
        e = shape();
        (int256 value, int256 error) = EclpMath.invariantOf(e, int256(balances[0]), int256(balances[1]));
        r = EclpMath.Bounds(value + 2 * error, value);
    }

    function shape() private view returns (EclpMath.Shape memory e) {
        e.p = IGyroECLPPool.EclpParams(alpha, beta, c, s, lambda);
        e.d.tauAlpha = IGyroECLPPool.Vector2(tauAlphaX, tauAlphaY);
        e.d.tauBeta = IGyroECLPPool.Vector2(tauBetaX, tauBetaY);
        (e.d.u, e.d.v, e.d.w, e.d.z, e.d.dSq) = (u, v, w, z, dSq);
    }

    function positive(int256 value) private pure returns (uint256) {
        if (value < 0) revert EclpMath.TooMuch();
        return uint256(value);
    }
}
