const HEAD_END = "\r\n\r\n";

/** A whole answer at the beginning of what came over a connection. */
export interface Answer {
  readonly status: number;
  /** Bytes that it takes, head and body. */
  readonly bytes: number;
}

/**
 * Reads an HTTP/1.1 answer with a `Content-Length`; null while it is not there as a whole.
 *
 * @throws Error when it is no such answer.
 */
export function readAnswer(received: Buffer): Answer | null {
  const end = received.indexOf(HEAD_END);
  if (end < 0) return null;
  const head = received.toString("latin1", 0, end);
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1];
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (status === undefined || length === undefined) {
    throw new Error(`The service's answer has no status or Content-Length:\n${head}`);
  }
  const bytes = end + HEAD_END.length + Number(length);
  return received.length < bytes ? null : { status: Number(status), bytes };
}
