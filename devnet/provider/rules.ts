import { hexToNumber, isHex, numberToHex } from "viem";
import { z } from "zod";
import type { Rpc } from "../rpc.ts";
import type { ProviderClass, ProviderError } from "./classes.ts";

/** A JSON-RPC request. */
export interface PassingRequest {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** A request is not passed on, but answered with this. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
  readonly code = "REFUSED";
  readonly told: ProviderError;

  constructor(told: ProviderError) {
    super(told.message);
    this.told = told;
  }
}

/** Place of the block among the parameters of methods that read state. */
const STATE_BLOCK: Readonly<Record<string, number>> = {
  ...{ eth_call: 1, eth_getBalance: 1, eth_getCode: 1, eth_getTransactionCount: 1 },
  ...{ eth_createAccessList: 1, eth_estimateGas: 1, eth_simulateV1: 1, eth_getStorageAt: 2 },
};
const BLOCK_GAS_LIMIT_EXCEEDED = -38_015;
const CLIENT_LIMIT_REACHED = -38_026;

const hexNumber = z
  .string()
  .refine((value) => isHex(value))
  .transform((value) => hexToNumber(value as `0x${string}`));
const header = z.looseObject({
  number: hexNumber,
  gasLimit: hexNumber,
  stateRoot: z.string(),
  logsBloom: z.string(),
});
const payload = z.object({
  blockStateCalls: z.array(
    z.looseObject({
      blockOverrides: z.looseObject({ gasLimit: hexNumber.optional() }).optional(),
      calls: z.array(z.looseObject({ gas: hexNumber.optional() })),
    }),
  ),
});
const logFilter = z.looseObject({
  fromBlock: z.string().optional(),
  toBlock: z.string().optional(),
});

/**
 * The request as a node of a class runs it.
 *
 * @throws {RefusedError} where it does not.
 */
export async function admitted(
  request: PassingRequest,
  { rules, node }: { readonly rules: ProviderClass; readonly node: Rpc },
): Promise<PassingRequest> {
  const { method, params } = request;
  if (method === "eth_simulateV1" && rules.noSimulation !== null) {
    throw new RefusedError(rules.noSimulation);
  }
  await requireState(request, { rules, node });
  if (method === "eth_simulateV1" && rules.checksGas) await requireGas(params, { rules, node });
  if (method === "eth_getLogs") await requireRange(params, { rules, node });
  if (method === "eth_getBlockByNumber" && params[0] === "finalized") {
    return { method, params: [await finalBlock({ rules, node }), ...params.slice(1)] };
  }
  return method === "eth_call" ? { method, params: withCap(params, rules.gasCap) } : request;
}

/**
 * What a node of a class answers where the node behind it answers `result`.
 *
 * @throws {RefusedError}
 */
export async function asTold(
  { method }: PassingRequest,
  result: unknown,
  { rules, node }: { readonly rules: ProviderClass; readonly node: Rpc },
): Promise<unknown> {
  if (method === "eth_getLogs" && rules.logsResults !== null && Array.isArray(result)) {
    if (result.length > rules.logsResults) throw new RefusedError(tooManyLogs(rules.logsResults));
  }
  const isBlock = /^eth_getBlockBy/.test(method) && result !== null;
  if (!isBlock || (rules.gasLimit === null && rules.bloomLag === 0)) return result;
  const block = header.parse(result);
  const other = rules.bloomLag === 0 ? block : await blockAt(node, block.number - rules.bloomLag);
  const own = z.looseObject({}).parse(result);
  return {
    ...own,
    logsBloom: other?.logsBloom ?? block.logsBloom,
    gasLimit: numberToHex(rules.gasLimit ?? block.gasLimit),
  };
}

/** @see https://docs.metamask.io/services/reference/ethereum/json-rpc-methods/eth_getlogs */
function tooManyLogs(most: number): ProviderError {
  return { code: -32_005, message: `query returned more than ${most} results` };
}

interface On {
  readonly rules: ProviderClass;
  readonly node: Rpc;
}

async function blockAt(node: Rpc, number: number) {
  if (number < 0) return null;
  return header.parse(await node.request("eth_getBlockByNumber", [numberToHex(number), false]));
}

async function headNumber(node: Rpc): Promise<number> {
  return hexNumber.parse(await node.request("eth_blockNumber"));
}

/** What is asked for in place of the tag. */
async function finalBlock({ rules: { finalBlocks }, node }: On): Promise<string> {
  if (finalBlocks === null) return "finalized";
  return numberToHex(Math.max(0, (await headNumber(node)) - finalBlocks));
}

/** Refuses what reads a state that is gone. */
async function requireState({ method, params }: PassingRequest, { rules, node }: On) {
  const named = params[STATE_BLOCK[method] ?? params.length];
  if (rules.keptStates === null || named === undefined) return;
  const number = await numberOf(named, node);
  if (number === null || number > (await headNumber(node)) - rules.keptStates) return;
  const block = await blockAt(node, number);
  throw new RefusedError(rules.missingState({ number, stateRoot: block?.stateRoot ?? "0x" }));
}

/** Number of the block that a parameter names; null: a tag, or unknown. */
async function numberOf(named: unknown, node: Rpc): Promise<number | null> {
  const { blockHash, blockNumber } = z
    .union([
      z.looseObject({ blockHash: z.string().optional(), blockNumber: z.string().optional() }),
      z.string().transform((value) => ({ blockHash: undefined, blockNumber: value })),
    ])
    .parse(named);
  if (blockHash !== undefined) {
    const block = await node.request("eth_getBlockByHash", [blockHash, false]);
    return block === null ? null : header.parse(block).number;
  }
  return isHex(blockNumber) ? hexToNumber(blockNumber) : null;
}

/**
 * Refuses a simulated block whose calls ask for more gas than it has, and one with more than both
 * the chain's own and the cap.
 *
 * @see https://github.com/paradigmxyz/reth/pull/23601
 */
async function requireGas(params: readonly unknown[], { rules, node }: On): Promise<void> {
  const { blockStateCalls } = payload.parse(params[0]);
  const { gasLimit: own } = header.parse(
    await node.request("eth_getBlockByNumber", ["latest", false]),
  );
  for (const { blockOverrides, calls } of blockStateCalls) {
    const limit = blockOverrides?.gasLimit ?? own;
    if (limit > Math.max(own, rules.gasCap)) {
      throw new RefusedError({
        code: CLIENT_LIMIT_REACHED,
        message: "Client adjustable limit reached",
      });
    }
    if (calls.reduce((sum, { gas = 0 }) => sum + gas, 0) > limit) {
      throw new RefusedError({
        code: BLOCK_GAS_LIMIT_EXCEEDED,
        message: "Block gas limit exceeded by the block's transactions",
      });
    }
  }
}

/** Refuses logs of too many blocks. */
async function requireRange(params: readonly unknown[], { rules, node }: On): Promise<void> {
  const { fromBlock, toBlock } = logFilter.parse(params[0] ?? {});
  if (rules.logsBlocks === null || fromBlock === undefined) return;
  const from = (await numberOf(fromBlock, node)) ?? (await headNumber(node));
  const to = (await numberOf(toBlock ?? "latest", node)) ?? (await headNumber(node));
  if (to - from < rules.logsBlocks) return;
  throw new RefusedError(rules.tooManyBlocks(from, rules.logsBlocks));
}

/** The parameters of an eth_call that asks for no more gas than is given. */
function withCap(params: readonly unknown[], gasCap: number): readonly unknown[] {
  const [call, ...rest] = params;
  const asked = z.looseObject({ gas: hexNumber.optional() }).parse(call);
  const raw = z.looseObject({}).parse(call);
  if ((asked.gas ?? Number.POSITIVE_INFINITY) <= gasCap) return params;
  return [{ ...raw, gas: numberToHex(gasCap) }, ...rest];
}
