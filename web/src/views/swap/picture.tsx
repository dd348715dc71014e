import { useMemo, useState } from "react";
import { useProtocols } from "../../api/queries";
import type { Leg } from "../../api/types";
import { short } from "../../lib/amounts";
import { hueOf, shortAddress, titleOf } from "../../lib/text";
import { useWidth } from "../../lib/width";
import { symbolOf } from "../../parts/marks";
import { Scroll } from "../../parts/scroll";
import { type TokenLookup, useTokenLookup } from "../../parts/token-lookup";
import { flowOf, tokensOf } from "./flow";
import { layout, type PlacedNode } from "./layout";

/** Percent of all that is sold. */
export function shareText(share: number): string {
  return share >= 0.995 ? "100 %" : `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;
}

/** A pool's fee, given in hundredths of a basis point. */
export function feeText(fee: number | null): string {
  return fee === null ? "" : `${fee / 10_000} %`;
}

/** The route as a picture: what part of the amount flows through which pools to which tokens. */
export function Picture({
  chainId,
  legs,
  tokenIn,
}: {
  readonly chainId: number;
  readonly legs: readonly Leg[];
  readonly tokenIn: string;
}) {
  const [box, width] = useWidth<HTMLDivElement>(560);
  const [shown, setShown] = useState<string | null>(null);
  const lookup = useTokenLookup(chainId, tokensOf(legs));
  const protocols = useProtocols();
  const picture = useMemo(() => layout(flowOf(legs, tokenIn), width), [legs, tokenIn, width]);
  const nameOf = (slug: string) => protocols.get(slug)?.name ?? titleOf(slug);
  const detail = picture?.nodes.find(({ id }) => id === shown)?.leg ?? null;
  if (picture === null) return null;
  const label = `Picture of the route: ${legs.length} hops from ${symbolOf(lookup(tokenIn))}`;
  return (
    <div className="picture" ref={box}>
      <Scroll label="Picture of the route">
        <svg
          width={picture.width}
          height={picture.height}
          viewBox={`0 0 ${picture.width} ${picture.height}`}
          role="img"
          aria-label={`${label}; each is listed below.`}
        >
          {picture.links.map(({ id, source, target, venue, path, width: breadth }) => (
            <path
              key={id}
              className={flowClass(venue, shown !== null && source !== shown && target !== shown)}
              d={path}
              strokeWidth={Math.max(1.5, breadth)}
            />
          ))}
          {picture.nodes.map((node) =>
            node.leg === undefined ? (
              <NodeText key={node.id} node={node} name={symbolOf(lookup(node.id))} note="">
                <rect className="flow-token" {...boxOf(node)} rx="3" />
              </NodeText>
            ) : (
              <g
                key={node.id}
                onPointerEnter={() => setShown(node.id)}
                onPointerLeave={() => setShown(null)}
              >
                <rect className="flow-hit" {...boxOf(node)} width={110} height={node.height + 26} />
                <NodeText
                  node={node}
                  name={poolName(nameOf(node.leg.venue), node.leg)}
                  note={feeText(node.leg.fee)}
                >
                  <rect
                    className={`flow-pool hue-${hueOf(node.leg.venue)}`}
                    {...boxOf(node)}
                    rx="3"
                  />
                </NodeText>
              </g>
            ),
          )}
        </svg>
      </Scroll>
      <p className="picture-detail small muted">
        {detail === null
          ? "Point at a pool for its amounts and its address."
          : detailText(nameOf(detail.venue), detail, lookup)}
      </p>
    </div>
  );
}

function flowClass(venue: string, isDim: boolean): string {
  return `flow hue-${hueOf(venue)}${isDim ? " flow-dim" : ""}`;
}

function boxOf({ x, y, width, height }: PlacedNode) {
  return { x, y, width, height };
}

function poolName(name: string, { action }: Leg): string {
  const text = action === "swap" ? name : `${name} ${action}`;
  return text.length > 14 ? `${text.slice(0, 13)}…` : text;
}

function detailText(name: string, leg: Leg, lookup: TokenLookup): string {
  const [given, taken] = [lookup(leg.tokenIn), lookup(leg.tokenOut)];
  const amounts = [
    `${short(BigInt(leg.amountIn), given.decimals)} ${symbolOf(given)}`,
    `${short(BigInt(leg.amountOut), taken.decimals)} ${symbolOf(taken)}`,
  ].join(" → ");
  return `${name}: ${amounts}, pool ${shortAddress(leg.pool)}`;
}

function NodeText({
  node,
  name,
  note,
  children,
}: {
  readonly node: PlacedNode;
  readonly name: string;
  readonly note: string;
  readonly children: React.ReactNode;
}) {
  const left = node.x + node.width + 6;
  const middle = Math.max(11, node.height / 2 + 4);
  const second = [shareText(node.share), note].filter((text) => text !== "").join(" · ");
  return (
    <g>
      {children}
      <text className="flow-name" x={left} y={node.y + middle - 6}>
        {name}
      </text>
      <text className="flow-note" x={left} y={node.y + middle + 8}>
        {second}
      </text>
    </g>
  );
}
