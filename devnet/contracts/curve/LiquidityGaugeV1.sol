// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface ILiquidity {
    function transferFrom(address from, address to, uint256 value) external returns (bool);
    function transfer(address to, uint256 value) external returns (bool);
}

/// Own minimal contract with the ABI of Curve's first LiquidityGauge, without inflation: deposits cannot be transferred, and are credited
/// to others only with their leave.
contract LiquidityGaugeV1 {
    address public immutable lp_token;
    address public immutable admin;

    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => bool)) public approved_to_deposit;
    bool public is_killed;

    event Deposit(address indexed provider, uint256 value);
    event Withdraw(address indexed provider, uint256 value);

    constructor(address lpToken, address admin_) {
        lp_token = lpToken;
        admin = admin_;
    }

    function set_approve_deposit(address addr, bool can_deposit) external {
        approved_to_deposit[addr][msg.sender] = can_deposit;
    }

    function deposit(uint256 value) external {
        _deposit(value, msg.sender);
    }

    function deposit(uint256 value, address addr) external {
        require(addr == msg.sender || approved_to_deposit[msg.sender][addr], "Not approved");
        _deposit(value, addr);
    }

    function withdraw(uint256 value) external {
        balanceOf[msg.sender] -= value;
        totalSupply -= value;
        require(ILiquidity(lp_token).transfer(msg.sender, value));
        emit Withdraw(msg.sender, value);
    }

    /// Only ends inflation.
    function kill_me() external {
        require(msg.sender == admin);
        is_killed = !is_killed;
    }

    function _deposit(uint256 value, address addr) private {
        if (value != 0) {
            balanceOf[addr] += value;
            totalSupply += value;
            require(ILiquidity(lp_token).transferFrom(msg.sender, address(this), value));
        }
        emit Deposit(addr, value);
    }
}
