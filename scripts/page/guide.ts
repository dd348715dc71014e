import { marked } from "marked";

/** A guide of `docs/guides` as the page shows it. */
export interface RenderedGuide {
  /** Text of the first heading. */
  readonly title: string;
  /** Of everything behind it. The source is the project's own, so it is trusted. */
  readonly html: string;
}

/** Renders a guide; links between guides lead to their pages. */
export function renderGuide(markdown: string): RenderedGuide {
  const [, title = "Guide", body = markdown] = /^# (.+)\n([\s\S]*)$/.exec(markdown) ?? [];
  const html = marked.parse(body, { async: false, gfm: true });
  // What scrolls has to be reached by keyboard.
  const reachable = html.replaceAll("<pre>", '<pre tabindex="0">');
  return {
    title,
    html: reachable.replaceAll(/href="([a-z-]+)\.md(#[\w-]*)?"/g, 'href="/docs/$1$2"'),
  };
}
