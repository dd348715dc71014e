import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Shorter texts fit into a packet, and are sent as they are. */
const LEAST_LENGTH = 1_400;
/** Brotli at this quality is as fast as gzip, and smaller. */
const QUALITY = 4;

/** A body with the headers that say how it is written. */
export interface EncodedBody {
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * A text as a client takes it: with Brotli or gzip where it says so and the text is not short.
 * Compressed outside of the event loop.
 */
export async function encodedFor(
  acceptEncoding: string | undefined,
  text: string,
): Promise<EncodedBody> {
  const vary = { vary: "accept-encoding" };
  const encoding = text.length < LEAST_LENGTH ? null : encodingOf(acceptEncoding ?? "");
  switch (encoding) {
    case null:
      return { body: text, headers: vary };
    case "br": {
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      };
      const body = await toBrotli(text, { params });
      return { body, headers: { ...vary, "content-encoding": "br" } };
    }
    case "gzip":
      return { body: await toGzip(text), headers: { ...vary, "content-encoding": "gzip" } };
  }
}

/** The better of those that an `Accept-Encoding` names and does not exclude. */
function encodingOf(acceptEncoding: string): "br" | "gzip" | null {
  const accepted = new Set(
    acceptEncoding.split(",").flatMap((each) => {
      const [name = "", ...parameters] = each.split(";").map((part) => part.trim().toLowerCase());
      return parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) ? [] : [name];
    }),
  );
  if (accepted.has("br")) return "br";
  return accepted.has("gzip") ? "gzip" : null;
}
