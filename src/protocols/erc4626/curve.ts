import { type Curve, capacityOf } from "../../lib/curves/curve.ts";
import { linear } from "../../lib/curves/linear.ts";
import type { BlockContext, Edge } from "../protocol.ts";
import { accrued, type Erc4626Vault, gasOf, maxIn } from "./pool.ts";

/** A fixed rate up to the vault's limit. */
export function curve(state: Erc4626Vault, edge: Edge, at: BlockContext): Curve {
  const { assetsTerm, sharesTerm } = accrued(state, at.timestamp);
  const sharesPerAsset = Number(sharesTerm) / Number(assetsTerm);
  return linear({
    rate: edge.action === "deposit" ? sharesPerAsset : 1 / sharesPerAsset,
    capacity: capacityOf(maxIn(state, edge)),
    gas: Number(gasOf(edge)),
  });
}
