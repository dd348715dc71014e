import { BALANCE_VIEWS } from "./balances.ts";
import { CATALOG_VIEWS } from "./catalog.ts";
import { HOLDING_VIEWS } from "./holdings.ts";
import { RECORDED_VIEWS } from "./recorded.ts";
import type { View } from "./view.ts";
import { VOLUME_VIEWS } from "./volume.ts";

/** Every view, in the order of the documentation. */
export const VIEWS: readonly View[] = [
  ...CATALOG_VIEWS,
  ...BALANCE_VIEWS,
  ...VOLUME_VIEWS,
  ...HOLDING_VIEWS,
  ...RECORDED_VIEWS,
];
