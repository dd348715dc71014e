import { type Hash, type Hex, hexToNumber, isHex } from "viem";
import { z } from "zod";
import type { BenchClient } from "./chain.ts";

/** One call of a transaction, in the order they started. */
export interface Frame {
  /** 0: the transaction itself, whose gas includes 21000 and the calldata, less all refunds. */
  readonly depth: number;
  readonly type: string;
  readonly to: string;
  readonly selector: Hex;
  /** Gas of this frame without the calls that it makes. */
  readonly ownGas: number;
  readonly error: string | null;
  readonly output: string;
}

const hexSchema = z.custom<Hex>((value) => isHex(value));
const callSchema = z.object({
  type: z.string(),
  to: z.string().default("created"),
  input: hexSchema,
  gasUsed: hexSchema,
  error: z.string().nullish(),
  output: z.string().default("0x"),
  get calls() {
    return z.array(callSchema).default([]);
  },
});

/** The calls of a mined transaction. */
export async function traceFrames(client: BenchClient, hash: Hash): Promise<readonly Frame[]> {
  const trace = await client.request<{
    Method: "debug_traceTransaction";
    Parameters: [Hash, { tracer: "callTracer" }];
    ReturnType: unknown;
  }>({ method: "debug_traceTransaction", params: [hash, { tracer: "callTracer" }] });
  return flatten(callSchema.parse(trace), 0);
}

/** A line per frame, indented by depth. */
export function frameLines(frames: readonly Frame[]): string[] {
  return frames.map(
    ({ depth, type, to, selector, ownGas }) =>
      `${"  ".repeat(depth + 1)}${type} ${to} ${selector} ${ownGas}`,
  );
}

function flatten(call: z.infer<typeof callSchema>, depth: number): Frame[] {
  const inner = call.calls.reduce((sum, child) => sum + hexToNumber(child.gasUsed), 0);
  const { type, to, error, output } = call;
  const selector: Hex = `0x${call.input.slice(2, 10)}`;
  const ownGas = hexToNumber(call.gasUsed) - inner;
  const frame = { depth, type, to, selector, ownGas, error: error ?? null, output };
  return [frame, ...call.calls.flatMap((child) => flatten(child, depth + 1))];
}
