import { type Address, type Hex, hexToNumber, numberToHex } from "viem";
import { z } from "zod";
import { type ChainSpec, OPERATOR } from "./chains.ts";
import { asHex, type Rpc } from "./rpc.ts";

/** A transaction of the operator. */
export interface QueuedTransaction {
  readonly to: Address;
  readonly data?: Hex;
  /** Wei. */
  readonly value?: bigint;
  readonly gas: bigint;
  /** Names the transaction in an error. */
  readonly label: string;
}

/** Builds a chain in few, full blocks: transactions are queued and mined together, in order. */
export interface Builder {
  readonly spec: ChainSpec;
  readonly rpc: Rpc;
  readonly operator: Address;
  queue(transaction: QueuedTransaction): void;
  /** Mines all that is queued; throws with the label of the first transaction that reverted. */
  flush(): Promise<void>;
}

/** Below the 60 M of a block, so that estimates need not be exact. */
const GAS_PER_BLOCK = 58_000_000n;

const receiptsSchema = z.array(z.object({ transactionHash: z.string(), status: z.string() }));
const frameSchema = z.object({
  to: z.string().optional(),
  error: z.string().optional(),
  output: z.string().optional(),
  get calls() {
    return z.array(frameSchema).optional();
  },
});

/** A builder on a node that mines only on demand. */
export function createBuilder(spec: ChainSpec, rpc: Rpc): Builder {
  let pending: QueuedTransaction[] = [];
  let nonce = 0;

  async function mine(labels: ReadonlyMap<string, string>): Promise<void> {
    await mineBlock(rpc, spec.baseFeePerGas);
    const receipts = receiptsSchema.parse(await rpc.request("eth_getBlockReceipts", ["latest"]));
    if (receipts.length !== labels.size) {
      throw new Error(
        `${receipts.length} of ${labels.size} transactions were mined; raise GAS_PER_BLOCK's margin.`,
      );
    }
    for (const { transactionHash, status } of receipts) {
      if (status === "0x1") continue;
      const reason = await revertReason(rpc, transactionHash);
      throw new Error(`${labels.get(transactionHash) ?? transactionHash} reverted: ${reason}`);
    }
  }

  /** The node orders what arrives at once by nonce. */
  async function mineAll(transactions: readonly QueuedTransaction[]): Promise<void> {
    const sent = transactions.map(async (transaction) => {
      return [await send(rpc, transaction, nonce++), transaction.label] as const;
    });
    await mine(new Map(await Promise.all(sent)));
  }

  async function flush(): Promise<void> {
    const transactions = pending;
    pending = [];
    let gas = 0n;
    let block: QueuedTransaction[] = [];
    for (const transaction of transactions) {
      if (gas + transaction.gas > GAS_PER_BLOCK) {
        await mineAll(block);
        gas = 0n;
        block = [];
      }
      gas += transaction.gas;
      block.push(transaction);
    }
    if (block.length > 0) await mineAll(block);
  }

  return {
    spec,
    rpc,
    operator: OPERATOR,
    queue: (transaction) => {
      pending.push(transaction);
    },
    flush,
  };
}

/** Mines one block with a given base fee, wei per gas. */
export async function mineBlock(rpc: Rpc, baseFeePerGas: bigint): Promise<void> {
  await rpc.request("anvil_setNextBlockBaseFeePerGas", [numberToHex(baseFeePerGas)]);
  await rpc.request("evm_mine");
}

async function send(rpc: Rpc, transaction: QueuedTransaction, nonce: number): Promise<Hex> {
  const { to, data, value, gas } = transaction;
  const fields = { from: OPERATOR, to, data, gas: numberToHex(gas), nonce: numberToHex(nonce) };
  const fees = { maxFeePerGas: numberToHex(100_000_000_000n), maxPriorityFeePerGas: "0x0" };
  const hash = await rpc.request("eth_sendTransaction", [
    { ...fields, ...fees, ...(value === undefined ? {} : { value: numberToHex(value) }) },
  ]);
  return asHex(hash);
}

async function revertReason(rpc: Rpc, hash: string): Promise<string> {
  const trace = await rpc.request("debug_traceTransaction", [hash, { tracer: "callTracer" }]);
  let frame = frameSchema.parse(trace);
  for (;;) {
    const inner = frame.calls?.findLast((call) => call.error !== undefined);
    if (inner === undefined) return `${frame.error} at ${frame.to}, output ${frame.output ?? "0x"}`;
    frame = inner;
  }
}

/** Number of the newest block. */
export async function blockNumber(rpc: Rpc): Promise<number> {
  return hexToNumber(asHex(await rpc.request("eth_blockNumber")));
}
