import { type Abi, parseAbi } from "viem";
import { account7702Abi } from "../../../abis/Account7702.ts";
import { coreWalletAbi } from "../../../abis/CoreWallet.ts";
import { coreWalletFactoryAbi } from "../../../abis/CoreWalletFactory.ts";
import { delegateExecutorAbi } from "../../../abis/DelegateExecutor.ts";
import { prepaidV3Abi } from "../../../abis/PrepaidV3.ts";

/** @see https://eips.ethereum.org/EIPS/eip-6093 */
const erc6093Abi = parseAbi([
  "error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)",
  "error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)",
  "error ERC20InvalidSender(address sender)",
  "error ERC20InvalidReceiver(address receiver)",
  "error ERC20InvalidApprover(address approver)",
  "error ERC20InvalidSpender(address spender)",
]);

/**
 * @see https://github.com/Uniswap/permit2/blob/cc56ad0f3439c502c246fc5cfcc3db92bb8b7219/src/interfaces/ISignatureTransfer.sol
 * @see https://github.com/Uniswap/permit2/blob/cc56ad0f3439c502c246fc5cfcc3db92bb8b7219/src/PermitErrors.sol
 */
const permit2Abi = parseAbi([
  "error InvalidAmount(uint256 maxAmount)",
  "error SignatureExpired(uint256 signatureDeadline)",
  "error InvalidNonce()",
  "error InvalidSigner()",
  "error InvalidSignature()",
  "error InvalidSignatureLength()",
  "error InvalidContractSignature()",
]);

const accountErrors: Abi = [
  coreWalletAbi,
  coreWalletFactoryAbi,
  delegateExecutorAbi,
  account7702Abi,
  prepaidV3Abi,
].flatMap((abi: Abi) => abi.filter((item) => item.type === "error"));

/**
 * Errors that say all by their name and arguments: of accounts, of the adapter, of tokens, of Permit2. Those of programs and of the
 * router, which name a step or wrap another error, are `decodeRevert`'s own.
 */
export const plainErrorsAbi: Abi = [...accountErrors, ...erc6093Abi, ...permit2Abi];
