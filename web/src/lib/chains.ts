import { CHAINS } from "../../../src/lib/chains";

export const NATIVE = "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee";

/** What the page knows of a chain beside what the API says. */
export interface ChainFace {
  readonly title: string;
  readonly color: string;
  /** Explorer of its blocks, without a slash at the end; null where none is known. */
  readonly explorer: string | null;
}

// https://github.com/wevm/viem/tree/0912a29d5c/src/chains/definitions
const FACES: Readonly<Record<number, ChainFace>> = {
  1: { title: "Ethereum", color: "#627eea", explorer: "https://etherscan.io" },
  10: { title: "Optimism", color: "#ff0420", explorer: "https://optimistic.etherscan.io" },
  56: { title: "BNB Chain", color: "#c58a00", explorer: "https://bscscan.com" },
  100: { title: "Gnosis", color: "#0d8e74", explorer: "https://gnosisscan.io" },
  137: { title: "Polygon", color: "#8247e5", explorer: "https://polygonscan.com" },
  8453: { title: "Base", color: "#0052ff", explorer: "https://basescan.org" },
  42161: { title: "Arbitrum", color: "#1b7fc4", explorer: "https://arbiscan.io" },
  43114: { title: "Avalanche", color: "#e84142", explorer: "https://snowtrace.io" },
  80094: { title: "Berachain", color: "#8a5a2b", explorer: "https://berascan.com" },
};

/** How a chain is shown. */
export function faceOf(chainId: number): ChainFace {
  return FACES[chainId] ?? { title: `Chain ${chainId}`, color: "#607080", explorer: null };
}

/**
 * Tokens that most people look for, best known first: what the chain's description calls
 * connectors.
 */
export function commonTokens(chainId: number): readonly string[] {
  const chain = CHAINS.get(chainId);
  if (chain === undefined) return [NATIVE];
  return [...new Set([NATIVE, ...chain.connectors, ...chain.usdAnchors])];
}

/** What a new visitor trades: native currency into dollars. */
export function defaultPair(chainId: number): {
  readonly tokenIn: string;
  readonly tokenOut: string;
} {
  const [dollar = NATIVE] = CHAINS.get(chainId)?.usdAnchors ?? [];
  return { tokenIn: NATIVE, tokenOut: dollar };
}
