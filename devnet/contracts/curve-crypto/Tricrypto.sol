// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {CryptoPool} from "./CryptoPool.sol";
import {Coin, CryptoState, Factory} from "./CryptoState.sol";

/// A pool of three coins by the code with native transfers, as those of Ethereum, which mints the admin's share after every deposit. The
/// native currency itself is not taken.
contract Tricrypto is CryptoPool {
    event AddLiquidity(
        address indexed provider,
        uint256[3] token_amounts,
        uint256 fee,
        uint256 token_supply,
        uint256 packed_price_scale
    );
    event RemoveLiquidity(address indexed provider, uint256[3] token_amounts, uint256 token_supply);
    event ClaimAdminFee(address indexed admin, uint256 tokens);
    event NewParameters(
        uint256 mid_fee,
        uint256 out_fee,
        uint256 fee_gamma,
        uint256 allowed_extra_profit,
        uint256 adjustment_step,
        uint256 ma_time
    );

    constructor(
        address factory_,
        address[] memory coins_,
        string memory symbol_,
        Parameters memory parameters,
        uint256[] memory prices
    ) CryptoState(factory_, coins_, symbol_, parameters, prices) {}

    function apply_new_parameters(uint256[3] calldata fees, uint256[3] calldata rebalancing) external {
        packed_fee_params = _pack(fees[0], fees[1], fees[2]);
        packed_rebalancing_params = _pack(rebalancing[0], rebalancing[1], rebalancing[2]);
        emit NewParameters(fees[0], fees[1], fees[2], rebalancing[0], rebalancing[1], rebalancing[2]);
    }

    function precisions() external view returns (uint256[3] memory) {
        return [units[0], units[1], units[2]];
    }

    function last_prices_timestamp() external view returns (uint256) {
        return averagesTime;
    }

    function price_scale(uint256 k) external view returns (uint256) {
        return scales[k];
    }

    function price_oracle(uint256 k) external view returns (uint256) {
        return _averages()[k];
    }

    function last_prices(uint256 k) external view returns (uint256) {
        return lastPrices[k];
    }

    function add_liquidity(uint256[3] calldata amounts, uint256 minMint) external returns (uint256 minted) {
        uint256 fee;
        (minted, fee) = _add(_list(amounts), minMint);
        emit AddLiquidity(msg.sender, amounts, fee, totalSupply, scales[0]);
        claim_admin_fees();
    }

    function remove_liquidity(
        uint256 amount,
        uint256[3] calldata minAmounts,
        bool useEth,
        address receiver,
        bool claim
    ) external returns (uint256[3] memory paid) {
        require(!useEth && receiver == msg.sender);
        if (claim) claim_admin_fees();
        uint256[] memory amounts = _remove(amount, _list(minAmounts));
        paid = [amounts[0], amounts[1], amounts[2]];
        emit RemoveLiquidity(msg.sender, paid, totalSupply);
    }

    function claim_admin_fees() public {
        (uint256 profit, uint256 claimed) = (xcp_profit, xcp_profit_a);
        if (profit <= claimed || totalSupply < 1e18) return;
        for (uint256 i; i < 3; i++) balances[i] = Coin(coins[i]).balanceOf(address(this));
        uint256 fees = (profit - claimed) * 5e9 / 2e10;
        address receiver = Factory(factory).fee_receiver();
        if (receiver != address(0) && fees > 0) {
            uint256 part = virtual_price * 1e18 / (virtual_price - fees) - 1e18;
            uint256 share = totalSupply * part / 1e18;
            if (share > 0) _mint(receiver, share);
            profit -= fees * 2;
            xcp_profit = profit;
            emit ClaimAdminFee(receiver, share);
        }
        D = _invariant(_xp(balances), 0);
        virtual_price = 1e18 * _xcp(D, scales) / totalSupply;
        xcp_profit_a = profit;
    }

    function _list(uint256[3] calldata given) private pure returns (uint256[] memory list) {
        list = new uint256[](3);
        (list[0], list[1], list[2]) = (given[0], given[1], given[2]);
    }
}
