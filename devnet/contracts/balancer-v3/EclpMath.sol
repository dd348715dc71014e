// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.24;

import {IGyroECLPPool} from "@balancer-labs/v3-interfaces/contracts/pool-gyro/IGyroECLPPool.sol";
import {Signed} from "./Signed.sol";

/// The maths of an E-CLP after Gyroscope's papers, with the rounding of the pools that are deployed. One token is the
/// mirror of the other: sine and cosine change places, and so do the ends of the range.
library EclpMath {
    using Signed for int256;

    int256 private constant ONE = 1e18;
    int256 private constant XP = 1e38;

    error TooMuch();

    /// An invariant from above and from below.
    struct Bounds {
        int256 over;
        int256 under;
    }

    /// How a token sees the ellipse; `lambda` has 18 decimals as `s` and `c`, the others have 38.
    struct Axis {
        int256 s;
        int256 c;
        int256 lambda;
        int256 tauX;
        int256 tauY;
        int256 dSq;
    }

    struct Shape {
        IGyroECLPPool.EclpParams p;
        IGyroECLPPool.DerivedEclpParams d;
    }

    function axisOf(Shape memory e, uint256 index) internal pure returns (Axis memory) {
        return index == 0
            ? Axis(e.p.s, e.p.c, e.p.lambda, e.d.tauBeta.x, e.d.tauBeta.y, e.d.dSq)
            : Axis(e.p.c, e.p.s, e.p.lambda, -e.d.tauAlpha.x, e.d.tauAlpha.y, e.d.dSq);
    }

    /// The invariant, rounded down, and what it may be too small by.
    function invariantOf(Shape memory e, int256 x, int256 y) internal pure returns (int256 value, int256 error) {
        if (x + y > 1e34) revert TooMuch();
        int256 root = (acrossSquared(e, x, y) + mixed(e, x, y) + alongSquared(e, x, y)).squareRoot();
        error = (x.mulUp(x) + y.mulUp(y)) / XP;
        if (root > 0) error = (error + 1).divUp(2 * root);
        else error = error > 0 ? error.squareRoot() : int256(1e9);
        error = (e.p.lambda.mulUp(x + y) / XP + error + 1) * 20;
        int256 factor = XP.divXp(chiSquared(e) - XP);
        value = (withChi(e, x, y) + root - error).timesXpFloor(factor);
        int256 scaled = value.timesXpCeiling(factor) * ((e.p.lambda * e.p.lambda) / 1e36) * 40;
        error = error.timesXpCeiling(factor) + scaled / XP + 1;
        if (value + error > 3e37) revert TooMuch();
    }

    /// The largest balance of a token, where nothing is left of the other.
    function mostOf(Shape memory e, Bounds memory r, uint256 index) internal pure returns (int256) {
        Axis memory axis = axisOf(e, index);
        int256 across = (e.d.tauBeta.x - e.d.tauAlpha.x).divXp(axis.dSq);
        int256 apart = index == 0 ? e.d.tauBeta.y - e.d.tauAlpha.y : e.d.tauAlpha.y - e.d.tauBeta.y;
        int256 along = apart.divXp(axis.dSq);
        int256 part = along > 0 ? r.under.mulDown(axis.s) : r.over.mulUp(axis.s);
        return r.under.mulDown(axis.lambda).mulDown(axis.c).timesXpFloor(across) + part.timesXpFloor(along);
    }

    /// The balance of the other token that belongs to one, rounded up.
    function opposite(Shape memory e, Bounds memory r, uint256 given, int256 balance) internal pure returns (int256) {
        Axis memory axis = axisOf(e, given);
        int256 solution = solve(axis, r, balance, balance - offsetOf(axis, r));
        return solution + offsetOf(axisOf(e, 1 - given), r);
    }

    function solve(Axis memory a, Bounds memory r, int256 balance, int256 shifted) private pure returns (int256) {
        int256 flatOver = XP - XP.divDown(a.lambda).divDown(a.lambda);
        int256 flatUnder = XP - XP.divUp(a.lambda).divUp(a.lambda);
        int256 b = shifted > 0
            ? (-shifted).mulDown(a.s).mulDown(a.c).timesXpCeiling(flatUnder.divXp(a.dSq))
            : (-shifted).mulUp(a.s).mulUp(a.c).timesXpCeiling(flatOver.divXp(a.dSq) + 1);
        int256 restOver = XP - flatUnder.mulDown(a.s).mulDown(a.s).divXp(a.dSq);
        int256 restUnder = XP - flatOver.mulUp(a.s).mulUp(a.s).divXp(a.dSq + 1) - 1;
        int256 square = r.under.mulDown(r.under).timesXpFloor(restUnder) - shiftedSquared(a, r, balance);
        int256 difference = b - square.squareRoot();
        return difference > 0
            ? difference.timesXpCeiling(XP.divXp(restUnder) + 1)
            : difference.timesXpCeiling(XP.divXp(restOver));
    }

    /// By how much the ellipse's centre is off a token's axis, rounded up.
    function offsetOf(Axis memory a, Bounds memory r) private pure returns (int256) {
        int256 scaled = a.tauX > 0
            ? r.over.mulUp(a.lambda).mulUp(a.c)
            : r.under.mulDown(a.lambda).mulDown(a.c);
        return scaled.timesXpCeiling(a.tauX.divXp(a.dSq))
            + r.over.mulUp(a.s).timesXpCeiling(a.tauY.divXp(a.dSq));
    }

    /// The square of a balance from the ellipse's centre, by the square of the stretch, rounded up.
    function shiftedSquared(Axis memory a, Bounds memory r, int256 x) private pure returns (int256) {
        int256 over2 = r.over.mulUp(r.over);
        int256 sum = crossTerm(a, r, over2) + acrossTerm(a, r, x);
        int256 d2 = a.dSq.mulXp(a.dSq);
        int256 inner = over2.mulUp(a.s).mulUp(a.s).timesXpCeiling(a.tauY.mulXp(a.tauY).divXp(d2) + 7);
        inner += (-r.under).mulDown(x).mulDown(2 * a.s).timesXpCeiling(a.tauY.divXp(a.dSq));
        sum += byLambda(inner + x.mulUp(x), a.lambda);
        int256 ends = a.tauX.mulXp(a.tauX).divXp(d2) + 7;
        return over2.mulUp(a.c).mulUp(a.c).timesXpCeiling(ends) + byLambda(sum, a.lambda);
    }

    function crossTerm(Axis memory a, Bounds memory r, int256 over2) private pure returns (int256) {
        int256 product = a.tauX.mulXp(a.tauY).divXp(a.dSq.mulXp(a.dSq));
        if (product > 0) return over2.mulUp(2 * a.s).mulUp(a.c).timesXpCeiling(product + 7);
        return r.under.mulDown(r.under).mulDown(2 * a.s).mulDown(a.c).timesXpCeiling(product);
    }

    function acrossTerm(Axis memory a, Bounds memory r, int256 x) private pure returns (int256) {
        if (a.tauX < 0) return r.over.mulUp(x).mulUp(2 * a.c).timesXpCeiling((-a.tauX).divXp(a.dSq) + 3);
        return (-r.under).mulDown(x).mulDown(2 * a.c).timesXpCeiling(a.tauX.divXp(a.dSq));
    }

    function byLambda(int256 term, int256 lambda) private pure returns (int256) {
        return term > 0 ? term.divUp(lambda) : term.divDown(lambda);
    }

    function withChi(Shape memory e, int256 x, int256 y) private pure returns (int256 sum) {
        int256 d2 = e.d.dSq.mulXp(e.d.dSq);
        int256 lambda = e.p.lambda;
        int256 across = (e.d.w.divDown(lambda) + e.d.z).divDown(lambda).divXp(d2);
        sum = (x.mulDown(e.p.c) - y.mulDown(e.p.s)).timesXpFloor(across);
        int256 along = x.mulDown(lambda).mulDown(e.p.s) + y.mulDown(lambda).mulDown(e.p.c);
        sum += along.timesXpFloor(e.d.u.divXp(d2));
        sum += (x.mulDown(e.p.s) + y.mulDown(e.p.c)).timesXpFloor(e.d.v.divXp(d2));
    }

    function chiSquared(Shape memory e) private pure returns (int256 sum) {
        int256 d3 = e.d.dSq.mulXp(e.d.dSq).mulXp(e.d.dSq);
        int256 lambda = e.p.lambda;
        sum = lambda.mulUp((2 * e.d.u).mulXp(e.d.v).divXp(d3));
        sum += (e.d.u + 1).mulXp(e.d.u + 1).divXp(d3).mulUp(lambda).mulUp(lambda);
        sum += e.d.v.mulXp(e.d.v).divXp(d3);
        int256 across = e.d.w.divUp(lambda) + e.d.z;
        sum += across.mulXp(across).divXp(d3);
    }

    function acrossSquared(Shape memory e, int256 x, int256 y) private pure returns (int256) {
        int256 lambda = e.p.lambda;
        int256 square = x.mulUp(x).mulUp(e.p.c).mulUp(e.p.c) + y.mulUp(y).mulUp(e.p.s).mulUp(e.p.s)
            - x.mulDown(y).mulDown(e.p.c * 2).mulDown(e.p.s);
        int256 chi = e.d.u.mulXp(e.d.u) + (2 * e.d.u).mulXp(e.d.v).divDown(lambda)
            + e.d.v.mulXp(e.d.v).divDown(lambda).divDown(lambda);
        int256 own = (square - 9).divDown(lambda).divDown(lambda);
        return (-square).timesXpFloor(chi.divXp(d4(e))) + own.timesXpFloor(XP.divXp(e.d.dSq));
    }

    function alongSquared(Shape memory e, int256 x, int256 y) private pure returns (int256) {
        int256 lambda = e.p.lambda;
        int256 square = x.mulUp(x).mulUp(e.p.s).mulUp(e.p.s) + y.mulUp(y).mulUp(e.p.c).mulUp(e.p.c)
            + x.mulUp(y).mulUp(e.p.s * 2).mulUp(e.p.c);
        int256 chi = e.d.z.mulXp(e.d.z) + e.d.w.mulXp(e.d.w).divDown(lambda).divDown(lambda)
            + (2 * e.d.z).mulXp(e.d.w).divDown(lambda);
        return (-square).timesXpFloor(chi.divXp(d4(e))) + (square - 9).timesXpFloor(XP.divXp(e.d.dSq));
    }

    function mixed(Shape memory e, int256 x, int256 y) private pure returns (int256) {
        int256 lambda = e.p.lambda;
        int256 twice = y.mulDown(2 * x);
        int256 product = (x.mulDown(x) - y.mulUp(y)).mulDown(2 * e.p.c).mulDown(e.p.s)
            + twice.mulDown(e.p.c).mulDown(e.p.c) - twice.mulDown(e.p.s).mulDown(e.p.s);
        int256 chi = e.d.z.mulXp(e.d.u) + e.d.w.mulXp(e.d.v).divDown(lambda).divDown(lambda)
            + (e.d.w.mulXp(e.d.u) + e.d.z.mulXp(e.d.v)).divDown(lambda);
        return product.timesXpFloor(chi.divXp(d4(e)));
    }

    function d4(Shape memory e) private pure returns (int256) {
        return e.d.dSq.mulXp(e.d.dSq).mulXp(e.d.dSq).mulXp(e.d.dSq);
    }
}
