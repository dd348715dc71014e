// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";

/// States its domain (ERC-5267).
contract Stated is ERC20Permit {
    constructor() ERC20("Stated", "S") ERC20Permit("Other than the name") {}
}

/// Permits as EIP-2612 writes them, in any domain.
contract Plain is ERC20 {
    bytes32 public immutable DOMAIN_SEPARATOR;
    mapping(address => uint256) public nonces;
    bool public isPaused;

    bytes32 private constant PERMIT =
        keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");

    constructor(string memory name_, bytes32 separator) ERC20(name_, "P") {
        DOMAIN_SEPARATOR = separator;
    }

    function pause(bool value) external {
        isPaused = value;
    }

    function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external
        virtual
    {
        require(!isPaused, "paused");
        bytes32 message = keccak256(abi.encode(PERMIT, owner, spender, value, nonces[owner]++, deadline));
        bytes32 digest = keccak256(abi.encodePacked(hex"1901", DOMAIN_SEPARATOR, message));
        require(block.timestamp <= deadline && ecrecover(digest, v, r, s) == owner, "invalid");
        _approve(owner, spender, value);
    }
}

/// Has a version of its own.
contract Versioned is Plain {
    string public constant version = "v7.1";

    constructor(string memory name_, bytes32 separator) Plain(name_, separator) {}
}

/// Accepts every permit and gives no allowance.
contract Liar is Plain {
    constructor(string memory name_, bytes32 separator) Plain(name_, separator) {}

    function permit(address, address, uint256, uint256, uint8, bytes32, bytes32) external override {}
}

/// Answers every call with a word, as a fallback may.
contract Fallback {
    fallback() external {
        assembly {
            mstore(0, 1)
            return(0, 32)
        }
    }
}

/// DAI's: a nonce and a flag in place of the value.
contract DaiLike is ERC20 {
    bytes32 public immutable DOMAIN_SEPARATOR;
    mapping(address => uint256) public nonces;

    constructor(string memory name_, bytes32 separator) ERC20(name_, "D") {
        DOMAIN_SEPARATOR = separator;
    }

    function permit(address holder, address spender, uint256, uint256, bool, uint8, bytes32, bytes32) external {
        _approve(holder, spender, type(uint256).max);
    }
}
