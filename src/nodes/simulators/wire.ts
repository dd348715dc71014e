import { type Address, type Hex, isHex, numberToHex, type StateOverride } from "viem";
import { z } from "zod";

/** Hexadecimal of any length in a node's answer. */
export const hex = z.custom<Hex>((value) => isHex(value));

/** A quantity in a node's answer. */
export const quantity = hex.transform((value) => BigInt(value));

/** A state override as JSON-RPC has it. */
export function stateOnWire(overrides: StateOverride): Record<Address, object> {
  return Object.fromEntries(
    overrides.map(({ address, balance, code, stateDiff }) => [
      address,
      {
        ...(balance === undefined ? {} : { balance: numberToHex(balance) }),
        ...(code === undefined ? {} : { code }),
        ...(stateDiff === undefined
          ? {}
          : { stateDiff: Object.fromEntries(stateDiff.map(({ slot, value }) => [slot, value])) }),
      },
    ]),
  );
}

/** Adds codes to overrides: each account once, a code that is there already is replaced. */
export function withCodes(
  overrides: StateOverride,
  codes: ReadonlyMap<Address, Hex>,
): StateOverride {
  const named = new Set(overrides.map(({ address }) => address));
  const others = [...codes].filter(([address]) => !named.has(address));
  return [
    ...overrides.map((override) => {
      const code = codes.get(override.address);
      return code === undefined ? override : { ...override, code };
    }),
    ...others.map(([address, code]) => ({ address, code })),
  ];
}
