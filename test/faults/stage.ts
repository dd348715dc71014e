import type { ChainSpec } from "../../devnet/chains.ts";
import { type Devnet, startDevnet } from "../../devnet/index.ts";
import { readManifest } from "../../devnet/manifest.ts";
import { manifestPath, prepareDevnet } from "../../devnet/prepare.ts";
import { devnetProtocolChain } from "../harness/devnet-chain.ts";
import { createChainScript, type Stage } from "./chain-script.ts";

/**
 * An indexer that was killed reads blocks again whose states are older than the 128 that a node
 * keeps by default.
 */
const KEPT_STATES = 320;

/** A chain of the devnet, on which scripts can play. */
export interface RunningStage extends Stage {
  readonly nodeUrl: string;
  stop: Devnet["stop"];
}

/** Starts a chain, which mines on demand, and endows its families. */
export async function startStage(chainId: ChainSpec["chainId"]): Promise<RunningStage> {
  const devnet = await startDevnet({
    chainIds: [chainId],
    blockTimeMs: null,
    keptStates: KEPT_STATES,
  });
  const nodeUrl = devnet.chains[0]?.url ?? "";
  const manifest = readManifest(manifestPath(await prepareDevnet(() => undefined), chainId));
  const { tokens } = manifest;
  const chain = devnetProtocolChain({ chainId, url: nodeUrl, tokens });
  await createChainScript({ chain, manifest }, 0).prepare();
  return { chain, manifest, nodeUrl, stop: devnet.stop };
}
