import { describe, expect, test } from "vitest";
import { readAnswer } from "../../bench/http/answer.ts";

const whole = Buffer.from("HTTP/1.1 503 Service Unavailable\r\nContent-Length: 4\r\n\r\nlate");

describe("readAnswer", () => {
  test("default: the status and the bytes of the first answer", () => {
    expect(readAnswer(whole)).toEqual({ status: 503, bytes: whole.length });
    expect(readAnswer(Buffer.concat([whole, whole]))).toEqual({ status: 503, bytes: whole.length });
  });

  test("behavior: null until the last byte is there", () => {
    for (let bytes = 0; bytes < whole.length; bytes++) {
      expect(readAnswer(whole.subarray(0, bytes))).toBeNull();
    }
  });

  test("error: an answer without a length", () => {
    const chunked = Buffer.from("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
    expect(() => readAnswer(chunked)).toThrow("no status or Content-Length");
  });
});
