import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import type { ChainService } from "../../../src/api/chain/service.ts";
import { createApp } from "../../../src/api/http/app.ts";
import type { Deps } from "../../../src/api/http/deps.ts";
import { type RunningServer, startServer } from "../../../src/api/http/server.ts";
import { createStreams, type Streams, type Topic } from "../../../src/api/http/streams.ts";
import { CHAINS } from "../../../src/lib/chains.ts";
import { ServiceError } from "../../../src/lib/errors.ts";
import { answerWithoutChain } from "../fixture/answers.ts";
import { fixtureDeps, queryOf, TRADE } from "../fixture/app.ts";
import { serviceOf } from "../fixture/chain.ts";
import { BLOCK } from "../fixture/market.ts";

const PATH = `/api/v1/shortcuts/quote/stream?${queryOf(TRADE)}`;
const mainnet = CHAINS.get(1);
if (mainnet === undefined) throw new Error("chain 1 is not known");
const chain = mainnet;

let ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  ends = [];
});

/** A service whose chain moves on when told to, and pays `more` units more each block. */
async function stage(limits: NonNullable<Parameters<typeof createStreams>[0]>["limits"] = {}) {
  const fixed = serviceOf(chain);
  let snapshot = fixed.snapshot();
  let more = 0n;
  let answers = 0;
  let failure: ServiceError | null = null;
  const service: ChainService = {
    ...fixed,
    snapshot: () => snapshot,
    lastSnapshot: () => snapshot,
  };
  const stop = new AbortController();
  const streams = createStreams({ stopping: stop.signal, limits: { lookMs: 5, ...limits } });
  const deps: Deps = fixtureDeps({
    streams,
    chains: new Map([[1, service]]),
    async answer(on, request) {
      answers += 1;
      if (failure !== null) throw failure;
      const answer = await answerWithoutChain(on, request);
      return { ...answer, amountOut: answer.amountOut + more };
    },
  });
  const { log } = deps;
  const server: RunningServer = await startServer({
    ...{ app: createApp(deps), host: "127.0.0.1", port: 0, log, stopping: stop.signal },
  });
  ends.push(async () => {
    stop.abort();
    await server.close();
  });
  return {
    url: server.url,
    streams,
    answers: () => answers,
    fail: (error: ServiceError | null) => {
      failure = error;
    },
    mine(gain: bigint) {
      more += gain;
      const { number } = snapshot.block;
      snapshot = { ...snapshot, block: { ...snapshot.block, number: number + 1 } };
    },
  };
}

interface Event {
  readonly event: string;
  readonly id: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Events of a stream in the order in which they come. */
async function* events(response: Response): AsyncGenerator<Event> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const fields = new Map(
        text
          .slice(0, end)
          .split("\n")
          .map((line) => [line.split(":", 1)[0], line.slice(line.indexOf(":") + 1).trim()]),
      );
      text = text.slice(end + 2);
      if (!fields.has("event")) yield { event: "comment", id: null, data: {} };
      else {
        const data = JSON.parse(fields.get("data") ?? "null");
        yield { event: fields.get("event") ?? "", id: fields.get("id") ?? null, data };
      }
    }
  }
}

async function open(url: string): Promise<AsyncGenerator<Event>> {
  const response = await fetch(url);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  return events(response);
}

async function next(stream: AsyncGenerator<Event>): Promise<Event> {
  const { value, done } = await stream.next();
  if (done === true) throw new Error("the stream ended");
  return value;
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe("GET /api/v1/shortcuts/quote/stream", () => {
  test("default: the quote at once, and whenever a block changes it", async () => {
    const weir = await stage();
    const stream = await open(weir.url + PATH);
    const plain = await fetch(weir.url + PATH.replace("/stream", ""));
    const quote = (await plain.json()) as { readonly amountOut: string };
    expect(await next(stream)).toEqual({ event: "quote", id: `${BLOCK}`, data: quote });
    weir.mine(0n);
    weir.mine(5n);
    const changed = await next(stream);
    expect(changed).toMatchObject({ event: "quote", id: `${BLOCK + 2}` });
    expect(BigInt(String(changed.data.amountOut))).toBe(BigInt(quote.amountOut) + 5n);
    await stream.return(undefined);
    await until(() => weir.streams.size() === 0);
  });

  test("behavior: one computation for all readers of a topic, none without readers", async () => {
    const weir = await stage({ perCaller: 100 });
    const opened = await Promise.all(Array.from({ length: 50 }, () => open(weir.url + PATH)));
    await Promise.all(opened.map(next));
    expect(weir.answers()).toBe(1);
    weir.mine(1n);
    await Promise.all(opened.map(next));
    expect(weir.answers()).toBe(2);
    await Promise.all(opened.map((stream) => stream.return(undefined)));
    await until(() => weir.streams.size() === 0);
    weir.mine(1n);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(weir.answers()).toBe(2);
  });

  test("behavior: what fails is an event, and the stream goes on", async () => {
    const weir = await stage();
    weir.fail(new ServiceError("NO_ROUTE", "no pools connect them; try others."));
    const stream = await open(weir.url + PATH);
    expect(await next(stream)).toMatchObject({
      ...{ event: "error", id: null },
      data: { statusCode: 422, code: "NO_ROUTE" },
    });
    weir.fail(null);
    weir.mine(0n);
    expect(await next(stream)).toMatchObject({ event: "quote" });
    await stream.return(undefined);
  });

  test("behavior: comments while nothing changes, an end after its time", async () => {
    const weir = await stage({ silenceMs: 20, lifeMs: 400 });
    const stream = await open(weir.url + PATH);
    expect((await next(stream)).event).toBe("quote");
    expect((await next(stream)).event).toBe("comment");
    const rest: string[] = [];
    for await (const { event } of stream) rest.push(event);
    expect(new Set(rest)).toEqual(new Set(["comment"]));
    expect(weir.streams.size()).toBe(0);
  });

  test("behavior: who does not read is cut off, and keeps nobody waiting", async () => {
    const weir = await stage({ waitingBytes: 100_000, share: 1 });
    const { port } = new URL(weir.url);
    const lazy: Socket = connect(Number(port), "127.0.0.1");
    ends.push(async () => {
      lazy.destroy();
    });
    await once(lazy, "connect");
    lazy.pause();
    const wide = `${PATH}&explain=true&include=legs`;
    lazy.write(`GET ${wide} HTTP/1.1\r\nhost: x\r\n\r\n`);
    await until(() => weir.streams.size() === 1);
    const reader = await open(weir.url + wide);
    for (let sent = 0; weir.streams.size() === 2 && sent < 20_000; sent++) {
      await next(reader);
      weir.mine(1n);
    }
    expect(weir.streams.size()).toBe(1);
    await next(reader);
    await reader.return(undefined);
  }, 60_000);

  test("error: RATE_LIMITED beyond what a caller may have, until one is closed", async () => {
    const weir = await stage({ perCaller: 2 });
    const opened = [await open(weir.url + PATH), await open(weir.url + PATH)];
    const third = await fetch(weir.url + PATH);
    expect(third.status).toBe(429);
    expect(third.headers.get("retry-after")).toBe("60");
    expect(await third.json()).toMatchObject({ code: "RATE_LIMITED" });
    await next(opened[0] as AsyncGenerator<Event>);
    await opened[0]?.return(undefined);
    await until(() => weir.streams.size() === 1);
    const again = await open(weir.url + PATH);
    for (const stream of [again, ...opened]) await stream.return(undefined);
  });

  test("error: bad requests are refused as those of a quote, and the past has no stream", async () => {
    const weir = await stage();
    for (const [query, path] of [
      ["", "fromAddress"],
      [`${queryOf(TRADE)}&amountOut=1`, "amountOut"],
      [`${queryOf(TRADE)}&blockNumber=1`, "blockNumber"],
    ]) {
      const response = await fetch(`${weir.url}/api/v1/shortcuts/quote/stream?${query}`);
      expect(response.status).toBe(400);
      const { details } = (await response.json()) as { details: readonly { path: string }[] };
      expect(details.map((detail) => detail.path)).toContain(path);
    }
    expect(weir.streams.size()).toBe(0);
  });

  test("behavior: what follows rests between, so that others go on; first events do not wait", async () => {
    const [tookMs, share] = [20, 0.1];
    const streams = createStreams({ limits: { lookMs: 5, share } });
    const made: { readonly key: string; readonly atMs: number }[] = [];
    const topicOf = (key: string): Topic => ({
      key,
      // Each look finds another block.
      current: () => ({}),
      async make() {
        made.push({ key, atMs: performance.now() });
        await new Promise((resolve) => setTimeout(resolve, tookMs));
        return { block: made.length, text: `${made.length}` };
      },
    });
    const readers = ["a", "b"].map((key) => streams.open("somebody", topicOf(key)).getReader());
    await until(() => made.length === 5);
    readers.push(streams.open("somebody", topicOf("late")).getReader());
    await until(() => made.length === 9);
    for (const reader of readers) await reader.cancel();
    expect(made.slice(0, 2).map(({ key }) => key)).toEqual(["a", "b"]);
    expect(made[5]?.key).toBe("late");
    const following = made.slice(2).filter((_, i) => i !== 3);
    for (const [i, { atMs }] of following.slice(1).entries()) {
      // Timers may be early.
      expect(atMs - (following[i]?.atMs ?? 0)).toBeGreaterThan(tookMs / share / 2);
    }
    expect(streams.size()).toBe(0);
  });

  test("behavior: all end when the service stops", async () => {
    const stop = new AbortController();
    const streams: Streams = createStreams({ stopping: stop.signal, limits: { lookMs: 5 } });
    const topic = { key: "a", current: () => topic, make: async () => ({ block: 1, text: "{}" }) };
    const reader = streams.open("somebody", topic).getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toContain("event: quote");
    stop.abort();
    expect((await reader.read()).done).toBe(true);
    expect(streams.size()).toBe(0);
    expect(() => streams.open("somebody", topic)).toThrow("No more streams");
  });
});
