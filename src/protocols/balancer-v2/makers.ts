import type { Address } from "viem";
import type { BalancerV2Contracts } from "./contracts.ts";
import type { BalancerV2Row } from "./schema.ts";

/** What made a pool, as far as it matters. */
export interface Maker {
  readonly kind: NonNullable<BalancerV2Row["kind"]>;
  /** Whether it pays the protocol in tokens. */
  readonly paysTokens: boolean;
  /** Whether it may have rate providers. */
  readonly asksRates: boolean;
}

/** All factories of a deployment. */
export function factoriesOf({
  first,
  weighted,
  stable,
  eclp,
  twoClp,
  bootstrapping,
}: BalancerV2Contracts): readonly Address[] {
  const earliest =
    first === null
      ? []
      : [...first.weighted, first.stable, first.metaStable, ...first.bootstrapping];
  return [...earliest, ...weighted, ...stable, ...eclp, ...twoClp, ...bootstrapping];
}

/** What a factory of a deployment makes. */
export function makerOf(
  { first, stable, eclp, twoClp, bootstrapping }: BalancerV2Contracts,
  factory: Address,
): Maker {
  if (eclp.includes(factory)) return { kind: "eclp", paysTokens: false, asksRates: true };
  if (twoClp.includes(factory)) return { kind: "2clp", paysTokens: false, asksRates: true };
  const isCharged = first?.bootstrapping.includes(factory) ?? false;
  if (isCharged || bootstrapping.includes(factory)) {
    return { kind: "bootstrapping", paysTokens: isCharged, asksRates: false };
  }
  const isOfFirst = factory === first?.stable || factory === first?.metaStable;
  const paysTokens = isOfFirst || (first?.weighted.includes(factory) ?? false);
  return {
    kind: isOfFirst || stable.includes(factory) ? "stable" : "weighted",
    paysTokens,
    asksRates: !paysTokens || factory === first?.metaStable,
  };
}
