import type { Address } from "viem";

/** A local chain: the chain id of the real one, with what differs between the devnet chains. */
export interface ChainSpec {
  readonly chainId: 1 | 8453 | 43114 | 80094;
  /** Whether it is started only where it is asked for. */
  readonly isOnRequest?: true;
  /** Seconds by which a block is later than its parent. */
  readonly blockTimeSeconds: number;
  readonly wrappedNative: {
    readonly address: Address;
    readonly name: string;
    readonly symbol: string;
  };
  /** Wei per gas that every block asks for while the devnet mines by interval. */
  readonly baseFeePerGas: bigint;
  /** Environment variable that sets the RPC port. */
  readonly portVariable: string;
}

/**
 * The devnet chains, in the order they are started. Block times and base fees are rounded from the
 * real chains.
 */
export const CHAINS: readonly ChainSpec[] = [
  {
    chainId: 1,
    blockTimeSeconds: 12,
    // https://github.com/Uniswap/default-token-list/blob/49f39bd7e83fbf311c5ffa3e153d4ad146a60214/src/tokens/mainnet.json
    wrappedNative: {
      address: "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2",
      name: "Wrapped Ether",
      symbol: "WETH",
    },
    baseFeePerGas: 1_000_000_000n,
    portVariable: "DEVNET_PORT_1",
  },
  {
    chainId: 80094,
    blockTimeSeconds: 2,
    // https://github.com/berachain/metadata/blob/1cedf1e12e/src/tokens/mainnet.json
    wrappedNative: {
      address: "0x6969696969696969696969696969696969696969",
      name: "Wrapped Bera",
      symbol: "WBERA",
    },
    baseFeePerGas: 100_000_000n,
    portVariable: "DEVNET_PORT_80094",
  },
  {
    chainId: 8453,
    isOnRequest: true,
    blockTimeSeconds: 2,
    // https://github.com/Uniswap/default-token-list/blob/49f39bd7e8/src/tokens/base.json
    wrappedNative: {
      address: "0x4200000000000000000000000000000000000006",
      name: "Wrapped Ether",
      symbol: "WETH",
    },
    baseFeePerGas: 10_000_000n,
    portVariable: "DEVNET_PORT_8453",
  },
  {
    chainId: 43114,
    isOnRequest: true,
    blockTimeSeconds: 2,
    // https://github.com/beefyfinance/beefy-api/blob/596423e79e/packages/address-book/src/address-book/avax/tokens/tokens.ts
    wrappedNative: {
      address: "0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7",
      name: "Wrapped AVAX",
      symbol: "WAVAX",
    },
    baseFeePerGas: 1_000_000_000n,
    portVariable: "DEVNET_PORT_43114",
  },
];

/** The chains that are started where none are named. */
export const DEFAULT_CHAIN_IDS: readonly number[] = CHAINS.filter(
  ({ isOnRequest }) => isOnRequest !== true,
).map(({ chainId }) => chainId);

/**
 * Timestamp of block 0 on all chains, seconds: 2026-01-01T00:00:00Z. Fixed, so that every build
 * gives the same blocks.
 */
export const GENESIS_TIMESTAMP = 1_767_225_600;

/** Account 0 of anvil's default mnemonic: deploys everything and owns the market maker. */
export const OPERATOR: Address = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";

/** Account 9 of anvil's default mnemonic: sends the trader's transactions. */
export const TRADER: Address = "0xa0Ee7A142d267C1f36714E4a8F75612F20a79720";

/**
 * The chain with an id.
 *
 * @throws Error for an id that the devnet does not carry.
 */
export function chainSpec(chainId: number): ChainSpec {
  const spec = CHAINS.find((chain) => chain.chainId === chainId);
  if (spec === undefined) {
    const known = CHAINS.map((chain) => chain.chainId).join(", ");
    throw new Error(`The devnet has no chain ${chainId}; choose from ${known}.`);
  }
  return spec;
}
