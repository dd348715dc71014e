import { parseAbi } from "viem";

/**
 * What is used of the proxy of a Chainlink feed.
 *
 * @see https://github.com/smartcontractkit/chainlink/blob/885380ecce5ceed0cf67d3b3d2e81a102110cc37/contracts/src/v0.8/shared/interfaces/AggregatorV3Interface.sol
 */
export const ChainlinkFeed = parseAbi([
  "function decimals() view returns (uint8)",
  "function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)",
]);
