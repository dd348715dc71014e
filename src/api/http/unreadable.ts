import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { ServiceError } from "../../lib/errors.ts";
import { errorAnswer } from "./errors.ts";

/**
 * What a connection sent that is no request: the error of Node's HTTP parser, for the `clientError`
 * event.
 */
interface UnreadableError extends Error {
  readonly code?: string;
}

/**
 * Answers what is no HTTP request with the usual error body and closes the connection. What was
 * sent is neither shown nor logged: it may hold a key.
 */
export function answerUnreadable(error: UnreadableError, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, statusText, headers, text } = errorAnswer(serviceError(error.code), randomUUID());
  const lines = Object.entries({ ...headers, connection: "close" }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  socket.end(`HTTP/1.1 ${status} ${statusText}\r\n${lines.join("")}\r\n${text}`);
}

/** Answers a request that expects anything but `100-continue`, whose answer in Node has no body. */
export function answerExpectation(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const error = new ServiceError(
    "INVALID_ARGUMENT",
    "The request's Expect header asks for what is not offered; leave it out.",
  );
  const { status, headers, text } = errorAnswer(error, randomUUID());
  outgoing.writeHead(status, { ...headers, connection: "close" });
  outgoing.end(text);
  incoming.resume();
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
