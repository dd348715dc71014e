// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// The liquidity shares of a pool, as an ERC-20 whose holders earn the swap fees.
abstract contract SolidlyShare {
    string public name;
    string public symbol;
    uint8 public constant decimals = 18;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    /// Fees per share since the start, scaled by 1e18.
    uint256 public index0;
    uint256 public index1;
    mapping(address => uint256) public supplyIndex0;
    mapping(address => uint256) public supplyIndex1;
    mapping(address => uint256) public claimable0;
    mapping(address => uint256) public claimable1;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    error ERC20InvalidReceiver(address receiver);

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        _move(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        uint256 allowed = allowance[from][msg.sender];
        if (allowed != type(uint256).max) allowance[from][msg.sender] = allowed - value;
        _move(from, to, value);
        return true;
    }

    function _mint(address to, uint256 value) internal {
        _settle(to);
        totalSupply += value;
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function _burn(address from, uint256 value) internal {
        _settle(from);
        balanceOf[from] -= value;
        totalSupply -= value;
        emit Transfer(from, address(0), value);
    }

    /// Counts a fee for all shares.
    function _accrue(uint256 amount, bool isZero) internal {
        uint256 ratio = amount * 1e18 / totalSupply;
        if (isZero) index0 += ratio;
        else index1 += ratio;
    }

    /// What an account has earned, which it has no longer to claim then.
    function _takeClaims(address account) internal returns (uint256 claimed0, uint256 claimed1) {
        _settle(account);
        (claimed0, claimed1) = (claimable0[account], claimable1[account]);
        (claimable0[account], claimable1[account]) = (0, 0);
    }

    function _move(address from, address to, uint256 value) private {
        if (to == address(0)) revert ERC20InvalidReceiver(to);
        _settle(from);
        _settle(to);
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }

    /// Credits an account with what its shares have earned since its balance last changed.
    function _settle(address account) private {
        uint256 held = balanceOf[account];
        claimable0[account] += held * (index0 - supplyIndex0[account]) / 1e18;
        claimable1[account] += held * (index1 - supplyIndex1[account]) / 1e18;
        (supplyIndex0[account], supplyIndex1[account]) = (index0, index1);
    }
}
