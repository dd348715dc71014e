// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {CryptoCubic} from "./CryptoCubic.sol";
import {CryptoMath} from "./CryptoMath.sol";
import {Coin, CryptoState} from "./CryptoState.sol";

/// What pools of two and of three coins do, whatever the shape of their ABI. Own minimal contract with the originals' exact maths,
/// rounding and fees. Anyone may set what the factory's admin may, and there is no way to one coin.
/// Formulas: github.com/curvefi/twocrypto-ng, contracts/main/CurveTwocryptoOptimized.vy, and github.com/curvefi/tricrypto-ng,
/// contracts/main/CurveTricryptoOptimizedWETH.vy.
abstract contract CryptoPool is CryptoState {
    using CryptoMath for uint256[];

    event TokenExchange(
        address indexed buyer,
        uint256 sold_id,
        uint256 tokens_sold,
        uint256 bought_id,
        uint256 tokens_bought,
        uint256 fee,
        uint256 packed_price_scale
    );
    event RampAgamma(
        uint256 initial_A,
        uint256 future_A,
        uint256 initial_gamma,
        uint256 future_gamma,
        uint256 initial_time,
        uint256 future_time
    );
    event StopRampA(uint256 current_A, uint256 current_gamma, uint256 time);

    function ramp_A_gamma(uint256 a, uint256 gamma, uint256 time) external {
        (uint256 a0, uint256 gamma0) = _aGamma();
        initial_A_gamma = (a0 << 128) | gamma0;
        future_A_gamma = (a << 128) | gamma;
        (initial_A_gamma_time, future_A_gamma_time) = (block.timestamp, time);
        emit RampAgamma(a0, a, gamma0, gamma, block.timestamp, time);
    }

    function stop_ramp_A_gamma() external {
        (uint256 a, uint256 gamma) = _aGamma();
        initial_A_gamma = (a << 128) | gamma;
        future_A_gamma = initial_A_gamma;
        (initial_A_gamma_time, future_A_gamma_time) = (block.timestamp, block.timestamp);
        emit StopRampA(a, gamma, block.timestamp);
    }

    function get_virtual_price() external view returns (uint256) {
        return 1e18 * _xcp(D, scales) / totalSupply;
    }

    function exchange(uint256 i, uint256 j, uint256 dx, uint256 minDy) external returns (uint256 dy) {
        require(i != j && dx > 0);
        uint256[] memory held = balances;
        uint256 d = _isMoving() ? _invariant(_xp(held), 0) : D;
        held[i] += dx;
        uint256 fee;
        uint256 k0;
        (dy, fee, k0) = _quote(_xp(held), j, d);
        require(dy >= minDy, "Slippage");
        held[j] -= dy;
        balances = held;
        _pull(i, dx);
        _pay(j, dy);
        uint256[] memory xp = _xp(held);
        _tweak(xp, _invariant(xp, k0));
        emit TokenExchange(msg.sender, i, dx, j, dy, fee, scales[0]);
    }

    function _quote(uint256[] memory xp, uint256 j, uint256 d)
        private
        view
        returns (uint256 dy, uint256 fee, uint256 k0)
    {
        (uint256 a, uint256 gamma) = _aGamma();
        uint256 y;
        (y, k0) = CryptoCubic.solve(xp, j, d, a, gamma);
        dy = xp[j] - y - 1;
        xp[j] = y;
        if (j > 0) dy = dy * 1e18 / scales[j - 1];
        dy /= units[j];
        fee = _fee(xp) * dy / 1e10;
        dy -= fee;
    }

    function _add(uint256[] memory amounts, uint256 minMint) internal returns (uint256 minted, uint256 fee) {
        uint256[] memory held = balances;
        uint256[] memory before = _xp(held);
        for (uint256 k; k < held.length; k++) {
            held[k] += amounts[k];
            if (amounts[k] > 0) _pull(k, amounts[k]);
        }
        balances = held;
        uint256[] memory xp = _xp(held);
        uint256 d = _invariant(xp, 0);
        if (totalSupply == 0) {
            minted = _xcp(d, scales);
            (D, virtual_price, xcp_profit, xcp_profit_a) = (d, 1e18, 1e18, 1e18);
            _mint(msg.sender, minted);
        } else {
            uint256 d0 = _isMoving() ? _invariant(before, 0) : D;
            minted = totalSupply * d / d0 - totalSupply;
            require(minted > 0);
            for (uint256 k; k < xp.length; k++) before[k] = xp[k] - before[k];
            fee = _tokenFee(before, xp) * minted / 1e10 + 1;
            minted -= fee;
            _mint(msg.sender, minted);
            _tweak(xp, d);
        }
        require(minted >= minMint, "Slippage");
    }

    function _tokenFee(uint256[] memory added, uint256[] memory xp) private view returns (uint256) {
        uint256 n = xp.length;
        uint256 sum = added.total();
        uint256 apart;
        for (uint256 k; k < n; k++) apart += added[k] > sum / n ? added[k] - sum / n : sum / n - added[k];
        return _fee(xp) * n / (4 * (n - 1)) * apart / sum + 1e5;
    }

    function _remove(uint256 amount, uint256[] memory minAmounts) internal returns (uint256[] memory amounts) {
        amounts = balances;
        uint256[] memory held = balances;
        uint256 supply = totalSupply;
        _burn(msg.sender, amount);
        if (amount < supply) amount -= 1;
        for (uint256 k; k < held.length; k++) {
            amounts[k] = amounts[k] * amount / supply;
            require(amounts[k] >= minAmounts[k]);
            held[k] -= amounts[k];
            _pay(k, amounts[k]);
        }
        balances = held;
        D -= D * amount / supply;
    }

    function _pull(uint256 i, uint256 amount) private {
        _call(coins[i], abi.encodeWithSignature("transferFrom(address,address,uint256)", msg.sender, address(this), amount));
    }

    function _pay(uint256 i, uint256 amount) private {
        _call(coins[i], abi.encodeWithSignature("transfer(address,uint256)", msg.sender, amount));
    }

    function _call(address token, bytes memory data) private {
        (bool done, bytes memory answer) = token.call(data);
        require(done && (answer.length == 0 || abi.decode(answer, (bool))));
    }
}
