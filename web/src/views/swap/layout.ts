import { sankey, sankeyLinkHorizontal } from "d3-sankey";
import type { Flow, FlowLink, FlowNode } from "./flow";

export interface PlacedNode extends FlowNode {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface PlacedLink extends FlowLink {
  readonly id: string;
  /** Path of its middle. */
  readonly path: string;
  readonly width: number;
}

export interface Picture {
  readonly nodes: readonly PlacedNode[];
  readonly links: readonly PlacedLink[];
  readonly width: number;
  readonly height: number;
}

/** Room for a pool's two lines of text. */
const ROW_HEIGHT = 46;
const NODE_WIDTH = 10;
/** Least room for a column with its texts. */
const COLUMN_WIDTH = 104;
const MARGIN = { x: 2, top: 14, bottom: 26 };
/** Room for the texts right of the last column. */
const LAST_TEXT = 66;
/** Thinner lines could not be seen. */
const LEAST_SHARE = 0.006;

/** Places a flow from left to right, at least `minWidth` wide; null where it goes in a circle. */
export function layout({ nodes, links }: Flow, minWidth: number): Picture | null {
  const columns = columnsOf(nodes, links);
  if (columns === null) return null;
  const last = Math.max(...columns.values());
  const width = Math.max(minWidth, last * COLUMN_WIDTH + LAST_TEXT);
  const rows = mostInOne(columns);
  const height = Math.max(200, rows * ROW_HEIGHT + MARGIN.top + MARGIN.bottom);
  const place = sankey<FlowNode, FlowLink>()
    .nodeId(({ id }) => id)
    .nodeAlign(({ id }) => columns.get(id) ?? 0)
    .nodeWidth(NODE_WIDTH)
    .nodePadding(rows > 1 ? 28 : 8)
    .extent([
      [MARGIN.x, MARGIN.top],
      [width - LAST_TEXT, height - MARGIN.bottom],
    ]);
  const graph = place({
    nodes: nodes.map((node) => ({ ...node })),
    links: links.map((link) => ({ ...link, value: Math.max(link.share, LEAST_SHARE) })),
  });
  const path = sankeyLinkHorizontal<FlowNode, FlowLink>();
  return {
    ...{ width, height },
    nodes: graph.nodes.map((node) => {
      const { x0 = 0, x1 = 0, y0 = 0, y1 = 0 } = node;
      return { ...node, x: x0, y: y0, width: x1 - x0, height: Math.max(2, y1 - y0) };
    }),
    links: graph.links.flatMap((drawn, i) => {
      const link = links[i];
      if (link === undefined) return [];
      return [{ ...link, id: `link-${i}`, path: path(drawn) ?? "", width: drawn.width ?? 1 }];
    }),
  };
}

/** How many hops each node is from the start by the longest way; null for a circle. */
function columnsOf(
  nodes: readonly FlowNode[],
  links: readonly FlowLink[],
): ReadonlyMap<string, number> | null {
  const columns = new Map(nodes.map(({ id }) => [id, 0]));
  for (let round = 0; round <= nodes.length; round += 1) {
    let hasChanged = false;
    for (const { source, target } of links) {
      const next = (columns.get(source) ?? 0) + 1;
      if ((columns.get(target) ?? 0) >= next) continue;
      columns.set(target, next);
      hasChanged = true;
    }
    if (!hasChanged) return columns;
  }
  return null;
}

function mostInOne(columns: ReadonlyMap<string, number>): number {
  const counts = new Map<number, number>();
  for (const column of columns.values()) counts.set(column, (counts.get(column) ?? 0) + 1);
  return Math.max(...counts.values());
}
