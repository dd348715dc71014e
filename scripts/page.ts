// `npm run page`: builds the page in web/ into web/dist, which the API serves. `npm start` does the
// same on first use.
import { join } from "node:path";
import { buildPage, isPageBuilt } from "./page/build.ts";

const root = join(import.meta.dirname, "..");
if (isPageBuilt(root)) {
  console.log("weir: the page is built already");
} else {
  const startedAt = Date.now();
  const { scriptBytes } = await buildPage(root);
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  console.log(
    `weir: the page is built (${seconds} s, ${Math.ceil(scriptBytes / 1000)} kB at first)`,
  );
}
