/** A document as the build makes it of Markdown. */
export interface Document {
  readonly title: string;
  readonly html: string;
}

interface Entry {
  /** The file's name without its ending, in lower case: links between documents lead to it. */
  readonly slug: string;
  readonly title: string;
  /** Loads the text when it is read. */
  readonly load: () => Promise<{ readonly default: Document }>;
}

const entry = (slug: string, title: string, load: Entry["load"]): Entry => ({ slug, title, load });

/** All documents in the order of the list. */
export const DOCUMENTS: readonly { readonly group: string; readonly entries: readonly Entry[] }[] =
  [
    {
      group: "First steps",
      entries: [
        entry("first-route", "First route", () => import("../../../../docs/guides/first-route.md")),
        entry("send", "Approve, route, send", () => import("../../../../docs/guides/send.md")),
        entry("bundles", "Bundles", () => import("../../../../docs/guides/bundles.md")),
        entry(
          "positions",
          "Yields, positions",
          () => import("../../../../docs/guides/positions.md"),
        ),
        entry("past", "The past", () => import("../../../../docs/guides/past.md")),
        entry("errors", "Errors and limits", () => import("../../../../docs/guides/errors.md")),
      ],
    },
    {
      group: "Reference",
      entries: [
        entry("endpoints", "Endpoints", () => import("../../../../docs/reference/endpoints.md")),
        entry("lists", "Lists", () => import("../../../../docs/reference/lists.md")),
        entry("routes", "Quotes and routes", () => import("../../../../docs/reference/routes.md")),
        entry(
          "bundle-actions",
          "Bundle",
          () => import("../../../../docs/reference/bundle-actions.md"),
        ),
        entry("agents", "Agents and SDKs", () => import("../../../../docs/reference/agents.md")),
        entry("chains", "Chains", () => import("../../../../docs/chains.md")),
        entry("protocols", "Protocols", () => import("../../../../docs/reference/protocols.md")),
      ],
    },
    {
      group: "History",
      entries: [
        entry("sql", "SQL", () => import("../../../../docs/sql.md")),
        entry("sql-views", "Views and columns", () => import("../../../../docs/sql-views.md")),
      ],
    },
    {
      group: "Your own",
      entries: [
        entry(
          "configuration",
          "Configuration",
          () => import("../../../../docs/reference/configuration.md"),
        ),
        entry("deployment", "Self-hosting", () => import("../../../../docs/deployment.md")),
        entry("operations", "Operations", () => import("../../../../docs/operations.md")),
        entry("architecture", "Architecture", () => import("../../../../docs/architecture.md")),
        entry("contributing", "Adding a protocol", () => import("../../../../CONTRIBUTING.md")),
        entry("benchmarks", "Benchmarks", () => import("../../../../docs/benchmarks.md")),
      ],
    },
  ];
