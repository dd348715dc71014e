import { type Address, type Hex, hexToBigInt } from "viem";

/**
 * Data that this service does not make. `offset` of the byte of the calldata that is wrong; null:
 * the data is not to blame.
 */
export class TransactionDecodeError extends Error {
  override readonly name = "TransactionDecodeError";
  readonly code = "FOREIGN_TRANSACTION";
  readonly offset: number | null;

  constructor(offset: number | null, fault: string) {
    super(fault);
    this.offset = offset;
  }
}

const SELECTOR_BYTES = 4;
const WORD_BYTES = 32;
const ADDRESS_BYTES = 20;

/**
 * Reads ABI-encoded arguments one after the other; throws `TransactionDecodeError` for any other
 * than the canonical encoding.
 */
export interface CalldataReader {
  selector(): Hex;
  word(): Hex;
  uint(): bigint;
  address(): Address;
  /** Number of the byte that is read next. */
  offset(): number;
  /** A word that has to be `expected`; `what` it is. */
  exact(expected: number, what: string): void;
  /** The length of a list, at most `most`. */
  length(most: number): number;
  /** The content of `bytes`, and where it starts. */
  bytes(): { readonly bytes: Hex; readonly offset: number };
  /** What follows the arguments: a signature and its length in 32 bytes; null: nothing. */
  signature(): Hex | null;
  /** Refuses what follows. */
  end(): void;
}

/** A reader of calldata: hex of whole bytes. */
export function calldataReader(data: Hex): CalldataReader {
  const digits = data.slice(2).toLowerCase();
  const size = digits.length / 2;
  let next = 0;
  const take = (length: number): Hex => {
    const end = next + length;
    if (end > size)
      throw new TransactionDecodeError(size, `the data ends ${end - size} bytes early`);
    const taken: Hex = `0x${digits.slice(2 * next, 2 * end)}`;
    next = end;
    return taken;
  };
  const zeros = (length: number, what: string): void => {
    const start = next;
    const index = take(length).slice(2).search(/[^0]/);
    if (index === -1) return;
    throw new TransactionDecodeError(start + Math.floor(index / 2), `${what} is not zero`);
  };
  const uint = (): bigint => hexToBigInt(take(WORD_BYTES));
  return {
    selector: () => take(SELECTOR_BYTES),
    word: () => take(WORD_BYTES),
    uint,
    address: () => {
      zeros(WORD_BYTES - ADDRESS_BYTES, "padding of an address");
      return take(ADDRESS_BYTES);
    },
    offset: () => next,
    exact: (expected, what) => {
      const start = next;
      const value = uint();
      if (value === BigInt(expected)) return;
      throw new TransactionDecodeError(start, `${what} is ${value}; it must be ${expected}`);
    },
    length: (most) => {
      const start = next;
      const length = uint();
      if (length <= BigInt(most)) return Number(length);
      throw new TransactionDecodeError(start, `a list has ${length} elements; it may have ${most}`);
    },
    bytes: () => {
      const start = next;
      const length = uint();
      const offset = next;
      if (length > BigInt(size - offset)) {
        const left = size - offset;
        throw new TransactionDecodeError(
          start,
          `the program's length is ${length}; ${left} bytes are left`,
        );
      }
      const bytes = take(Number(length));
      zeros((WORD_BYTES - (Number(length) % WORD_BYTES)) % WORD_BYTES, "padding of the program");
      return { bytes, offset };
    },
    signature: () => {
      const left = size - next;
      if (left === 0) return null;
      const signature = take(Math.max(left - WORD_BYTES, 0));
      const start = next;
      const length = uint();
      if (length === BigInt(left - WORD_BYTES)) return signature;
      throw new TransactionDecodeError(
        start,
        `the signature's length is ${length}; ${left - WORD_BYTES} bytes stand before it`,
      );
    },
    end: () => {
      if (next < size) throw new TransactionDecodeError(next, "data follows the program");
    },
  };
}
