import type { Hex } from "viem";
import { decodeProgram, ProgramDecodeError } from "../program/decode.ts";
import type {
  MultiRouterOrder,
  Outcome,
  RouterInput,
  RouterOrder,
} from "../program/router-call.ts";
import { decodeRouterProgram } from "../program/router-program.ts";
import { type CalldataReader, TransactionDecodeError } from "./calldata.ts";
import type { DecodedCall } from "./decode-transaction.ts";

const WORD_BYTES = 32;
const SELECTOR_BYTES = 4;
/** Most inputs of a swap, `contracts/src/Router.sol`. */
const MAX_INPUTS = 5;
/** The words of the struct of several inputs, before the list of them. */
const MULTI_WORDS = 5;

/** Reads the arguments of a function, which are all that follows its selector. */
export function readCall(name: DecodedCall["function"], reader: CalldataReader): DecodedCall {
  switch (name) {
    case "route": {
      const order = readRouterOrder(reader);
      const program = readLast(reader, decodeRouterProgram);
      reader.end();
      return { function: name, order, permit: null, program };
    }
    case "routeWithPermit": {
      const order = readRouterOrder(reader);
      const program = readLast(reader, decodeRouterProgram);
      const permit = { kind: "eip2612", signature: reader.signature() } as const;
      return { function: name, order, permit, program };
    }
    case "routeMulti": {
      reader.exact(2 * WORD_BYTES, "the place of the order");
      const { order, program } = readMultiRoute(reader);
      reader.end();
      return { function: name, order, permit: null, program };
    }
    case "routeWithPermit2": {
      reader.exact(3 * WORD_BYTES, "the place of the order");
      const nonce = reader.uint();
      const { order, program } = readMultiRoute(reader);
      const permit = { kind: "permit2", nonce, signature: reader.signature() } as const;
      return { function: name, order, permit, program };
    }
    case "execute": {
      const order = { amountIn: reader.uint(), ...readOutcome(reader) };
      return { function: name, order, program: readLastOfWallet(reader) };
    }
    case "executeMulti": {
      reader.exact(2 * WORD_BYTES, "the place of the order");
      const multi = readMulti(reader, (): bigint => reader.uint());
      const program = readProgram(reader, decodeProgram);
      reader.end();
      const { items: amountsIn, outcome } = multi;
      return { function: name, order: { amountsIn, ...outcome }, program };
    }
    case "run":
      return { function: name, deadline: reader.uint(), program: readLastOfWallet(reader) };
  }
}

function readRouterOrder(reader: CalldataReader): RouterOrder {
  return {
    tokenIn: reader.address(),
    amountIn: reader.uint(),
    payTo: reader.address(),
    ...readOutcome(reader),
  };
}

function readOutcome(reader: CalldataReader): Outcome {
  return {
    tokenOut: reader.address(),
    minAmountOut: reader.uint(),
    receiver: reader.address(),
    deadline: reader.uint(),
  };
}

function readMultiRoute(reader: CalldataReader) {
  const { items: inputs, outcome } = readMulti(
    reader,
    (): RouterInput => ({
      token: reader.address(),
      amount: reader.uint(),
      payTo: reader.address(),
    }),
  );
  const order: MultiRouterOrder = { inputs, ...outcome };
  return { order, program: readProgram(reader, decodeRouterProgram) };
}

/**
 * The rest of a call from the place of its program on: that place, the struct with the list of
 * inputs, and no more; the program comes next.
 */
function readMulti<T>(reader: CalldataReader, item: () => T) {
  const place = reader.offset();
  const programAt = reader.uint();
  reader.exact(MULTI_WORDS * WORD_BYTES, "the place of the inputs");
  const outcome = readOutcome(reader);
  const items = Array.from({ length: reader.length(MAX_INPUTS) }, item);
  const expected = BigInt(reader.offset() - SELECTOR_BYTES);
  if (programAt !== expected) {
    throw new TransactionDecodeError(
      place,
      `the place of the program is ${programAt}; it must be ${expected}`,
    );
  }
  return { items, outcome };
}

/** A program whose place comes right before it. */
function readLast<P>(reader: CalldataReader, decode: (bytes: Hex) => P): P {
  reader.exact(reader.offset() + WORD_BYTES - SELECTOR_BYTES, "the place of the program");
  return readProgram(reader, decode);
}

function readLastOfWallet(reader: CalldataReader) {
  const program = readLast(reader, decodeProgram);
  reader.end();
  return program;
}

function readProgram<P>(reader: CalldataReader, decode: (bytes: Hex) => P): P {
  const { bytes, offset } = reader.bytes();
  try {
    return decode(bytes);
  } catch (error) {
    if (!(error instanceof ProgramDecodeError)) throw error;
    const fault = error.message.replace(/^Byte \d+: /, "").replace(/\.$/, "");
    throw new TransactionDecodeError(offset + error.offset, `the program is malformed: ${fault}`);
  }
}
