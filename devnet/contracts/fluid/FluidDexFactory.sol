// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {FluidDex} from "./FluidDex.sol";
import {IFluidLiquidity} from "./FluidReserves.sol";

interface IStEthRate {
    function stEthPerToken() external view returns (uint256);
}

/// Makes pools, which it numbers from 1 as it creates nothing else.
/// https://github.com/Instadapp/fluid-contracts-public/blob/a9949b48ba1247d4f478cd0acb40896b5c8bf3f8/contracts/protocols/dex/factory/main.sol
contract FluidDexFactory {
    address[] private dexes;

    event LogDexDeployed(address indexed dex, uint256 indexed dexId);

    function totalDexes() external view returns (uint256) {
        return dexes.length;
    }

    function getDexAddress(uint256 id) external view returns (address) {
        return dexes[id - 1];
    }

    function deployDex(IFluidLiquidity liquidity, address deployer, address[2] memory tokens, uint256[4] memory scales)
        external
        returns (address dex)
    {
        dex = address(new FluidDex(dexes.length + 1, liquidity, deployer, tokens, scales));
        dexes.push(dex);
        emit LogDexDeployed(dex, dexes.length);
    }
}

/// What says a center price: a number that anyone can set, or while it is 0 what stETH a wstETH is.
contract FluidCenterPrice {
    IStEthRate private immutable wstEth;
    uint256 private price;

    constructor(IStEthRate wstEth_, uint256 price_) {
        (wstEth, price) = (wstEth_, price_);
    }

    function setPrice(uint256 price_) external {
        price = price_;
    }

    function centerPrice() external view returns (uint256) {
        return price == 0 ? wstEth.stEthPerToken() * 1e9 : price;
    }
}

/// Makes such contracts.
contract FluidDeployer {
    function deploy(IStEthRate wstEth, uint256 price) external {
        new FluidCenterPrice(wstEth, price);
    }
}
