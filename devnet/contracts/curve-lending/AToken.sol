// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {RayMath} from "./RayMath.sol";

interface ILendingPool {
    function getReserveNormalizedIncome(address asset) external view returns (uint256);
}

/// Own minimal contract with the ABI and rounding of Aave V2's aTokens: balances are scaled ones times the reserve's income.
/// Formulas: github.com/aave/protocol-v2, contracts/protocol/tokenization/AToken.sol.
contract AToken {
    using RayMath for uint256;

    string public name;
    string public symbol;
    uint8 public immutable decimals;
    address public immutable POOL;
    address public immutable UNDERLYING_ASSET_ADDRESS;

    uint256 public scaledTotalSupply;
    mapping(address => uint256) public scaledBalanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    error TransferFailed();

    constructor(string memory symbol_, uint8 decimals_, address pool, address underlying) {
        name = string.concat("Aave interest bearing ", symbol_);
        symbol = symbol_;
        decimals = decimals_;
        POOL = pool;
        UNDERLYING_ASSET_ADDRESS = underlying;
    }

    modifier onlyPool() {
        require(msg.sender == POOL, "29");
        _;
    }

    function totalSupply() external view returns (uint256) {
        return scaledTotalSupply.rayMul(_income());
    }

    function balanceOf(address account) public view returns (uint256) {
        return scaledBalanceOf[account].rayMul(_income());
    }

    function mint(address to, uint256 amount, uint256 index) external onlyPool {
        uint256 scaled = amount.rayDiv(index);
        require(scaled != 0, "56");
        scaledTotalSupply += scaled;
        scaledBalanceOf[to] += scaled;
        emit Transfer(address(0), to, amount);
    }

    function burn(address from, address to, uint256 amount, uint256 index) external onlyPool {
        uint256 scaled = amount.rayDiv(index);
        require(scaled != 0, "58");
        scaledBalanceOf[from] -= scaled;
        scaledTotalSupply -= scaled;
        _send(to, amount);
        emit Transfer(from, address(0), amount);
    }

    function transferUnderlyingTo(address to, uint256 amount) external onlyPool {
        _send(to, amount);
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        emit Approval(msg.sender, spender, amount);
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        _move(msg.sender, to, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        allowance[from][msg.sender] -= amount;
        _move(from, to, amount);
        return true;
    }

    function _move(address from, address to, uint256 amount) private {
        uint256 scaled = amount.rayDiv(_income());
        scaledBalanceOf[from] -= scaled;
        scaledBalanceOf[to] += scaled;
        emit Transfer(from, to, amount);
    }

    function _income() private view returns (uint256) {
        return ILendingPool(POOL).getReserveNormalizedIncome(UNDERLYING_ASSET_ADDRESS);
    }

    /// A token may return nothing, but not false.
    function _send(address to, uint256 amount) private {
        (bool ok, bytes memory answer) =
            UNDERLYING_ASSET_ADDRESS.call(abi.encodeWithSignature("transfer(address,uint256)", to, amount));
        if (!ok || (answer.length > 0 && !abi.decode(answer, (bool)))) revert TransferFailed();
    }
}
