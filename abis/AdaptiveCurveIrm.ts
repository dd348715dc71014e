import { parseAbi } from "viem";

/** @see https://github.com/morpho-org/morpho-blue-irm/blob/a1a87fd5a7ee13873ea9d2bbd87e9c7b2cdbbef3/src/adaptive-curve-irm/AdaptiveCurveIrm.sol#L32 */
export const AdaptiveCurveIrm = parseAbi([
  "event BorrowRateUpdate(bytes32 indexed id, uint256 avgBorrowRate, uint256 rateAtTarget)",
]);
