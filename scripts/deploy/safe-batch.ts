import { type Address, getAddress, type Hex, keccak256, stringToHex } from "viem";
import { MAX_TRANSACTION_GAS } from "../../src/lib/chains.ts";
import type { Priced, Survey } from "./survey.ts";

/**
 * A file that Safe's Transaction Builder loads.
 *
 * @see https://github.com/safe-global/safe-wallet-monorepo/blob/dev/apps/tx-builder/src/typings/models.ts
 */
export interface SafeBatch {
  readonly version: "1.0";
  readonly chainId: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly meta: {
    readonly name: string;
    readonly description: string;
    readonly txBuilderVersion: string;
    readonly createdFromSafeAddress: Address | "";
    readonly createdFromOwnerAddress: "";
    readonly checksum: Hex;
  };
  readonly transactions: readonly {
    readonly to: Address;
    readonly value: string;
    readonly data: Hex;
  }[];
}

/** For whom a batch is, and when it is made. */
export interface BatchMaker {
  readonly safe: Address | null;
  readonly createdAt: Date;
}

// https://github.com/safe-global/safe-wallet-monorepo/blob/dev/apps/tx-builder/package.json
const BUILDER_VERSION = "1.18.0";

/** What the Safe itself and its MultiSend may use of a transaction's gas. */
const SAFE_GAS = 500_000n;

/**
 * Batches that deploy all that is missing besides the deterministic deployer, which no Safe can
 * deploy: one, or as many as fit their gas into transactions.
 */
export function safeBatches(survey: Survey, maker: BatchMaker): readonly SafeBatch[] {
  const groups: Priced[][] = [];
  let gas = MAX_TRANSACTION_GAS;
  for (const { missing } of survey.steps) {
    if (missing === null) continue;
    gas += missing.gas.limit;
    if (gas > MAX_TRANSACTION_GAS - SAFE_GAS) {
      groups.push([]);
      gas = missing.gas.limit;
    }
    groups.at(-1)?.push(missing);
  }
  return groups.map((calls, index) => {
    const place = groups.length === 1 ? "" : ` (${index + 1} of ${groups.length})`;
    return batch({ calls, name: `Weir's contracts${place}`, chainId: survey.chainId, maker });
  });
}

function batch(content: {
  readonly calls: readonly Priced[];
  readonly name: string;
  readonly chainId: number;
  readonly maker: BatchMaker;
}): SafeBatch {
  const { calls, name, chainId, maker } = content;
  const meta = {
    name,
    description: "Deploys Weir's contracts through the deterministic deployer.",
    txBuilderVersion: BUILDER_VERSION,
    createdFromSafeAddress: maker.safe === null ? ("" as const) : getAddress(maker.safe),
    createdFromOwnerAddress: "",
  } as const;
  const unchecked = {
    version: "1.0",
    chainId: String(chainId),
    createdAt: maker.createdAt.getTime(),
    meta,
    transactions: calls.map(({ call: { to, value, data } }) => ({
      ...{ to: getAddress(to), value: String(value), data },
    })),
  } as const;
  return { ...unchecked, meta: { ...meta, checksum: batchChecksum(unchecked) } };
}

/**
 * Checksum of a batch without one: Keccak-256 of its values, the keys of each object in order
 * before them. The Transaction Builder warns where it does not fit.
 *
 * @see https://github.com/safe-global/safe-react-apps/blob/2b6981d6a5/apps/tx-builder/src/lib/checksum.ts
 */
export function batchChecksum(batch: object): Hex {
  return keccak256(stringToHex(checkedText(batch)));
}

function checkedText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(checkedText).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  const keys = JSON.stringify(entries.map(([key]) => key));
  return `{${keys}${entries.map(([, each]) => `${checkedText(each)},`).join("")}}`;
}
