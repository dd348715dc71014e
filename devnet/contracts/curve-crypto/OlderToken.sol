// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {StableSwapNgToken} from "../curve-ng/StableSwapNgToken.sol";

/// The liquidity token of one of Curve's pools before twocrypto-ng and tricrypto-ng, which the pool mints and burns.
contract OlderToken is StableSwapNgToken {
    address public minter;

    constructor(string memory symbol_, address pool) {
        (name, symbol, minter) = (symbol_, symbol_, pool);
    }

    modifier byMinter() {
        require(msg.sender == minter);
        _;
    }

    function mint(address to, uint256 value) external byMinter returns (bool) {
        _mint(to, value);
        return true;
    }

    /// @param part Of the supply, 18 decimals.
    function mint_relative(address to, uint256 part) external byMinter returns (uint256 value) {
        value = totalSupply * part / 1e18;
        if (value > 0) _mint(to, value);
    }

    function burnFrom(address from, uint256 value) external byMinter returns (bool) {
        _burn(from, value);
        return true;
    }
}
