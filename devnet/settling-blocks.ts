import { type Hex, hexToBigInt, hexToNumber, keccak256, numberToHex, toRlp } from "viem";
import type { DumpedState, Header } from "./state-file.ts";

/** Root of a trie with nothing in it. */
const EMPTY_ROOT = keccak256(toRlp("0x"));
const NO_BLOOM = numberToHex(0, { size: 256 });

/**
 * Adds empty blocks to a dumped state, as its node would mine them, which works out the root of all
 * accounts for each, a twentieth of a second. The hashes of older blocks, which a node writes into
 * the contract of EIP-2935 with each block, stay out: no contract here reads them.
 *
 * @returns The head that the state then has.
 * @throws Error when the state has no head.
 */
export function addEmptyBlocks(
  state: DumpedState,
  { count, intervalSeconds }: { readonly count: number; readonly intervalSeconds: number },
): { number: number; hash: Hex } {
  const number = state.best_block_number;
  let head = state.blocks.find(({ header }) => hexToNumber(header.number) === number)?.header;
  if (head === undefined) throw new Error(`The dumped state lacks its head, block ${number}.`);
  for (let added = 0; added < count; added++) {
    head = emptyBlockOn(head, intervalSeconds);
    state.blocks.push({ header: head, transactions: [], ommers: [], withdrawals: null });
  }
  state.best_block_number += count;
  const { number: block, timestamp, mixHash: prevrandao } = head;
  state.block = { ...state.block, number: block, timestamp, prevrandao };
  return { number: state.best_block_number, hash: hashOf(head) };
}

function emptyBlockOn(parent: Header, intervalSeconds: number): Header {
  const parentHash = hashOf(parent);
  return {
    ...parent,
    ...{ parentHash, mixHash: keccak256(parentHash) },
    ...{ transactionsRoot: EMPTY_ROOT, receiptsRoot: EMPTY_ROOT, logsBloom: NO_BLOOM },
    ...{ gasUsed: "0x0", number: numberToHex(hexToNumber(parent.number) + 1) },
    timestamp: numberToHex(hexToNumber(parent.timestamp) + intervalSeconds),
  };
}

/** @see https://eips.ethereum.org/EIPS/eip-7685 The last field of a header, and the order. */
function hashOf(header: Header): Hex {
  const { parentHash, sha3Uncles, miner, stateRoot, transactionsRoot, receiptsRoot } = header;
  const { logsBloom, extraData, mixHash, nonce, withdrawalsRoot } = header;
  const numbers = [header.difficulty, header.number, header.gasLimit, header.gasUsed];
  return keccak256(
    toRlp([
      ...[parentHash, sha3Uncles, miner, stateRoot, transactionsRoot, receiptsRoot, logsBloom],
      ...[...numbers, header.timestamp].map(quantity),
      ...[extraData, mixHash, nonce, quantity(header.baseFeePerGas), withdrawalsRoot],
      ...[header.blobGasUsed, header.excessBlobGas].map(quantity),
      ...[header.parentBeaconBlockRoot, header.requestsHash],
    ]),
  );
}

/** A number in RLP has no leading zeros, and zero no digits. */
function quantity(value: Hex): Hex {
  const number = hexToBigInt(value);
  if (number === 0n) return "0x";
  const digits = number.toString(16);
  return `0x${digits.length % 2 === 0 ? digits : `0${digits}`}`;
}
