import { createPublicClient, http, type PublicClient } from "viem";
import { startAnvil } from "../../devnet/anvil.ts";
import { type Builder, createBuilder, mineBlock } from "../../devnet/builder.ts";
import { type ChainSpec, chainSpec, GENESIS_TIMESTAMP } from "../../devnet/chains.ts";
import type { DevnetToken } from "../../devnet/manifest.ts";
import { multicall3 } from "../../devnet/protocols/multicall3.ts";
import { permit2 } from "../../devnet/protocols/permit2.ts";
import type { DevnetProtocol } from "../../devnet/protocols/protocol.ts";
import { tokens as tokenContracts } from "../../devnet/protocols/tokens.ts";
import { deployWeir } from "../../devnet/protocols/weir.ts";
import { wrappedNative } from "../../devnet/protocols/wrapped-native.ts";
import { type CompiledContracts, compileContracts } from "../../devnet/solidity/contracts.ts";
import { tokenList } from "../../devnet/token-list.ts";
import type { Chain } from "../../src/lib/chain.ts";
import { CHAINS } from "../../src/lib/chains.ts";
import { type DevnetClient, devnetClient } from "../harness/service.ts";

/**
 * A chain that carries the devnet's tokens, Weir's contracts and some protocols, and nothing else.
 */
export interface ProtocolChain {
  readonly chain: Chain;
  /** As the service has it. */
  readonly client: PublicClient;
  /** Sends from any account and mines. */
  readonly node: DevnetClient;
  /**
   * Queues transactions of the operator and mines them on `flush`; use it or `node` between blocks,
   * not both.
   */
  readonly builder: Builder;
  readonly tokens: readonly DevnetToken[];
  readonly compiled: CompiledContracts;
  stop(): Promise<void>;
}

/** What a chain of a test carries. */
export interface ProtocolChainOptions {
  readonly chainId: ChainSpec["chainId"];
  /** Deployed in order, then seeded in order; no pools of the market are there. */
  readonly protocols: readonly DevnetProtocol[];
  /** Further arguments of the node. */
  readonly nodeArgs?: readonly string[];
}

/**
 * Starts a node that mines on demand, a block later by the chain's block time, and deploys
 * everything.
 */
export async function startProtocolChain(options: ProtocolChainOptions): Promise<ProtocolChain> {
  const { chainId, protocols, nodeArgs = [] } = options;
  const spec = chainSpec(chainId);
  const chain = CHAINS.get(chainId);
  if (chain === undefined) throw new Error(`The service has no chain ${chainId}.`);
  const compilations = protocols.flatMap((protocol) => protocol.compilations ?? []);
  const compiled = await compileContracts(["own", ...compilations]);
  const args = ["--no-mining", "--timestamp", String(GENESIS_TIMESTAMP), ...nodeArgs];
  const anvil = await startAnvil({ chainId, args });
  try {
    await anvil.rpc.request("anvil_setBlockTimestampInterval", [spec.blockTimeSeconds]);
    const builder = createBuilder(spec, anvil.rpc);
    const tokens = tokenList(chainId);
    const context = { builder, compiled, tokens };
    for (const protocol of [multicall3, permit2, wrappedNative, tokenContracts, ...protocols]) {
      await protocol.deploy(context);
    }
    for (const protocol of protocols) await protocol.seed?.({ ...context, pools: [] });
    await deployWeir(builder, (line) => {
      throw new Error(line);
    });
    await mineBlock(anvil.rpc, spec.baseFeePerGas);
    return {
      ...{ chain, builder, tokens, compiled },
      client: createPublicClient({ transport: http(anvil.url), cacheTime: 0 }),
      node: devnetClient(anvil.url),
      stop: () => anvil.stop(),
    };
  } catch (error) {
    await anvil.stop();
    throw error;
  }
}

/**
 * Makes the next block this much later than the last one, and at least a second. `evm_increaseTime`
 * and the interval of `anvil_mine` do nothing where blocks come at an interval of their own.
 */
export async function passTime(
  { client, builder }: Pick<ProtocolChain, "client" | "builder">,
  seconds: number,
): Promise<void> {
  const { timestamp } = await client.getBlock();
  const next = Number(timestamp) + Math.max(1, seconds);
  await builder.rpc.request("evm_setNextBlockTimestamp", [next]);
}

/** Mines a block this much later than the last one, and at least a second. */
export async function mineAfter(chain: ProtocolChain, seconds: number): Promise<void> {
  await passTime(chain, seconds);
  await chain.node.mine({ blocks: 1 });
}
