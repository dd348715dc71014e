// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Token} from "./Tokens.sol";

/// The part of the ERC-1820 registry that is about one's own account. https://eips.ethereum.org/EIPS/eip-1820
contract Registry {
    bytes32 public constant ACCEPTED = keccak256("ERC1820_ACCEPT_MAGIC");

    mapping(address => mapping(bytes32 => address)) public getInterfaceImplementer;
    mapping(address => address) private managers;

    function getManager(address account) public view returns (address) {
        address manager = managers[account];
        return manager == address(0) ? account : manager;
    }

    function setInterfaceImplementer(address account, bytes32 name, address implementer) external {
        require(getManager(account) == msg.sender, "Not the manager");
        getInterfaceImplementer[account][name] = implementer;
    }

    function setManager(address account, address manager) external {
        require(getManager(account) == msg.sender, "Not the manager");
        managers[account] = manager;
    }
}

/// Asks the registry whom its holders want to be told of transfers, as ERC-777 does.
contract HookedToken is Token {
    Registry private immutable registry;

    constructor(Registry registry_) {
        registry = registry_;
    }

    function _move(address from, address to, uint256 amount) internal override {
        _tell(from, keccak256("ERC777TokensSender"));
        super._move(from, to, amount);
        _tell(to, keccak256("ERC777TokensRecipient"));
    }

    function _tell(address account, bytes32 name) private view {
        address implementer = registry.getInterfaceImplementer(account, name);
        if (implementer != address(0)) Extortionist(implementer).told();
    }
}

/// Lets no token move that it is told of.
contract Extortionist {
    function told() external pure {
        revert("pay me");
    }
}

/// Grants rights under the names that tokens and markets have for it.
contract GrantingToken is Token {
    mapping(address => mapping(address => bool)) public operator;

    function approve(address spender) external {
        allowance[msg.sender][spender] = type(uint256).max;
    }

    function increaseAllowance(address spender, uint256 amount) external {
        allowance[msg.sender][spender] += amount;
    }

    function increaseApproval(address spender, uint256 amount) external {
        allowance[msg.sender][spender] += amount;
    }

    function approveAndCall(address spender, uint256 amount) external {
        allowance[msg.sender][spender] = amount;
    }

    function approveAndCall(address spender, uint256 amount, bytes calldata) external {
        allowance[msg.sender][spender] = amount;
    }

    function multicall(bytes[] calldata calls) external {
        for (uint256 i; i < calls.length; ++i) {
            (bool ok,) = address(this).delegatecall(calls[i]);
            require(ok, "a call failed");
        }
    }

    /// setApprovalForAll, setOperator, authorizeOperator, allow, hope, setAuthorization, approveDelegation, …
    fallback() external {
        operator[msg.sender][abi.decode(msg.data[4:36], (address))] = true;
    }
}

/// A token that is a lending market, as Comet: who sends more than he has borrows the rest, up to what others put there for
/// him as collateral.
contract LenderToken {
    mapping(address => int256) public position;
    mapping(address => uint256) public collateral;
    mapping(address => mapping(address => uint256)) public allowance;

    function mint(address to, uint256 amount) external {
        position[to] += int256(amount);
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function supplyTo(address account, uint256 amount) external {
        collateral[account] += amount;
    }

    /// Debts are no balances.
    function balanceOf(address account) external view returns (uint256) {
        return position[account] < 0 ? 0 : uint256(position[account]);
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
        position[from] -= int256(amount);
        position[to] += int256(amount);
        require(position[from] + int256(collateral[from]) >= 0, "NotCollateralized");
    }
}
