import { createPublicClient, http, type PublicClient } from "viem";
import { type Devnet, type DevnetOptions, prepareDevnet, startDevnet } from "../../devnet/index.ts";
import { type Manifest, readManifest } from "../../devnet/manifest.ts";
import { manifestPath } from "../../devnet/prepare.ts";
import { createRpc, type Rpc } from "../../devnet/rpc.ts";

/** One chain of a devnet started for a test. */
export interface ChainUnderTest {
  readonly devnet: Devnet;
  readonly rpc: Rpc;
  readonly client: PublicClient;
  readonly manifest: Manifest;
}

/** Starts one chain, mined on demand unless the options say otherwise. */
export async function startChainUnderTest(
  chainId: number,
  options: DevnetOptions = {},
): Promise<ChainUnderTest> {
  const devnet = await startDevnet({ blockTimeMs: null, ...options, chainIds: [chainId] });
  const url = devnet.chains[0]?.url;
  if (url === undefined) throw new Error("The devnet started no chain.");
  const client = createPublicClient({
    transport: http(url),
    batch: { multicall: false },
    cacheTime: 0,
  });
  const manifest = readManifest(manifestPath(await prepareDevnet(), chainId));
  return { devnet, rpc: createRpc(url), client, manifest };
}
