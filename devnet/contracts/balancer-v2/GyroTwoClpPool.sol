// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {GyroPool} from "./GyroPool.sol";

/// A 2-CLP, as its paper has it, with the rounding of the pools that are deployed: x and y with what would be beyond
/// the range of prices, L / sqrt(beta) and L * sqrt(alpha), have the product of L and itself.
contract GyroTwoClpPool is GyroPool {
    uint256 private immutable sqrtAlpha;
    uint256 private immutable sqrtBeta;

    error TooMuch();
    error NoRoot();

    constructor(Base memory base, uint256[] memory sqrts) GyroPool(base) {
        if (sqrts[0] >= sqrts[1]) revert NotAllowed();
        (sqrtAlpha, sqrtBeta) = (sqrts[0], sqrts[1]);
    }

    function getSqrtParameters() external view returns (uint256[2] memory) {
        return [sqrtAlpha, sqrtBeta];
    }

    /// The larger solution of (1 - sqrt(alpha / beta)) L^2 - (y / sqrt(beta) + x sqrt(alpha)) L = x y.
    function invariantOf(uint256[] memory balances) public view override returns (uint256) {
        (uint256 x, uint256 y) = (balances[0], balances[1]);
        uint256 open = ONE - divDown(sqrtAlpha, sqrtBeta);
        uint256 product = mulDown(x, y);
        uint256 square = mulDown(mulDown(mulDown(x, x), sqrtAlpha), sqrtAlpha);
        square += divDown(mulDown(mulDown(product, 2 * ONE), sqrtAlpha), sqrtBeta);
        square += divDown(mulDown(y, y), mulUp(sqrtBeta, sqrtBeta));
        square += mulDown(mulDown(product, 4 * ONE), open);
        uint256 linear = divDown(y, sqrtBeta) + mulDown(x, sqrtAlpha);
        return divDown(linear + rootOf(square), mulUp(open, 2 * ONE));
    }

    function paid(uint256[] memory balances, uint256 from, uint256 amountIn)
        internal
        view
        override
        returns (uint256 amount)
    {
        (uint256 reserveIn, uint256 reserveOut) = reservesOf(balances, from);
        amount = divDown(mulDown(reserveOut, amountIn), reserveIn + amountIn);
        if (amount > balances[1 - from]) revert TooMuch();
    }

    function taken(uint256[] memory balances, uint256 from, uint256 amountOut)
        internal
        view
        override
        returns (uint256)
    {
        if (amountOut > balances[1 - from]) revert TooMuch();
        (uint256 reserveIn, uint256 reserveOut) = reservesOf(balances, from);
        return divUp(mulUp(reserveIn, amountOut), reserveOut - amountOut);
    }

    /// Balances with the virtual ones, of which that of the token that comes in is rounded up.
    function reservesOf(uint256[] memory balances, uint256 from)
        private
        view
        returns (uint256 reserveIn, uint256 reserveOut)
    {
        uint256 invariant = invariantOf(balances);
        uint256[2] memory besides = [divDown(invariant, sqrtBeta), mulDown(invariant, sqrtAlpha)];
        reserveIn = balances[from] + mulUp(besides[from], ONE + 2);
        reserveOut = balances[1 - from] + mulDown(besides[1 - from], ONE - 1);
    }

    /// Seven steps of Newton's method, from a power of two, or of ten below one.
    function rootOf(uint256 square) private pure returns (uint256 root) {
        if (square == 0) return 0;
        root = square >= ONE ? ONE << (bitsOf(square / ONE) / 2) : smallGuess(square);
        for (uint256 step = 0; step < 7; step++) root = (root + square * ONE / root) / 2;
        uint256 back = mulDown(root, root);
        uint256 margin = mulUp(root, 5);
        if (back > square + margin || back + margin < square || margin > square) revert NoRoot();
    }

    function bitsOf(uint256 value) private pure returns (uint256 bits) {
        while (value > 1) {
            value >>= 1;
            bits++;
        }
    }

    function smallGuess(uint256 square) private pure returns (uint256) {
        uint256[17] memory roots = [
            uint256(3162277660), 1e10, 31622776601, 1e11, 316227766016, 1e12, 3162277660168, 1e13, 31622776601683,
            1e14, 316227766016837, 1e15, 3162277660168379, 1e16, 31622776601683793, 1e17, 316227766016837933
        ];
        for (uint256 i = 0; i < 17; i++) if (square <= 10 ** (i + 1)) return roots[i];
        return square;
    }
}
