// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {Holding} from "./Holding.sol";
import {PlainPool2} from "./PlainPool2.sol";

/// A plain pool of two coins at rates that contracts tell: which ones, is chosen once. /// Formulas: github.com/curvefi/curve-factory, contracts/implementations/plain-2/Plain2Price.vy and, at commit 2611a4d9, Plain2ETHEMA.vy.
contract PricedPool is Holding {
    uint256 private constant PRECISION = 1e18;

    address[2] private oracles;
    bytes4[2] private methods;

    constructor(
        address[] memory coins_,
        uint256[] memory rates_,
        string memory symbol_,
        uint256 a,
        uint256 fee_,
        address[2] memory oracles_,
        bytes4[2] memory methods_
    ) PlainPool2(coins_, rates_, symbol_, a, fee_, true) {
        oracles = oracles_;
        methods = methods_;
    }

    function stored_rates() external view returns (uint256[2] memory) {
        uint256[] memory rates = _rates();
        return [rates[0], rates[1]];
    }

    function _rates() internal view override returns (uint256[] memory rates) {
        rates = multipliers;
        for (uint256 i; i < 2; i++) {
            if (oracles[i] == address(0)) continue;
            (bool ok, bytes memory answer) = oracles[i].staticcall(abi.encodePacked(methods[i]));
            require(ok && answer.length != 0);
            rates[i] = rates[i] * abi.decode(answer, (uint256)) / PRECISION;
        }
    }
}
