import { basename, join, relative } from "node:path";
import { Marked } from "marked";

/** A document as the page shows it. */
export interface RenderedDocument {
  /** Text of the first heading. */
  readonly title: string;
  /** Of everything behind it. The source is the project's own, so it is trusted. */
  readonly html: string;
}

/**
 * Renders a document of `docs`, or CONTRIBUTING.md. Links between them lead to their pages; those
 * to other files of the repository, which the page does not serve, are words alone.
 *
 * @param path - The file's path from the root of the repository, with slashes.
 */
export function renderDocument(markdown: string, path: string): RenderedDocument {
  const [, title = "Document", body = markdown] = /^# (.+)\n([\s\S]*)$/.exec(markdown) ?? [];
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const target = targetOf(href, path);
        return target === null ? text : `<a href="${target}">${text}</a>`;
      },
    },
  });
  const html = marked.parse(body, { async: false });
  // What scrolls has to be reached by keyboard.
  return { title, html: html.replaceAll("<pre>", '<pre tabindex="0">') };
}

/** The name that a link to a heading has, as repositories' hosts make it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, "")
    .replaceAll(" ", "-");
}

/** Where a link of a document leads on the page, or null where it leads to no page. */
function targetOf(href: string, from: string): string | null {
  if (/^(https?:|#)/.test(href)) return href;
  const [file = "", fragment] = href.split("#");
  const path = relative(".", join(from, "..", file)).replaceAll("\\", "/");
  if (!/^docs\/.*\.md$/.test(path) && path !== "CONTRIBUTING.md") return null;
  const page = `/docs/${basename(path, ".md").toLowerCase()}`;
  return fragment === undefined ? page : `${page}#${fragment}`;
}
