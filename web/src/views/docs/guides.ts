/** A guide as the build makes it of Markdown. */
export interface Guide {
  readonly title: string;
  readonly html: string;
}

/** Guides in the order of the list, each loaded when it is read. */
export const GUIDES: readonly {
  readonly slug: string;
  readonly title: string;
  readonly load: () => Promise<{ readonly default: Guide }>;
}[] = [
  {
    slug: "first-route",
    title: "First route",
    load: () => import("../../../../docs/guides/first-route.md"),
  },
  {
    slug: "send",
    title: "Approve, route, send",
    load: () => import("../../../../docs/guides/send.md"),
  },
  {
    slug: "bundles",
    title: "Bundles",
    load: () => import("../../../../docs/guides/bundles.md"),
  },
  {
    slug: "positions",
    title: "Yields and positions",
    load: () => import("../../../../docs/guides/positions.md"),
  },
  {
    slug: "past",
    title: "The past",
    load: () => import("../../../../docs/guides/past.md"),
  },
  {
    slug: "errors",
    title: "Errors and limits",
    load: () => import("../../../../docs/guides/errors.md"),
  },
];
