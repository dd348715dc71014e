import { readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/**
 * Writes `<file>.br` and `<file>.gz` beside each file. @returns Bytes of the Brotli forms, in
 * order.
 */
export async function compressFiles(files: readonly string[]): Promise<readonly number[]> {
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(file);
      const [small, wide] = await Promise.all([
        brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }),
        deflate(text, { level: 9 }),
      ]);
      await Promise.all([writeFile(`${file}.br`, small), writeFile(`${file}.gz`, wide)]);
      return small.length;
    }),
  );
}
