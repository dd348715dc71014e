/** Minting and burning of liquidity shares. @see https://eips.ethereum.org/EIPS/eip-20 */
export const LiquidityShare = [
  {
    type: "event",
    name: "Transfer",
    inputs: [
      { name: "from", type: "address", indexed: true },
      { name: "to", type: "address", indexed: true },
      { name: "value", type: "uint256", indexed: false },
    ],
  },
] as const;
