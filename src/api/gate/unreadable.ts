import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { ServiceError } from "../../lib/errors.ts";
import { errorBody, errorHeaders, errorText } from "../errors.ts";

/** What a connection sent that is no request: the error of Node's HTTP parser, for the `clientError` event. */
interface UnreadableError extends Error {
  readonly code?: string;
}

/**
 * Answers what is no HTTP request with the usual error body and closes the connection. What was sent is neither shown nor
 * logged: it may hold a key.
 */
export function answerUnreadable(error: UnreadableError, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const reason = serviceError(error.code);
  const requestId = randomUUID();
  const body = errorBody(reason, requestId);
  const text = errorText(body);
  const headers = {
    ...errorHeaders(reason),
    "x-request-id": requestId,
    "content-length": String(Buffer.byteLength(text)),
    connection: "close",
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const status = `HTTP/1.1 ${body.statusCode} ${STATUS_CODES[body.statusCode]}\r\n`;
  socket.end(`${status}${head.join("")}\r\n${text}`);
}

function serviceError(code: string | undefined): ServiceError {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return new ServiceError(
        "PAYLOAD_TOO_LARGE",
        "The request line and headers exceed 16 KiB; send fewer parameters.",
      );
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return new ServiceError(
        "INVALID_ARGUMENT",
        "The request was not complete in time; send it without pauses.",
      );
    default:
      return new ServiceError(
        "INVALID_ARGUMENT",
        "The bytes received are no HTTP/1.1 request; check the client.",
      );
  }
}
