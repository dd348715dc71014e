import type { LiveReader } from "../catalog/live/reader.ts";
import { priceFeedReader } from "../catalog/price-feeds/live.ts";
import type { Environment } from "../lib/env.ts";
import { curveGaugeReader } from "./curve-gauge/live.ts";
import { erc4626Reader } from "./erc4626/live.ts";
import { masterChefReader } from "./masterchef/live.ts";
import { rocketPoolReader } from "./rocket-pool/live.ts";

/** Everything that is read in live blocks. To read more, add a reader here; nothing else changes. */
export const LIVE_READERS: readonly LiveReader[] = [
  curveGaugeReader,
  erc4626Reader,
  masterChefReader,
  priceFeedReader,
  rocketPoolReader,
];

/** The block source of all live readings: every live block of the chains that have something to read. */
export function liveBlocks(environment: Pick<Environment, "chains">) {
  const chain = Object.fromEntries(
    [...environment.chains.values()]
      .filter(({ chain: { chainId } }) => LIVE_READERS.some((reader) => reader.isOn(chainId)))
      .map(({ chain: { name } }) => [name, {}]),
  );
  return { LiveReading: { chain, interval: 1, startBlock: "latest" as const } };
}
