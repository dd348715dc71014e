import Ajv2020, { type ValidateFunction } from "ajv/dist/2020.js";
import type { createApp } from "../../src/api/http/app.ts";
import { openApiDocument } from "../../src/api/http/routes/openapi.ts";

/** A JSON schema, or what stands beside one in the document. */
type Json = Readonly<Record<string, unknown>>;

type App = ReturnType<typeof createApp>;

interface Operation {
  readonly method: string;
  readonly pattern: RegExp;
  readonly responses: Readonly<Record<string, { readonly content?: Json } | undefined>>;
}

/** An answer with what was asked for. */
export interface RecordedAnswer {
  readonly method: string;
  /** With or without its query. */
  readonly path: string;
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

/** Statuses that an operation need not state: those of requests that are not for it. */
const OF_ANY_PATH: ReadonlySet<number> = new Set([304, 404, 405]);

const METHODS = ["get", "post"] as const;

/**
 * Compares answers with the OpenAPI document: status, content type and the whole body. Says what is
 * not as described; null when all is. Bodies of paths that are not in the document pass.
 */
export function createDescribed(): (answer: RecordedAnswer) => string | null {
  const document = JSON.parse(JSON.stringify(openApiDocument()));
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema(document, "api");
  const operations = Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method] !== undefined).map(
      (method): Operation => ({
        method,
        pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}/?$`),
        responses: (item[method] as Operation).responses,
      }),
    ),
  );
  const validators = new Map<Json, ValidateFunction>();
  const validatorOf = (schema: Json): ValidateFunction => {
    const made = validators.get(schema) ?? ajv.compile(absolute(schema));
    validators.set(schema, made);
    return made;
  };

  return ({ method, path, status, contentType, text }) => {
    const [pathname = ""] = path.split("?", 1);
    const asked = method.toLowerCase();
    const operation = operations.find(
      (each) => each.method === asked && each.pattern.test(pathname),
    );
    if (operation === undefined || asked === "head") return null;
    const stated = operation.responses[status];
    if (stated === undefined) {
      return OF_ANY_PATH.has(status) ? null : `status ${status} of ${pathname} is not described`;
    }
    const [type = ""] = contentType.split(";", 1);
    const content = stated.content?.[type] as { readonly schema?: Json } | undefined;
    if (content === undefined) return `${type} of ${pathname} (${status}) is not described`;
    if (type !== "application/json" || content.schema === undefined) return null;
    const validate = validatorOf(content.schema);
    if (validate(JSON.parse(text))) return null;
    return `${pathname} (${status}) ${ajv.errorsText(validate.errors)}: ${text.slice(0, 500)}`;
  };
}

/** An app that answers as before; an answer that is not as described is thrown. */
export function described(app: App): App {
  const faultOf = createDescribed();
  const request: App["request"] = async (input, init) => {
    const response = await app.request(input, init);
    const asked = new Request(new URL(input.toString(), "http://localhost"), init);
    const fault = faultOf({
      ...{ method: asked.method, path: new URL(asked.url).pathname },
      status: response.status,
      contentType: response.headers.get("content-type") ?? "",
      // Streams have no end.
      text: isStream(response) ? "" : await response.clone().text(),
    });
    if (fault !== null) throw new Error(`The OpenAPI document does not describe this: ${fault}`);
    return response;
  };
  return Object.assign(Object.create(app), { request });
}

function isStream({ headers }: Response): boolean {
  return headers.get("content-type")?.startsWith("text/event-stream") === true;
}

/** The schema with its references into the document. */
function absolute(schema: Json): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"api#/'));
}
