/**
 * Factories of every generation of Algebra. `CustomPool` tells of what a deployer of its own asked
 * for.
 *
 * @see https://github.com/cryptoalgebra/Algebra/blob/357ae6bc435530938764fa62222d8996303e2171/src/core/contracts/interfaces/IAlgebraFactory.sol
 */
export const AlgebraFactory = [
  {
    type: "event",
    name: "Pool",
    inputs: [
      { name: "token0", type: "address", indexed: true },
      { name: "token1", type: "address", indexed: true },
      { name: "pool", type: "address", indexed: false },
    ],
  },
  {
    type: "event",
    name: "CustomPool",
    inputs: [
      { name: "deployer", type: "address", indexed: true },
      { name: "token0", type: "address", indexed: true },
      { name: "token1", type: "address", indexed: true },
      { name: "pool", type: "address", indexed: false },
    ],
  },
] as const;
