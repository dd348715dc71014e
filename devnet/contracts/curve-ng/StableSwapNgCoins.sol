// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {StableSwapNgToken} from "./StableSwapNgToken.sol";

interface Coin {
    function balanceOf(address owner) external view returns (uint256);
    function decimals() external view returns (uint8);
    function asset() external view returns (address);
    function convertToAssets(uint256 shares) external view returns (uint256);
}

interface Rate {
    function rate() external view returns (uint256);
    function fee_receiver() external view returns (address);
}

/// Coins of a pool of Curve's stableswap-ng factory, what they are worth and what of them is the admin's. Coins are standard (0), have an
/// oracle (1), rebase (2) or are shares of a vault (3).
abstract contract StableSwapNgCoins is StableSwapNgToken {
    uint256 internal constant PRECISION = 1e18;

    address internal immutable factory;
    bool internal hasRebasing;
    address[] public coins;
    uint8[] internal types;
    /// Of coins that have one.
    address[] internal oracles;
    uint256[] internal multipliers;
    uint256[] internal stored;
    uint256[] public admin_balances;

    constructor(address factory_, address[] memory coins_, uint8[] memory types_, address[] memory oracles_) {
        factory = factory_;
        coins = coins_;
        types = types_;
        oracles = oracles_;
        for (uint256 i; i < coins_.length; i++) {
            multipliers.push(10 ** (36 - Coin(coins_[i]).decimals()));
            stored.push(0);
            admin_balances.push(0);
            if (types_[i] == 2) hasRebasing = true;
        }
        emit Transfer(address(0), factory_, 0);
    }

    function coin_list() external view returns (address[] memory) {
        return coins;
    }

    function asset_types() external view returns (uint8[] memory) {
        return types;
    }

    function stored_rates() public view virtual returns (uint256[] memory rates) {
        rates = multipliers;
        for (uint256 i; i < rates.length; i++) {
            Coin coin = Coin(coins[i]);
            if (types[i] == 1) {
                rates[i] = rates[i] * Rate(oracles[i]).rate() / PRECISION;
            } else if (types[i] == 3) {
                uint256 assets = coin.convertToAssets(10 ** coin.decimals());
                uint256 scale = 10 ** (18 - Coin(coin.asset()).decimals());
                rates[i] = rates[i] * assets * scale / PRECISION;
            }
        }
    }

    function get_balances() public view returns (uint256[] memory list) {
        list = new uint256[](coins.length);
        for (uint256 i; i < list.length; i++) {
            uint256 held = hasRebasing ? Coin(coins[i]).balanceOf(address(this)) : stored[i];
            list[i] = held - admin_balances[i];
        }
    }

    function withdraw_admin_fees() public {
        address receiver = Rate(factory).fee_receiver();
        if (receiver == address(0)) return;
        for (uint256 i; i < coins.length; i++) {
            uint256 amount = admin_balances[i];
            if (amount == 0) continue;
            _pay(i, amount, receiver);
            admin_balances[i] = 0;
        }
    }

    function _pull(uint256 i, uint256 amount) internal returns (uint256 received) {
        uint256 before = Coin(coins[i]).balanceOf(address(this));
        _call(coins[i], abi.encodeWithSignature("transferFrom(address,address,uint256)", msg.sender, address(this), amount));
        received = Coin(coins[i]).balanceOf(address(this)) - before;
        stored[i] += received;
    }

    function _pay(uint256 i, uint256 amount, address receiver) internal {
        if (!hasRebasing) stored[i] -= amount;
        uint256 before = Coin(coins[i]).balanceOf(address(this));
        _call(coins[i], abi.encodeWithSignature("transfer(address,uint256)", receiver, amount));
        if (hasRebasing) stored[i] = before - amount;
    }

    function _call(address token, bytes memory data) private {
        (bool done, bytes memory answer) = token.call(data);
        require(done && (answer.length == 0 || abi.decode(answer, (bool))));
    }
}
