import { useMemo } from "react";
import { type AsOf, usePositions, useProtocols, useShares } from "../../api/queries";
import type { Protocol } from "../../api/types";
import { titleOf } from "../../lib/text";
import { symbolOf } from "../../parts/marks";

/** Something that earns: a token that stands for a deposit, or a position without a token. */
export interface EarnRow {
  readonly chainId: number;
  readonly kind: "token" | "position";
  /** Address of the token, or what names the position. */
  readonly id: string;
  readonly symbol: string;
  readonly name: string;
  readonly protocol: string;
  readonly protocolName: string;
  readonly assets: readonly { readonly address: string; readonly symbol: string }[];
  /** Percent per year; 0 while unknown. */
  readonly apy: number;
  /** Dollars; null while unknown. */
  readonly tvl: number | null;
}

function nameOf(protocols: ReadonlyMap<string, Protocol>, slug: string): string {
  return protocols.get(slug)?.name ?? titleOf(slug);
}

/** All that earns on a chain, at a block or now. */
export function useEarnRows(chainId: number, asOf: AsOf = null) {
  const tokens = useShares(chainId, asOf);
  const positions = usePositions(chainId, asOf);
  const protocols = useProtocols();
  const rows = useMemo<readonly EarnRow[]>(() => {
    const shares = (tokens.data ?? []).flatMap((token): EarnRow[] => {
      const { protocolSlug, address, underlyingTokens } = token;
      if (token.type !== "defi" || protocolSlug === null) return [];
      const assets = underlyingTokens.map((each) => {
        return { address: each.address, symbol: symbolOf(each) };
      });
      return [
        {
          ...{ chainId, kind: "token", id: address, assets, apy: token.apy },
          symbol: symbolOf(token),
          name: token.name ?? "",
          protocol: protocolSlug,
          protocolName: nameOf(protocols, protocolSlug),
          tvl: token.tvl ?? null,
        },
      ];
    });
    const held = (positions.data ?? []).map((position): EarnRow => {
      const { address, positionId, protocol, underlyingTokens, apy } = position;
      const assets = underlyingTokens.map((each) => {
        return { address: each.address, symbol: each.symbol || symbolOf(each) };
      });
      return {
        ...{ chainId, kind: "position", id: positionId ?? address, protocol, assets, apy },
        symbol: assets.map(({ symbol }) => symbol).join("/"),
        name: "Position",
        protocolName: nameOf(protocols, protocol),
        tvl: position.tvl ?? null,
      };
    });
    return [...shares, ...held];
  }, [tokens.data, positions.data, protocols, chainId]);
  return {
    rows,
    isPending: tokens.isPending || positions.isPending,
    error: tokens.error ?? positions.error,
  };
}

/** Where an asset's own page is. */
export function pageOf({ kind, chainId, id }: Pick<EarnRow, "kind" | "chainId" | "id">): string {
  return `/${kind}/${chainId}/${id}`;
}

/** The swap form, ready to enter something. */
export function depositLink({
  kind,
  chainId,
  id,
}: Pick<EarnRow, "kind" | "chainId" | "id">): string {
  const target = kind === "position" ? `positionOut=${id}` : `tokenOut=${id}`;
  return `/?chain=${chainId}&${target}`;
}
