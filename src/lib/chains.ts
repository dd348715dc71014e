import type { Address } from "viem";
import type { Chain, ChainFacts } from "./chain.ts";
import { arbitrum } from "./chains/arbitrum.ts";
import { avalanche } from "./chains/avalanche.ts";
import { base } from "./chains/base.ts";
import { berachain } from "./chains/berachain.ts";
import { binance } from "./chains/binance.ts";
import { gnosis } from "./chains/gnosis.ts";
import { mainnet } from "./chains/mainnet.ts";
import { optimism } from "./chains/optimism.ts";
import { polygon } from "./chains/polygon.ts";

// At one address on every chain, as the viem definition of each of them states.
const MULTICALL3: Address = "0xca11bde05977b3631167028862be2a173976ca11";
// https://github.com/Uniswap/docs/blob/8c5d09e23f/docs/contracts/v4/deployments.mdx
/** Permit2, at one address on every chain. */
export const PERMIT2: Address = "0x000000000022d473030f116ddee9f6b43ac78ba3";

/**
 * Of Ethereum, and of chains whose file states no other: less is always accepted.
 * @see https://eips.ethereum.org/EIPS/eip-7825
 */
export const MAX_TRANSACTION_GAS = 16_777_216n;

/** Each chain's file, in the order of their ids. */
const ALL: readonly ChainFacts[] = [
  mainnet,
  optimism,
  binance,
  gnosis,
  polygon,
  base,
  arbitrum,
  avalanche,
  berachain,
];

/** The chains Weir knows, by chain id, in ascending order. */
export const CHAINS: ReadonlyMap<number, Chain> = new Map(
  ALL.map((facts) => [
    facts.chainId,
    {
      ...{ maxTransactionGas: MAX_TRANSACTION_GAS, hasOwnBloom: true, dataFee: null, ...facts },
      ...{ multicall3: MULTICALL3, permit2: PERMIT2 },
    },
  ]),
);
