/**
 * What the Core tells of pools and positions. Of a swap it logs data without a topic, by which no
 * node finds it.
 *
 * @see https://github.com/EkuboProtocol/evm-contracts/blob/v3.0.0/src/interfaces/ICore.sol
 */
export const EkuboCore = [
  {
    type: "event",
    name: "PoolInitialized",
    inputs: [
      { name: "poolId", type: "bytes32", indexed: false },
      {
        name: "poolKey",
        type: "tuple",
        indexed: false,
        components: [
          { name: "token0", type: "address" },
          { name: "token1", type: "address" },
          { name: "config", type: "bytes32" },
        ],
      },
      { name: "tick", type: "int32", indexed: false },
      { name: "sqrtRatio", type: "uint96", indexed: false },
    ],
  },
  {
    type: "event",
    name: "PositionUpdated",
    inputs: [
      { name: "locker", type: "address", indexed: false },
      { name: "poolId", type: "bytes32", indexed: false },
      { name: "positionId", type: "bytes32", indexed: false },
      { name: "liquidityDelta", type: "int128", indexed: false },
      { name: "balanceUpdate", type: "bytes32", indexed: false },
      { name: "stateAfter", type: "bytes32", indexed: false },
    ],
  },
] as const;
