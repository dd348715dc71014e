import { createPublicClient, http, numberToHex } from "viem";
import { z } from "zod";
import { type Builder, mineBlock, type QueuedTransaction } from "../../devnet/builder.ts";
import { type ChainSpec, chainSpec, OPERATOR } from "../../devnet/chains.ts";
import type { DevnetToken } from "../../devnet/manifest.ts";
import { asHex, createRpc, type Rpc } from "../../devnet/rpc.ts";
import { COMPILATIONS } from "../../devnet/solidity/compilations.ts";
import type { CompiledContracts } from "../../devnet/solidity/contracts.ts";
import { CHAINS } from "../../src/lib/chains.ts";
import type { ProtocolChain } from "../protocols/protocol-chain.ts";
import { devnetClient } from "./service.ts";

const receipt = z.object({ status: z.string() });

/**
 * A running chain of the devnet as the families' own tests see theirs, so that what shakes a family
 * there does here. Nothing is compiled.
 */
export function devnetProtocolChain({
  chainId,
  url,
  tokens,
}: {
  readonly chainId: ChainSpec["chainId"];
  readonly url: string;
  readonly tokens: readonly DevnetToken[];
}): ProtocolChain {
  const chain = CHAINS.get(chainId);
  if (chain === undefined) throw new Error(`The service has no chain ${chainId}.`);
  const compiled = Object.fromEntries(
    (Object.keys(COMPILATIONS) as (keyof CompiledContracts)[]).map((name) => [name, {}]),
  ) as Record<keyof CompiledContracts, CompiledContracts["own"]>;
  return {
    ...{ chain, tokens, compiled },
    builder: liveBuilder(chainSpec(chainId), createRpc(url)),
    client: createPublicClient({ transport: http(url), cacheTime: 0 }),
    node: devnetClient(url),
    stop: () => Promise.resolve(),
  };
}

/**
 * As the devnet's builder, on a chain where the operator has sent before and reorganisations take
 * nonces back: the node counts.
 */
function liveBuilder(spec: ChainSpec, rpc: Rpc): Builder {
  let pending: QueuedTransaction[] = [];
  return {
    ...{ spec, rpc, operator: OPERATOR },
    queue: (transaction) => {
      pending.push(transaction);
    },
    async flush() {
      const transactions = pending;
      pending = [];
      const sent: { readonly hash: string; readonly label: string }[] = [];
      for (const transaction of transactions) {
        sent.push({ hash: await send(rpc, transaction), label: transaction.label });
      }
      if (sent.length === 0) return;
      await mineBlock(rpc, spec.baseFeePerGas);
      for (const { hash, label } of sent) {
        const { status } = receipt.parse(await rpc.request("eth_getTransactionReceipt", [hash]));
        if (status !== "0x1") throw new Error(`${label} reverted.`);
      }
    },
  };
}

async function send(rpc: Rpc, { to, data, value, gas }: QueuedTransaction): Promise<string> {
  const fees = { maxFeePerGas: numberToHex(100_000_000_000n), maxPriorityFeePerGas: "0x0" };
  const fields = { from: OPERATOR, to, data, gas: numberToHex(gas), ...fees };
  const paid = value === undefined ? fields : { ...fields, value: numberToHex(value) };
  return asHex(await rpc.request("eth_sendTransaction", [paid]));
}
