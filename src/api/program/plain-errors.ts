import { type Abi, parseAbi } from "viem";
import { account7702Abi } from "../../../abis/weir/Account7702.ts";
import { coreWalletAbi } from "../../../abis/weir/CoreWallet.ts";
import { coreWalletFactoryAbi } from "../../../abis/weir/CoreWalletFactory.ts";
import { delegateExecutorAbi } from "../../../abis/weir/DelegateExecutor.ts";
import { prepaidInfinityAbi } from "../../../abis/weir/PrepaidInfinity.ts";
import { prepaidV3Abi } from "../../../abis/weir/PrepaidV3.ts";
import { prepaidV4Abi } from "../../../abis/weir/PrepaidV4.ts";

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

/**
 * @see https://github.com/OpenZeppelin/openzeppelin-contracts/blob/v5.0.0/contracts/token/ERC20/extensions/ERC4626.sol
 * @see https://github.com/OpenZeppelin/openzeppelin-contracts/blob/v5.0.0/contracts/token/ERC20/utils/SafeERC20.sol
 * @see https://github.com/OpenZeppelin/openzeppelin-contracts/blob/v5.0.0/contracts/utils/Pausable.sol
 * @see https://github.com/OpenZeppelin/openzeppelin-contracts/blob/v5.0.0/contracts/utils/ReentrancyGuard.sol
 * @see https://github.com/OpenZeppelin/openzeppelin-contracts/blob/v5.0.0/contracts/utils/Address.sol
 */
const openZeppelinAbi = parseAbi([
  "error ERC4626ExceededMaxDeposit(address receiver, uint256 assets, uint256 max)",
  "error ERC4626ExceededMaxMint(address receiver, uint256 shares, uint256 max)",
  "error ERC4626ExceededMaxWithdraw(address owner, uint256 assets, uint256 max)",
  "error ERC4626ExceededMaxRedeem(address owner, uint256 shares, uint256 max)",
  "error SafeERC20FailedOperation(address token)",
  "error EnforcedPause()",
  "error ReentrancyGuardReentrantCall()",
  "error AddressEmptyCode(address target)",
  "error FailedInnerCall()",
  "error FailedCall()",
]);

/**
 * Aave V3 since it reverts with errors instead of numbers, as far as an account's own actions meet
 * them.
 *
 * @see https://github.com/aave-dao/aave-v3-origin/blob/e4cc47eec1c8bed7627961ce0933b435dad677f6/src/contracts/protocol/libraries/helpers/Errors.sol
 */
const aaveV3Abi = parseAbi([
  "error InvalidMintAmount()",
  "error InvalidBurnAmount()",
  "error ReserveInactive()",
  "error ReserveFrozen()",
  "error ReservePaused()",
  "error BorrowingNotEnabled()",
  "error NotEnoughAvailableUserBalance()",
  "error InvalidInterestRateModeSelected()",
  "error HealthFactorLowerThanLiquidationThreshold()",
  "error CollateralCannotCoverNewBorrow()",
  "error NoDebtOfSelectedType()",
  "error NoExplicitAmountToRepayOnBehalf()",
  "error UnderlyingBalanceZero()",
  "error BorrowCapExceeded()",
  "error SupplyCapExceeded()",
  "error DebtCeilingExceeded()",
  "error LtvValidationFailed()",
  "error InconsistentEModeCategory()",
  "error PriceOracleSentinelCheckFailed()",
  "error AssetNotBorrowableInIsolation()",
  "error UserInIsolationModeOrLtvZero()",
  "error AssetNotListed()",
  "error SiloedBorrowingViolation()",
  "error WithdrawToAToken()",
  "error SupplyToAToken()",
  "error NotBorrowableInEMode()",
]);

const accountErrors: Abi = [
  coreWalletAbi,
  coreWalletFactoryAbi,
  delegateExecutorAbi,
  account7702Abi,
  prepaidV3Abi,
  prepaidV4Abi,
  prepaidInfinityAbi,
].flatMap((abi: Abi) => abi.filter((item) => item.type === "error"));

/**
 * Errors that say all by their name and arguments: of accounts, of the adapter, of tokens, of
 * Permit2, of lending markets. Those of programs and of the router, which name a step or wrap
 * another error, are `decodeRevert`'s own.
 */
export const plainErrorsAbi: Abi = [
  ...accountErrors,
  ...erc6093Abi,
  ...permit2Abi,
  ...openZeppelinAbi,
  ...aaveV3Abi,
];
