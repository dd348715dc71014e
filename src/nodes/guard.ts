import type { Logger } from "pino";
import { BaseError, custom, hexToNumber, isHex, RpcRequestError, type Transport } from "viem";
import { nodeErrorOf } from "../lib/node-error.ts";
import {
  blockOf,
  blocksAsked,
  headerOf,
  type KnownBlocks,
  type RpcRequest,
  withoutBloom,
} from "./blocks.ts";
import type { ChainNode, Reply, RpcError } from "./node.ts";
import { isOfBlockCount, rangeRefusal } from "./refusals.ts";
import type { Simulator } from "./simulators/simulator.ts";

/** A node may not or cannot answer; another one may. The message holds no URL. */
export class NodeFaultError extends BaseError {
  override readonly name = "NodeFaultError";
  readonly code = "NODE_FAULT";

  constructor({ place }: Pick<ChainNode, "place">, reason: string) {
    super(`node ${place}: ${reason}`);
  }
}

/** A node does not have the block to read, or not yet. */
export class BlockMissingError extends BaseError {
  override readonly name = "BlockMissingError";
  readonly code = "BLOCK_MISSING";
  /** What it said; null: nothing, as its answer was null. */
  readonly told: RpcRequestError | null;

  constructor({ place }: Pick<ChainNode, "place">, told: RpcRequestError | null) {
    super(`node ${place} does not have the block`);
    this.told = told;
  }
}

/** What the guards of one chain share. */
export interface GuardOptions {
  readonly chainId: number;
  readonly known: KnownBlocks;
  /** Whether headers tell whether their blocks have logs. */
  readonly hasOwnBloom: boolean;
  /** Whether the chain has other nodes. */
  readonly isOneOfSeveral: boolean;
  readonly log: Logger;
}

type Block = ReturnType<typeof blockOf>;

/** What a node is asked for that simulates: not a method, its parameter is the work. */
export const SIMULATION = "weir:simulation";
/** Work with a node's simulator, and what to do with what comes of it. */
export type SimulationWork = (simulator: Simulator) => Promise<void>;

/** Time for an answer where another node could be asked instead, and where none could. */
const TRY_MS = { light: 1_500, heavy: 4_000, last: 8_000 };
const HEAVY = /^(weir:simulation|eth_getLogs|eth_simulateV1|eth_getBlockReceipts|debug_|trace_)/;
const WRONG_CHAIN_MS = 5_000;
const REVERTED = 3;
/** A node may lag by so many blocks and still be about to have a block. */
const RECENT_BLOCKS = 16;
const MISSING_BLOCK = /unknown block|not found|out ?of ?range|header|missing|not available/i;
const BY_BLOCK = /^eth_getBlock(ByNumber|ByHash|Receipts)$/;

/** Whether an error is of the request itself, as every node would give it: a call that reverts. */
export function isOfRequest(error: unknown): boolean {
  const told = nodeErrorOf(error);
  return told !== null && (told.code === REVERTED || /revert/i.test(told.details));
}

/** The chain that a node serves; one of another is left alone for a while. Null: it did not say. */
export async function servedChain(
  node: ChainNode,
  { chainId, log }: Pick<GuardOptions, "chainId" | "log">,
): Promise<number | null> {
  if (node.chainId === chainId) return chainId;
  const { result } = { result: null, ...(await node.ask({ method: "eth_chainId", params: [] })) };
  if (!isHex(result)) return null;
  node.chainId = hexToNumber(result);
  if (node.chainId !== chainId) {
    node.pausedUntilMs = performance.now() + WRONG_CHAIN_MS;
    const facts = { node: node.place, found: node.chainId };
    log.error(facts, "a node serves another chain and is not asked");
  }
  return node.chainId;
}

/**
 * A node as a transport that believes it only what fits the chain that is served: one for where
 * others can be asked instead, one for where none can. A request rejects with NodeFaultError,
 * BlockMissingError, or what the node said as RpcRequestError.
 */
export function guarded(
  node: ChainNode,
  options: GuardOptions,
): { readonly early: Transport; readonly last: Transport } {
  const { chainId, known, isOneOfSeveral } = options;

  /** Whether the node has the served block that is read, so that no answer mixes two chains. */
  async function isOnChain(block: Block): Promise<boolean> {
    if ((await servedChain(node, options)) !== chainId) return false;
    if (!isOneOfSeveral) return true;
    if (node.sharedUpTo === null) return false;
    if (typeof block !== "number" || block <= node.sharedUpTo) return true;
    const served = known.hashAt(block);
    return served === null || (await node.block(block))?.hash === served;
  }

  async function request({ method, params }: RpcRequest, timeoutMs: number): Promise<unknown> {
    const rpcError = (error: RpcError) =>
      new RpcRequestError({ body: { method }, error, url: `chain ${chainId}` });
    const lacking = node.lacks.get(method);
    if (lacking && lacking.untilMs > performance.now()) throw rpcError(lacking.error);
    const asked = { method, params };
    const blocks = blocksAsked(asked);
    const refused = refusalOf(node, blocks);
    if (refused !== null) throw rpcError(refused);
    const block = blockOf(asked);
    if (!(await isOnChain(block))) throw new NodeFaultError(node, "it is not on the chain");
    const reply = await node.ask(asked, timeoutMs);
    if (reply.kind === "fault") throw new NodeFaultError(node, reply.reason);
    const told = reply.kind === "error" ? rpcError(reply.error) : null;
    if (isMissing(method, { reply, block, known })) throw new BlockMissingError(node, told);
    if (reply.kind === "error") {
      if (blocks !== null) learn(node, { blocks, error: reply.error, told });
      throw told;
    }
    if (isContradicting(asked, { result: reply.result, block, known })) {
      throw new NodeFaultError(node, "it contradicts what is known");
    }
    const header = BY_BLOCK.test(method) ? headerOf(reply.result) : null;
    if (header !== null) known.see(header);
    return header === null || options.hasOwnBloom ? reply.result : withoutBloom(reply.result);
  }

  function answer(asked: RpcRequest, timeoutMs: number): Promise<unknown> {
    if (asked.method !== SIMULATION) return request(asked, timeoutMs);
    const work = asked.params[0] as SimulationWork;
    return node.simulation.perform((each) => request(each, timeoutMs), work);
  }

  function transport(timeoutOf: (method: string) => number): Transport {
    const provider = { request: (asked: RpcRequest) => answer(asked, timeoutOf(asked.method)) };
    const made = custom(provider, { retryCount: 0 })({});
    return () => made;
  }

  return {
    early: transport((method) => (HEAVY.test(method) ? TRY_MS.heavy : TRY_MS.light)),
    last: transport(() => TRY_MS.last),
  };
}

/** So long a node is not asked again for ranges that it refused. */
const REFUSED_MS = 600_000;

/** How a node refused logs of no more blocks; null: it did not lately. */
export function refusalOf(
  { refusedBlocks }: Pick<ChainNode, "refusedBlocks">,
  blocks: number | null,
): RpcError | null {
  if (blocks === null || refusedBlocks === null || blocks < refusedBlocks.blocks) return null;
  return refusedBlocks.untilMs > performance.now() ? refusedBlocks.error : null;
}

/** Remembers a refusal that holds for all ranges of so many blocks. */
function learn(
  node: ChainNode,
  {
    blocks,
    error,
    told,
  }: { readonly blocks: number; readonly error: RpcError; readonly told: RpcRequestError | null },
): void {
  const refusal = blocks > 1 ? rangeRefusal(told) : null;
  if (refusal === null || !isOfBlockCount(refusal)) return;
  node.refusedBlocks = { blocks, error, untilMs: performance.now() + REFUSED_MS };
}

interface Context {
  readonly block: Block;
  readonly known: KnownBlocks;
}

/** Whether a reply says that the node lacks a block that exists. */
function isMissing(
  method: string,
  { reply, block, known }: Context & { readonly reply: Reply },
): boolean {
  const head = known.head()?.number ?? -1;
  // A hash that nobody has seen is taken for that of a block to come.
  const number = typeof block === "string" ? (known.byHash(block)?.number ?? head) : block;
  const depth = head - (number ?? 0);
  const exists = typeof block === "string" || (block !== null && depth >= 0);
  if (reply.kind === "error") {
    // What a node says of an old block's state is that it was dropped: it does not come again.
    return exists && depth < RECENT_BLOCKS && MISSING_BLOCK.test(reply.error.message);
  }
  if (reply.kind === "fault" || reply.result !== null) return false;
  return method === "eth_getTransactionReceipt" || (exists && BY_BLOCK.test(method));
}

/** Whether a block is not the one that was asked for or is served, or logs of its bloom lack. */
function isContradicting(
  { method, params }: RpcRequest,
  { result, block, known }: Context & { readonly result: unknown },
): boolean {
  if (block === null || result === null) return false;
  if (method === "eth_getLogs") {
    const isFiltered = /"(address|topics)"/.test(JSON.stringify(params));
    const isEmpty = Array.isArray(result) && result.length === 0;
    return isEmpty && !isFiltered && known.byHash(String(block))?.hasLogs === true;
  }
  if (!/^eth_getBlockBy/.test(method)) return false;
  const header = headerOf(result);
  if (typeof block === "string") return header?.hash !== block.toLowerCase();
  return header?.number !== block || (known.hashAt(block) ?? header.hash) !== header.hash;
}
