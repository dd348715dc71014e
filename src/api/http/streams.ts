import { setTimeout as sleep } from "node:timers/promises";
import { ServiceError } from "../../lib/errors.ts";
import { errorBody, toServiceError } from "./errors.ts";

/** What a stream is about; equal keys, equal events. */
export interface Topic {
  readonly key: string;
  /**
   * What an event is made from: another thing, perhaps another event. Null: no event can be made.
   */
  current(): object | null;
  /** @throws {ServiceError} What is sent as `error`. */
  make(): Promise<TopicEvent>;
}

/** An event with the block that it is of. */
export interface TopicEvent {
  readonly block: number;
  /** JSON. */
  readonly text: string;
}

export interface StreamsOptions {
  /** Aborted when the service is about to close: all streams end then. */
  readonly stopping?: AbortSignal;
  readonly limits?: Partial<StreamLimits>;
}

export interface StreamLimits {
  /** Streams of one caller at a time. */
  readonly perCaller: number;
  /** Streams of all callers. */
  readonly all: number;
  /** Milliseconds between two looks at what events are made from. */
  readonly lookMs: number;
  /**
   * Milliseconds without an event after which a comment is sent, which keeps proxies from cutting.
   */
  readonly silenceMs: number;
  /** Milliseconds after which a stream ends; clients open another one. */
  readonly lifeMs: number;
  /** Bytes that may wait for a reader; whoever lets more wait is cut off. */
  readonly waitingBytes: number;
  /**
   * Part of the time, above 0 and up to 1, in which events are made that follow others: with more
   * topics than that is enough for, each has an event every few blocks.
   */
  readonly share: number;
}

const LIMITS: StreamLimits = {
  perCaller: 20,
  all: 2_000,
  lookMs: 100,
  silenceMs: 15_000,
  lifeMs: 3_600_000,
  waitingBytes: 262_144,
  share: 0.4,
};

/** Streams of events (`text/event-stream`) that callers keep open. */
export interface Streams {
  /**
   * Opens a stream: the topic's newest event at once, and each that differs from the one before.
   *
   * @param caller Who is counted.
   * @throws {ServiceError} `RATE_LIMITED` when the caller has too many, `OVERLOADED` when all have.
   */
  open(caller: string, topic: Topic): ReadableStream<Uint8Array>;
  /** Streams that are open. */
  size(): number;
}

interface Reader {
  readonly caller: string;
  readonly controller: ReadableStreamDefaultController<Uint8Array>;
  readonly endsAtMs: number;
  heardAtMs: number;
}

/** A topic with all who read it. */
interface Channel {
  readonly topic: Topic;
  readonly readers: Set<Reader>;
  /** What the last event was made from; undefined before the first. */
  madeFrom: unknown;
  isBeingMade: boolean;
  /** The last event, and what of it tells it from others. */
  last: { readonly chunk: Uint8Array; readonly text: string } | null;
}

const COMMENT = new TextEncoder().encode(":\n\n");
const RETRY_SECONDS = 60;
/** Longest rest after an event, as one that waited for a node cost nothing meanwhile. */
const LONGEST_REST_MS = 250;

/**
 * Makes the streams of a process. Each event is made and written out once for all readers of its
 * topic, one topic after the other, with rests between, so that streams take a part of a processor
 * and no more than one place among the dear answers, and one for first events, which nothing
 * keeps; nothing is done while nobody reads.
 */
export function createStreams({ stopping, limits: given }: StreamsOptions = {}): Streams {
  const limits = { ...LIMITS, ...given };
  const channels = new Map<string, Channel>();
  const counts = new Map<string, number>();
  let open = 0;
  let timer: NodeJS.Timeout | null = null;
  const first = oneAtATime(makeFirst);
  const following = oneAtATime(makeNext);

  function leave(channel: Channel, reader: Reader): void {
    if (!channel.readers.delete(reader)) return;
    open -= 1;
    const left = (counts.get(reader.caller) ?? 1) - 1;
    if (left > 0) counts.set(reader.caller, left);
    else counts.delete(reader.caller);
    if (channel.readers.size === 0) channels.delete(channel.topic.key);
    if (open === 0 && timer !== null) {
      clearInterval(timer);
      timer = null;
    }
  }

  function end(channel: Channel, reader: Reader): void {
    leave(channel, reader);
    reader.controller.close();
  }

  function send(channel: Channel, reader: Reader, chunk: Uint8Array): void {
    if ((reader.controller.desiredSize ?? 0) < chunk.length) {
      leave(channel, reader);
      reader.controller.error(new Error("the reader is too slow"));
      return;
    }
    reader.heardAtMs = performance.now();
    reader.controller.enqueue(chunk);
  }

  /** Makes the event of a topic that may have another one; whether it did. */
  async function renew(channel: Channel): Promise<boolean> {
    const from = channel.topic.current();
    if (channel.readers.size === 0 || channel.isBeingMade || channel.madeFrom === from) {
      return false;
    }
    channel.madeFrom = from;
    channel.isBeingMade = true;
    const event = await eventOf(channel.topic);
    channel.isBeingMade = false;
    if (event.text !== channel.last?.text) {
      channel.last = event;
      for (const reader of [...channel.readers]) send(channel, reader, event.chunk);
    }
    return true;
  }

  async function makeFirst(): Promise<void> {
    for (const channel of [...channels.values()]) {
      if (channel.madeFrom === undefined) await renew(channel);
    }
  }

  async function makeNext(): Promise<void> {
    for (const channel of [...channels.values()]) {
      const startedAt = performance.now();
      if (channel.madeFrom === undefined || !(await renew(channel))) continue;
      const rest = (performance.now() - startedAt) * (1 / limits.share - 1);
      await sleep(Math.min(rest, LONGEST_REST_MS), undefined, { ref: false });
    }
  }

  function look(): void {
    const nowMs = performance.now();
    for (const channel of [...channels.values()]) {
      for (const reader of [...channel.readers]) {
        if (nowMs >= reader.endsAtMs) end(channel, reader);
        else if (nowMs - reader.heardAtMs >= limits.silenceMs) send(channel, reader, COMMENT);
      }
    }
    void first();
    void following();
  }

  function endAll(): void {
    for (const channel of [...channels.values()]) {
      for (const reader of [...channel.readers]) end(channel, reader);
    }
  }
  stopping?.addEventListener("abort", endAll);

  return {
    size: () => open,
    open(caller, topic) {
      if ((counts.get(caller) ?? 0) >= limits.perCaller) throw tooMany(limits.perCaller);
      if (open >= limits.all || stopping?.aborted === true) throw full();
      const fresh: Channel = {
        ...{ topic, readers: new Set(), madeFrom: undefined, isBeingMade: false, last: null },
      };
      const channel = channels.get(topic.key) ?? fresh;
      channels.set(topic.key, channel);
      let reader: Reader | null = null;
      const stream = new ReadableStream<Uint8Array>(
        {
          start(controller) {
            const nowMs = performance.now();
            const endsAtMs = nowMs + limits.lifeMs;
            reader = { caller, controller, endsAtMs, heardAtMs: nowMs };
            channel.readers.add(reader);
          },
          cancel() {
            if (reader !== null) leave(channel, reader);
          },
        },
        { highWaterMark: limits.waitingBytes, size: (chunk) => chunk.length },
      );
      open += 1;
      counts.set(caller, (counts.get(caller) ?? 0) + 1);
      if (reader !== null && channel.last !== null) send(channel, reader, channel.last.chunk);
      timer ??= setInterval(look, limits.lookMs);
      look();
      return stream;
    },
  };
}

/** Runs `work` unless it runs already. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running = false;
  return async () => {
    if (running) return;
    running = true;
    try {
      await work();
    } finally {
      running = false;
    }
  };
}

/** The topic's event as it is sent, an `error` where it cannot be made; and its text. */
async function eventOf(
  topic: Topic,
): Promise<{ readonly chunk: Uint8Array; readonly text: string }> {
  try {
    const { block, text } = await topic.make();
    return { text, chunk: encoded(`event: quote\nid: ${block}\ndata: ${text}\n\n`) };
  } catch (thrown) {
    const { requestId: _, ...body } = errorBody(toServiceError(thrown, "stream"), "stream");
    const text = JSON.stringify({ ...body, requestId: "stream" }, (_key, value: unknown) =>
      typeof value === "bigint" ? value.toString() : value,
    );
    return { text, chunk: encoded(`event: error\ndata: ${text}\n\n`) };
  }
}

function encoded(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function tooMany(limit: number): ServiceError {
  return new ServiceError(
    "RATE_LIMITED",
    `There are ${limit} streams of this key or address already; close one, or try again in ${RETRY_SECONDS} s.`,
    { retryAfterSeconds: RETRY_SECONDS },
  );
}

function full(): ServiceError {
  return new ServiceError(
    "OVERLOADED",
    `No more streams can be opened now; try again in ${RETRY_SECONDS} s, or ask for quotes.`,
    { retryAfterSeconds: RETRY_SECONDS },
  );
}
