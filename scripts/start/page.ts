import { buildPage, dropStalePage, isPageBuilt } from "../page/build.ts";

/**
 * Builds the page beside the other steps of a start, unless it is built. Without it the API works
 * as well, so a failure is said and no more.
 */
export async function preparePage({
  root,
  say,
}: {
  readonly root: string;
  readonly say: (line: string) => void;
}): Promise<void> {
  if (isPageBuilt(root)) return;
  dropStalePage(root);
  const startedAt = Date.now();
  try {
    await buildPage(root);
    say(`the page is built (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    say(`the page could not be built: ${reason}; \`npm run page\` tries again.`);
  }
}
