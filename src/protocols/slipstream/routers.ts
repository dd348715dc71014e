import type { Address } from "viem";

/** Routers by slug, of the chain that the deployment is on; the indexer does not read them. */
const ROUTERS: Readonly<Record<string, readonly Address[]>> = {
  // https://github.com/aerodrome-finance/slipstream/blob/7844368af8/README.md
  "aerodrome-slipstream": ["0xbe6d8f0d05cc4be24d5167a3ef062215be6d18a5"],
  // https://github.com/aerodrome-finance/slipstream/blob/7844368af8/script/constants/output/DeployCL-Base-Gauge-Caps.json
  "aerodrome-slipstream-caps": ["0xcbbb8035cac7d4b3ca7abb74cf7bdf900215ce0d"],
  // https://github.com/aerodrome-finance/slipstream#gauges-v3-deployment
  "aerodrome-slipstream-v3": ["0x698cb2b6dd822994581fea6ea4fc755d1363a92f"],
  // https://github.com/velodrome-finance/slipstream/blob/193a6b85f8/README.md
  "velodrome-slipstream": ["0x0792a633f0c19c351081cf4b211f68f79bcc9676"],
  // https://github.com/velodrome-finance/slipstream/blob/193a6b85f8/script/constants/output/DeployCL-Optimism.json
  "velodrome-slipstream-v2": ["0xba3aee516399388c779463183d00bb579f5041ca"],
};

/** Contracts by which others trade in a deployment's pools. */
export function swapExecuters(slug: string): readonly Address[] {
  return ROUTERS[slug] ?? [];
}
