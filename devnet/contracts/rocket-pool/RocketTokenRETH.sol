// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {RocketDepositPool} from "./RocketDepositPool.sol";
import {RocketNetwork} from "./RocketNetwork.sol";
import {RocketBase, RocketStorage} from "./RocketStorage.sol";

/// Own minimal contract with the ABI of Rocket Pool's rETH: a share of what the oracle says the network holds.
contract RocketTokenRETH is RocketBase {
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    string public name = "Rocket Pool ETH";
    string public symbol = "rETH";
    uint8 public constant decimals = 18;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);
    event EtherDeposited(address indexed from, uint256 amount, uint256 time);
    event TokensMinted(address indexed to, uint256 amount, uint256 ethAmount, uint256 time);
    event TokensBurned(address indexed from, uint256 amount, uint256 ethAmount, uint256 time);

    constructor(RocketStorage rocketStorage_) RocketBase(rocketStorage_) {}

    receive() external payable {
        emit EtherDeposited(msg.sender, msg.value, block.timestamp);
    }

    function depositExcess() external payable onlyContract("rocketDepositPool") {
        emit EtherDeposited(msg.sender, msg.value, block.timestamp);
    }

    function getEthValue(uint256 rethAmount) public view returns (uint256) {
        (uint256 totalEth, uint256 rethSupply) = _balances();
        if (rethSupply == 0) return rethAmount;
        return (rethAmount * totalEth) / rethSupply;
    }

    function getRethValue(uint256 ethAmount) public view returns (uint256) {
        (uint256 totalEth, uint256 rethSupply) = _balances();
        if (rethSupply == 0) return ethAmount;
        require(totalEth > 0, "Cannot calculate rETH token amount while total network balance is zero");
        return (ethAmount * rethSupply) / totalEth;
    }

    function getExchangeRate() external view returns (uint256) {
        return getEthValue(1 ether);
    }

    function getTotalCollateral() public view returns (uint256) {
        return _depositPool().getExcessBalance() + address(this).balance;
    }

    function mint(uint256 ethAmount, address to) external onlyContract("rocketDepositPool") {
        uint256 rethAmount = getRethValue(ethAmount);
        require(rethAmount > 0, "Invalid token mint amount");
        _mint(to, rethAmount);
        emit TokensMinted(to, rethAmount, ethAmount, block.timestamp);
    }

    /// Play money: tokens that nobody deposited for.
    function mint(address to, uint256 value) external {
        _mint(to, value);
    }

    function burn(uint256 rethAmount) external {
        require(rethAmount > 0, "Invalid token burn amount");
        require(balanceOf[msg.sender] >= rethAmount, "Insufficient rETH balance");
        uint256 ethAmount = getEthValue(rethAmount);
        require(getTotalCollateral() >= ethAmount, "Insufficient ETH balance for exchange");
        balanceOf[msg.sender] -= rethAmount;
        totalSupply -= rethAmount;
        emit Transfer(msg.sender, address(0), rethAmount);
        if (address(this).balance < ethAmount) {
            _depositPool().withdrawExcessBalance(ethAmount - address(this).balance);
        }
        payable(msg.sender).transfer(ethAmount);
        emit TokensBurned(msg.sender, rethAmount, ethAmount, block.timestamp);
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

    function _mint(address to, uint256 value) private {
        totalSupply += value;
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function _move(address from, address to, uint256 value) private {
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }

    function _balances() private view returns (uint256, uint256) {
        RocketNetwork network = RocketNetwork(contractAddress("rocketNetworkBalances"));
        return (network.getTotalETHBalance(), network.getTotalRETHSupply());
    }

    function _depositPool() private view returns (RocketDepositPool) {
        return RocketDepositPool(payable(contractAddress("rocketDepositPool")));
    }
}
