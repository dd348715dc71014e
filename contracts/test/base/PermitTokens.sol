// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SigningContract} from "./SigningContract.sol";
import {Token} from "./Tokens.sol";

/// EIP-2612.
contract PermitToken is Token {
    bytes32 private constant TYPE =
        keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");
    bytes32 public immutable DOMAIN_SEPARATOR = keccak256(
        abi.encode(keccak256("EIP712Domain(uint256 chainId,address verifyingContract)"), block.chainid, address(this))
    );
    mapping(address => uint256) public nonces;

    function digest(address owner, address spender, uint256 amount, uint256 deadline) public view returns (bytes32) {
        bytes32 content = keccak256(abi.encode(TYPE, owner, spender, amount, nonces[owner], deadline));
        return keccak256(abi.encodePacked(hex"1901", DOMAIN_SEPARATOR, content));
    }

    function permit(address owner, address spender, uint256 amount, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external
    {
        require(block.timestamp <= deadline, "permit expired");
        address signer = ecrecover(digest(owner, spender, amount, deadline), v, r, s);
        require(signer == owner && owner != address(0), "permit not signed by the owner");
        _allow(owner, spender, amount);
    }

    function _allow(address owner, address spender, uint256 amount) internal {
        nonces[owner]++;
        allowance[owner][spender] = amount;
    }
}

/// As USDC since version 2.2: also accounts with code sign, by ERC-1271.
/// https://github.com/circlefin/stablecoin-evm/blob/v2.2.0/contracts/v2/EIP2612.sol#L87
contract ContractPermitToken is PermitToken {
    function permit(address owner, address spender, uint256 amount, uint256 deadline, bytes calldata signature)
        external
    {
        require(block.timestamp <= deadline, "permit expired");
        bytes4 answer = SigningContract(owner).isValidSignature(digest(owner, spender, amount, deadline), signature);
        require(answer == SigningContract.isValidSignature.selector, "not signed by the account");
        _allow(owner, spender, amount);
    }
}
