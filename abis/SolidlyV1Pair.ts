import { SolidlyPool } from "./SolidlyPool.ts";

const [sync, fees] = SolidlyPool;

/**
 * As pools of the second generation, but `Swap` has its arguments in the order of Uniswap's.
 *
 * @see https://github.com/ekmanss/velodrome_v1/blob/7bd0c8ec0d/contracts/Pair.sol
 */
export const SolidlyV1Pair = [
  sync,
  fees,
  {
    type: "event",
    name: "Swap",
    inputs: [
      { name: "sender", type: "address", indexed: true },
      { name: "amount0In", type: "uint256", indexed: false },
      { name: "amount1In", type: "uint256", indexed: false },
      { name: "amount0Out", type: "uint256", indexed: false },
      { name: "amount1Out", type: "uint256", indexed: false },
      { name: "to", type: "address", indexed: true },
    ],
  },
] as const;
