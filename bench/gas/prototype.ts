/** The cases, by the name they have in the table. */
export type CaseName = (typeof CASE_NAMES)[number];

/** In the order of the table. */
export const CASE_NAMES = [
  "V2",
  "V3",
  "V3 then V2",
  "V3 60 %, V2 40 %",
  "V3 then ERC-4626, first use",
  "V3 then ERC-4626",
  "native, V3",
  "native, V2",
  "V4",
  "native, V4",
] as const;

/** Gas of one case with both routers. */
export interface ReferenceGas {
  readonly universal: bigint;
  readonly weir: bigint;
}

/**
 * The prototype of this design on this benchmark's pools and tokens, given the same calldata,
 * beside what the Universal Router took in that run. A devnet with other states moves both, so it
 * is the distance between the two that compares. It had one executor for all callers, which nothing
 * deploys on a first use, and no V4.
 */
export const PROTOTYPE: Readonly<Partial<Record<CaseName, ReferenceGas>>> & {
  readonly [name in "V2" | "V3"]: ReferenceGas;
} = {
  V2: { universal: 107_598n, weir: 102_779n },
  V3: { universal: 106_378n, weir: 105_908n },
  "V3 then V2": { universal: 165_782n, weir: 158_204n },
  "V3 60 %, V2 40 %": { universal: 169_768n, weir: 163_888n },
  "V3 then ERC-4626, first use": { universal: 162_991n, weir: 146_015n },
  "V3 then ERC-4626": { universal: 162_991n, weir: 146_015n },
  "native, V3": { universal: 105_568n, weir: 109_839n },
  "native, V2": { universal: 107_062n, weir: 106_697n },
};

/**
 * The same swaps by the prototype's accounts, in the same state. Its `execute` had no deadline and
 * no lock: 29 gas, 32 bytes of calldata and 327 gas.
 */
export const PROTOTYPE_ACCOUNTS = {
  safe: { V2: 144_429n, V3: 157_952n },
  coreWalletFirst: { V2: 144_612n, V3: 146_566n },
  coreWalletLater: { V2: 99_682n, V3: 101_637n },
  account7702: { V2: 96_387n, V3: 98_237n },
} as const;
