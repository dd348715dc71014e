// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Own minimal contract with the ABI of Lido's StETH: an ERC-20 whose balances are shares of the protocol's ether.
abstract contract ShareToken {
    string public constant name = "Liquid staked Ether 2.0";
    string public constant symbol = "stETH";
    uint8 public constant decimals = 18;

    /// Ether that belongs to the protocol itself, and shares with those of external vaults.
    uint256 internal internalEther;
    uint256 internal totalShares;
    uint256 internal externalShares;
    mapping(address => uint256) public sharesOf;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);
    event TransferShares(address indexed from, address indexed to, uint256 sharesValue);
    event SharesBurnt(
        address indexed account,
        uint256 preRebaseTokenAmount,
        uint256 postRebaseTokenAmount,
        uint256 sharesAmount
    );

    function totalSupply() external view returns (uint256) {
        return getTotalPooledEther();
    }

    function balanceOf(address account) external view returns (uint256) {
        return getPooledEthByShares(sharesOf[account]);
    }

    function getTotalShares() external view returns (uint256) {
        return totalShares;
    }

    function getExternalShares() external view returns (uint256) {
        return externalShares;
    }

    function getExternalEther() public view returns (uint256) {
        return (externalShares * internalEther) / _internalShares();
    }

    function getTotalPooledEther() public view returns (uint256) {
        return internalEther + getExternalEther();
    }

    function getSharesByPooledEth(uint256 ethAmount) public view returns (uint256) {
        require(ethAmount < type(uint128).max, "ETH_TOO_LARGE");
        return (ethAmount * _internalShares()) / internalEther;
    }

    function getPooledEthByShares(uint256 sharesAmount) public view returns (uint256) {
        require(sharesAmount < type(uint128).max, "SHARES_TOO_LARGE");
        return (sharesAmount * internalEther) / _internalShares();
    }

    function getPooledEthBySharesRoundUp(uint256 sharesAmount) public view returns (uint256) {
        require(sharesAmount < type(uint128).max, "SHARES_TOO_LARGE");
        uint256 denominator = _internalShares();
        return (sharesAmount * internalEther + denominator - 1) / denominator;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        _approve(msg.sender, spender, amount);
        return true;
    }

    function transfer(address recipient, uint256 amount) external returns (bool) {
        _transfer(msg.sender, recipient, amount);
        return true;
    }

    function transferFrom(address sender, address recipient, uint256 amount) external returns (bool) {
        uint256 allowed = allowance[sender][msg.sender];
        if (allowed != type(uint256).max) {
            require(allowed >= amount, "ALLOWANCE_EXCEEDED");
            _approve(sender, msg.sender, allowed - amount);
        }
        _transfer(sender, recipient, amount);
        return true;
    }

    function _internalShares() internal view returns (uint256) {
        return totalShares - externalShares;
    }

    function _approve(address account, address spender, uint256 amount) private {
        allowance[account][spender] = amount;
        emit Approval(account, spender, amount);
    }

    function _transfer(address sender, address recipient, uint256 amount) private {
        uint256 sharesAmount = getSharesByPooledEth(amount);
        require(recipient != address(0), "TRANSFER_TO_ZERO_ADDR");
        require(recipient != address(this), "TRANSFER_TO_STETH_CONTRACT");
        _whenNotStopped();
        require(sharesAmount <= sharesOf[sender], "BALANCE_EXCEEDED");
        sharesOf[sender] -= sharesAmount;
        sharesOf[recipient] += sharesAmount;
        emit Transfer(sender, recipient, amount);
        emit TransferShares(sender, recipient, sharesAmount);
    }

    function _mintShares(address recipient, uint256 sharesAmount) internal {
        totalShares += sharesAmount;
        require(totalShares <= type(uint128).max, "SHARES_OVERFLOW");
        sharesOf[recipient] += sharesAmount;
        emit Transfer(address(0), recipient, getPooledEthByShares(sharesAmount));
        emit TransferShares(address(0), recipient, sharesAmount);
    }

    function _burnShares(address account, uint256 sharesAmount) internal {
        require(sharesAmount <= sharesOf[account], "BALANCE_EXCEEDED");
        totalShares -= sharesAmount;
        sharesOf[account] -= sharesAmount;
    }

    function _whenNotStopped() internal view virtual;
}
