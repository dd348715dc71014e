import type { LiveReader } from "../catalog/live/reader.ts";
import { priceFeedReader } from "../catalog/price-feeds/live.ts";
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
