import {
  type Address,
  type ByteArray,
  concatBytes,
  type Hex,
  hexToBytes,
  keccak256,
  numberToBytes,
  slice,
  stringToBytes,
  toRlp,
} from "viem";

/** What is known of a transaction before its sender signs it. */
export interface UnsentTransaction {
  readonly chainId: number;
  readonly to: Address;
  readonly data: Hex;
  /** Wei. */
  readonly value: bigint;
}

/**
 * What the sender alone knows, as long as most senders' is. Another nonce or fee moves the size by
 * a few bytes.
 */
const SENDER = {
  nonce: 0xc3d1n,
  maxPriorityFeePerGas: 0x0f43b6n,
  maxFeePerGas: 0x0bebc327n,
  gas: 0x1e8a51n,
} as const;

/**
 * An EIP-1559 transaction before it is signed, as `getL1Fee` of the OP stack's `GasPriceOracle`
 * takes it.
 */
export function unsignedBytes({ chainId, to, data, value }: UnsentTransaction): ByteArray {
  const { nonce, maxPriorityFeePerGas, maxFeePerGas, gas } = SENDER;
  return enveloped([
    ...[BigInt(chainId), nonce, maxPriorityFeePerGas, maxFeePerGas, gas].map(quantity),
    ...[hexToBytes(to), quantity(value), hexToBytes(data), []],
  ]);
}

/**
 * What Nitro's estimates put where nobody signed yet: the first bytes of the hashes of the fields'
 * names, and three times the id of Arbitrum One for `v`.
 *
 * @see https://github.com/OffchainLabs/nitro/blob/001ae3179a/arbos/l1pricing/l1pricing.go `makeFakeTxForMessage`
 */
const ESTIMATED = {
  nonce: hashedName("Nonce", 8),
  ...{ gasTipCap: hashedName("GasTipCap", 4), gasFeeCap: hashedName("GasFeeCap", 4) },
  gas: hashedName("Gas", 4),
  v: quantity(126_483n),
  ...{ r: hashedName("R", 32), s: hashedName("S", 32) },
} as const;

/** The signed EIP-1559 transaction that a Nitro node prices in an estimate, without a chain id. */
export function estimatedBytes({ to, data, value }: UnsentTransaction): ByteArray {
  const { nonce, gasTipCap, gasFeeCap, gas, v, r, s } = ESTIMATED;
  return enveloped([
    ...[quantity(0n), nonce, gasTipCap, gasFeeCap, gas],
    ...[hexToBytes(to), quantity(value), hexToBytes(data), [], v, r, s],
  ]);
}

type Field = ByteArray | readonly Field[];

function enveloped(fields: readonly Field[]): ByteArray {
  return concatBytes([Uint8Array.of(2), toRlp(fields, "bytes")]);
}

/** As RLP has numbers: no zeros before them, nothing for 0. */
function quantity(value: bigint): ByteArray {
  return value === 0n ? new Uint8Array() : numberToBytes(value);
}

function hashedName(name: string, bytes: number): ByteArray {
  return hexToBytes(slice(keccak256(stringToBytes(name)), 0, bytes));
}
