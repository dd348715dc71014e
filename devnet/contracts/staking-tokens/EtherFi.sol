// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {StandardToken} from "../StandardToken.sol";

/// Our own stand-in for ether.fi's pool: what it owns, and the shares that it is divided by. Anyone reports.
contract LiquidityPool {
    EETH private immutable eEth;
    bool public paused;
    uint256 private pooled;

    event Deposit(address indexed sender, uint256 amount, uint8 source, address referral);

    constructor(EETH eEth_) {
        eEth = eEth_;
    }

    /// What has been earned, or what shares that are made up are worth.
    function report(uint256 totalPooledEther) external {
        pooled = totalPooledEther;
    }

    function pause(bool paused_) external {
        paused = paused_;
    }

    function deposit() external payable returns (uint256 shares) {
        require(!paused, "Pausable: paused");
        shares = pooled == 0 ? msg.value : (msg.value * eEth.totalShares()) / pooled;
        require(msg.value != 0 && shares != 0, "InvalidAmount");
        pooled += msg.value;
        eEth.mintShares(msg.sender, shares);
        emit Deposit(msg.sender, msg.value, 0, address(0));
    }

    function getTotalPooledEther() external view returns (uint256) {
        return pooled;
    }

    function sharesForAmount(uint256 amount) external view returns (uint256) {
        return pooled == 0 ? 0 : (amount * eEth.totalShares()) / pooled;
    }

    function amountForShare(uint256 shares) external view returns (uint256) {
        return eEth.totalShares() == 0 ? 0 : (shares * pooled) / eEth.totalShares();
    }
}

/// eETH: balances are shares of the pool's ether, and transfers move whole shares.
contract EETH {
    string public constant name = "ether.fi ETH";
    string public constant symbol = "eETH";
    uint8 public constant decimals = 18;
    LiquidityPool private immutable pool;
    uint256 public totalShares;
    mapping(address => uint256) public shares;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    constructor(LiquidityPool pool_) {
        pool = pool_;
    }

    function mintShares(address to, uint256 amount) external {
        totalShares += amount;
        shares[to] += amount;
        emit Transfer(address(0), to, pool.amountForShare(amount));
    }

    function totalSupply() external view returns (uint256) {
        return pool.getTotalPooledEther();
    }

    function balanceOf(address owner) external view returns (uint256) {
        return pool.amountForShare(shares[owner]);
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        emit Approval(msg.sender, spender, amount);
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        _transfer(msg.sender, to, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        require(allowance[from][msg.sender] >= amount, "TransferAmountExceedsAllowance");
        allowance[from][msg.sender] -= amount;
        _transfer(from, to, amount);
        return true;
    }

    function _transfer(address from, address to, uint256 amount) private {
        uint256 moved = pool.sharesForAmount(amount);
        require(moved <= shares[from], "TransferAmountExceedsBalance");
        shares[from] -= moved;
        shares[to] += moved;
        emit Transfer(from, to, amount);
    }
}

/// weETH: holds eETH's shares, one for one. As play money it may be minted, by shares that are made up.
contract WeETH is StandardToken {
    LiquidityPool private immutable pool;
    EETH private immutable eEth;

    constructor(LiquidityPool pool_, EETH eEth_) StandardToken("Wrapped eETH", "weETH", 18) {
        (pool, eEth) = (pool_, eEth_);
    }

    function wrap(uint256 amount) external returns (uint256 wrapped) {
        require(amount != 0, "ZeroAmount");
        wrapped = pool.sharesForAmount(amount);
        eEth.transferFrom(msg.sender, address(this), amount);
        totalSupply += wrapped;
        balanceOf[msg.sender] += wrapped;
        emit Transfer(address(0), msg.sender, wrapped);
    }

    function unwrap(uint256 wrapped) external returns (uint256 amount) {
        require(wrapped != 0, "ZeroAmount");
        amount = pool.amountForShare(wrapped);
        totalSupply -= wrapped;
        balanceOf[msg.sender] -= wrapped;
        emit Transfer(msg.sender, address(0), wrapped);
        eEth.transfer(msg.sender, amount);
    }
}
