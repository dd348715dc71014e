import { parseAbi } from "viem";

/** @see https://github.com/balancer/balancer-v2-monorepo/blob/316ded078/pkg/pool-utils/contracts/factories/BasePoolFactory.sol */
export const BalancerV2PoolFactory = parseAbi(["event PoolCreated(address indexed pool)"]);
