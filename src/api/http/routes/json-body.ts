import { ServiceError } from "../../../lib/errors.ts";

/** Largest body of a request. */
export const MAX_BODY_BYTES = 64 * 1024;
/** Deepest nesting of lists and objects in a body. */
const MAX_DEPTH = 32;

/**
 * The JSON value in a request's body.
 *
 * @throws {ServiceError} `UNSUPPORTED_MEDIA_TYPE`, `PAYLOAD_TOO_LARGE` above 64 KiB,
 *   `INVALID_ARGUMENT` for what is no JSON or is nested deeper than 32 levels.
 */
export async function readJsonBody(request: Request): Promise<unknown> {
  requireJson(request.headers);
  const text = decode(await readBytes(request));
  if (depthOf(text) > MAX_DEPTH) {
    throw malformed(`is nested deeper than ${MAX_DEPTH} levels`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw malformed("is not valid JSON");
    throw error;
  }
}

function requireJson(headers: Headers): void {
  const type = headers.get("content-type") ?? "";
  const coding = headers.get("content-encoding") ?? "identity";
  const isJson = /^application\/(?:[\w.-]+\+)?json$/i.test(type.split(";")[0]?.trim() ?? "");
  if (isJson && coding.toLowerCase() === "identity") return;
  const got = isJson ? `content-encoding ${coding}` : `content-type ${type === "" ? "none" : type}`;
  throw new ServiceError(
    "UNSUPPORTED_MEDIA_TYPE",
    `The body has ${got.slice(0, 100)}; send plain JSON with content-type application/json.`,
  );
}

async function readBytes(request: Request): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length") ?? 0) > MAX_BODY_BYTES) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) throw malformed("is not valid UTF-8");
    throw error;
  }
}

/**
 * Deepest nesting of brackets outside of strings; of text that is no JSON, any number. Reads each
 * character once.
 */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (inString) {
      if (character === "\\") at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === "[" || character === "{") {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (character === "]" || character === "}") depth -= 1;
  }
  return deepest;
}

function malformed(fault: string): ServiceError {
  return new ServiceError("INVALID_ARGUMENT", `The body ${fault}; correct it.`, {
    details: [{ path: "body", message: fault }],
  });
}

function tooLarge(): ServiceError {
  return new ServiceError(
    "PAYLOAD_TOO_LARGE",
    `The body has more than ${MAX_BODY_BYTES} bytes; send a smaller one.`,
  );
}
