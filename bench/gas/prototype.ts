/** The cases, by the name they have in the table. */
export type CaseName = (typeof CASE_NAMES)[number];

/** In the order of the table. */
export const CASE_NAMES = [
  "V2",
  "V3",
  "V3 then V2",
  "V3 60 %, V2 40 %",
  "V3 then ERC-4626",
  "native, V3",
  "native, V2",
] as const;

/** Gas of one case with both routers. */
export interface ReferenceGas {
  readonly universal: bigint;
  readonly weir: bigint;
}

/**
 * What the prototype of this design took, the better of its two ways to pay a program. Measured on another devnet with other
 * tokens and pool states, so that only the distance to the Universal Router compares, not the gas.
 */
export const PROTOTYPE: Readonly<Record<CaseName, ReferenceGas>> = {
  V2: { universal: 107_630n, weir: 102_782n },
  V3: { universal: 113_173n, weir: 112_698n },
  "V3 then V2": { universal: 206_482n, weir: 198_871n },
  "V3 60 %, V2 40 %": { universal: 176_605n, weir: 170_691n },
  "V3 then ERC-4626": { universal: 185_826n, weir: 165_336n },
  "native, V3": { universal: 111_936n, weir: 116_246n },
  "native, V2": { universal: 107_138n, weir: 106_766n },
};
