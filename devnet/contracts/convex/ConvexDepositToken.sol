// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Own minimal contract with the ABI of Convex's DepositToken: the Booster alone mints and burns it, one for one.
/// https://github.com/convex-eth/platform/blob/4f22038387/contracts/contracts/DepositToken.sol
contract ConvexDepositToken {
    string public constant name = "Convex Deposit";
    string public constant symbol = "cvxLP";
    uint8 public constant decimals = 18;
    address public immutable operator;

    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    constructor() {
        operator = msg.sender;
    }

    function mint(address to, uint256 value) external {
        require(msg.sender == operator, "!authorized");
        totalSupply += value;
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function burn(address from, uint256 value) external {
        require(msg.sender == operator, "!authorized");
        balanceOf[from] -= value;
        totalSupply -= value;
        emit Transfer(from, address(0), value);
    }

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
        allowance[from][msg.sender] -= value;
        _move(from, to, value);
        return true;
    }

    function _move(address from, address to, uint256 value) private {
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }
}
