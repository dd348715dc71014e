// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {AccountERC7579} from "@openzeppelin/contracts/account/extensions/draft-AccountERC7579.sol";

/// OpenZeppelin's ERC-7579 account without any module: the entry point alone may have it execute.
contract Erc7579Account is AccountERC7579 {}
