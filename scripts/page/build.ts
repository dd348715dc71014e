import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, join, relative } from "node:path";
import { build, type Metafile, type Plugin, stop } from "esbuild";
import { compressFiles } from "./compress.ts";
import { pageDigest } from "./digest.ts";
import { renderDocument } from "./document.ts";

/** Where the API looks for the page, below the root. */
const OUTPUT = "web/dist";

export interface BuiltPage {
  /** Bytes of script that the first view loads, compressed by Brotli. */
  readonly scriptBytes: number;
}

/** Whether what is built is of these sources. */
export function isPageBuilt(root: string): boolean {
  const stamp = join(root, OUTPUT, "stamp");
  return existsSync(stamp) && readFileSync(stamp, "utf8") === pageDigest(root);
}

/** Takes away a page of other sources, so that nobody is shown it. */
export function dropStalePage(root: string): void {
  if (!isPageBuilt(root)) rmSync(join(root, OUTPUT), { recursive: true, force: true });
}

/**
 * Bundles `web/` with hashed names, compresses every file, and puts the whole directory in place at
 * once.
 *
 * @throws What esbuild finds wrong in the sources.
 */
export async function buildPage(root: string): Promise<BuiltPage> {
  const digest = pageDigest(root);
  const directory = mkdtempSync(join(root, "web", "building-"));
  // Made for this user alone, and an image serves it as another.
  chmodSync(directory, 0o755);
  try {
    const metafile = await bundle(root, join(directory, "assets"));
    const entry = entryOf(metafile);
    const html = readFileSync(join(root, "web/index.html"), "utf8")
      .replace("/src/main.css", `/assets/${basename(entry.css)}`)
      .replace("/src/main.tsx", `/assets/${basename(entry.script)}`)
      .replace("<!-- preload -->", entry.imports.map(preload).join("\n    "));
    writeFileSync(join(directory, "index.html"), html);
    const scripts = [entry.script, ...entry.imports].map((path) => basename(path));
    const names = Object.keys(metafile.outputs).map((path) => basename(path));
    const sizes = await compressFiles([
      ...names.map((name) => join(directory, "assets", name)),
      join(directory, "index.html"),
    ]);
    writeFileSync(join(directory, "stamp"), digest);
    place(directory, join(root, OUTPUT));
    const bytes = names.map((name, i) => (scripts.includes(name) ? (sizes[i] ?? 0) : 0));
    return { scriptBytes: bytes.reduce((sum, each) => sum + each, 0) };
  } finally {
    rmSync(directory, { recursive: true, force: true });
    await stop();
  }
}

async function bundle(root: string, outdir: string): Promise<Metafile> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ["web/src/main.tsx", "web/src/main.css"],
    outdir,
    ...{ bundle: true, splitting: true, format: "esm", minify: true, metafile: true },
    ...{ entryNames: "[name]-[hash]", chunkNames: "[name]-[hash]", assetNames: "[name]-[hash]" },
    ...{ target: ["es2022"], jsx: "automatic", legalComments: "none", logLevel: "silent" },
    loader: { ".svg": "file" },
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [documents(root)],
  });
  return metafile;
}

/** Documents are Markdown in the tree and HTML in the page. */
const documents = (root: string): Plugin => ({
  name: "documents",
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.md$/ }, ({ path }) => ({
      contents: JSON.stringify(renderDocument(readFileSync(path, "utf8"), relative(root, path))),
      loader: "json",
      watchFiles: [path],
    }));
  },
});

/** The entry's files, with the chunks that it needs before it can run. */
function entryOf({ outputs }: Metafile) {
  const find = (source: string): string => {
    const found = Object.entries(outputs).find(([, output]) => output.entryPoint === source);
    if (found === undefined) throw new Error(`esbuild made nothing of ${source}`);
    return found[0];
  };
  const script = find("web/src/main.tsx");
  const imports = new Set<string>();
  const visit = (path: string): void => {
    for (const each of outputs[path]?.imports ?? []) {
      if (each.kind !== "import-statement" || each.external === true || imports.has(each.path)) {
        continue;
      }
      imports.add(each.path);
      visit(each.path);
    }
  };
  visit(script);
  return { script, css: find("web/src/main.css"), imports: [...imports] };
}

function preload(path: string): string {
  return `<link rel="modulepreload" href="/assets/${basename(path)}">`;
}

/** Another process may have put the same there first. */
function place(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  try {
    renameSync(from, to);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ENOTEMPTY" && code !== "EEXIST") throw error;
  }
}
