// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface IStEth {
    function submit(address referral) external payable returns (uint256);
    function mint(address to, uint256 value) external;
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
    function getSharesByPooledEth(uint256 ethAmount) external view returns (uint256);
    function getPooledEthByShares(uint256 sharesAmount) external view returns (uint256);
    function getPooledEthBySharesRoundUp(uint256 sharesAmount) external view returns (uint256);
}

/// Own minimal contract with the ABI of Lido's WstETH: one token for each share of stETH that it holds.
contract WstEth {
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    string public name = "Wrapped liquid staked Ether 2.0";
    string public symbol = "wstETH";
    uint8 public constant decimals = 18;
    IStEth public immutable stETH;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    constructor(IStEth stETH_) {
        stETH = stETH_;
    }

    receive() external payable {
        _mint(msg.sender, stETH.submit{value: msg.value}(address(0)));
    }

    /// Play money, with the stETH that it stands for.
    function mint(address to, uint256 value) external {
        stETH.mint(address(this), stETH.getPooledEthBySharesRoundUp(value));
        _mint(to, value);
    }

    function wrap(uint256 stETHAmount) external returns (uint256 wstETHAmount) {
        require(stETHAmount > 0, "wstETH: can't wrap zero stETH");
        wstETHAmount = stETH.getSharesByPooledEth(stETHAmount);
        _mint(msg.sender, wstETHAmount);
        stETH.transferFrom(msg.sender, address(this), stETHAmount);
    }

    function unwrap(uint256 wstETHAmount) external returns (uint256 stETHAmount) {
        require(wstETHAmount > 0, "wstETH: zero amount unwrap not allowed");
        stETHAmount = stETH.getPooledEthByShares(wstETHAmount);
        balanceOf[msg.sender] -= wstETHAmount;
        totalSupply -= wstETHAmount;
        emit Transfer(msg.sender, address(0), wstETHAmount);
        stETH.transfer(msg.sender, stETHAmount);
    }

    function getWstETHByStETH(uint256 stETHAmount) external view returns (uint256) {
        return stETH.getSharesByPooledEth(stETHAmount);
    }

    function getStETHByWstETH(uint256 wstETHAmount) external view returns (uint256) {
        return stETH.getPooledEthByShares(wstETHAmount);
    }

    function stEthPerToken() external view returns (uint256) {
        return stETH.getPooledEthByShares(1 ether);
    }

    function tokensPerStEth() external view returns (uint256) {
        return stETH.getSharesByPooledEth(1 ether);
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
}
