import fc from "fast-check";
import type { Address, Hex } from "viem";
import { appendSignature } from "../../../src/api/program/append-signature.ts";
import {
  CORE_WALLET_FACTORY_ADDRESS,
  DELEGATE_EXECUTOR_ADDRESS,
  ROUTER_ADDRESS,
} from "../../../src/api/program/contracts.ts";
import {
  encodeRoute,
  encodeRouteMulti,
  encodeRouteWithPermit,
  encodeRouteWithPermit2,
} from "../../../src/api/program/router-call.ts";
import type { RouterProgram } from "../../../src/api/program/router-program.ts";
import type { Step } from "../../../src/api/program/steps.ts";
import {
  encodeExecute,
  encodeExecuteMulti,
  encodeRun,
} from "../../../src/api/program/wallet-call.ts";
import { ZERO_ADDRESS } from "../../../src/lib/address.ts";
import { programs } from "../program/arbitrary-program.ts";

const hex = (size: number) =>
  fc
    .uint8Array({ minLength: size, maxLength: size })
    .map((bytes): Hex => `0x${Buffer.from(bytes).toString("hex")}`);
const uint = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });
const token = fc.oneof(fc.constant(ZERO_ADDRESS), hex(20));
const outcome = {
  tokenOut: fc.oneof(
    { weight: 1, arbitrary: fc.constant(ROUTER_ADDRESS) },
    { weight: 9, arbitrary: token },
  ),
  minAmountOut: uint,
  receiver: hex(20),
  deadline: uint,
};
const routerOrder = fc.record({ tokenIn: token, amountIn: uint, payTo: token, ...outcome });
const multiRouterOrder = fc.record({
  inputs: fc.array(fc.record({ token, amount: uint, payTo: token }), { maxLength: 5 }),
  ...outcome,
});
const multiWalletOrder = fc.record({ amountsIn: fc.array(uint, { maxLength: 5 }), ...outcome });
/** Null: not appended yet. */
const signature = fc.option(fc.oneof(hex(64), hex(65), hex(96), hex(0)));
const isOwnOnly = (step: Step) =>
  step.op === "call" || (step.op === "send" && step.token === ZERO_ADDRESS);
const routerPrograms = fc.tuple(programs, fc.boolean()).map(([program, own]): RouterProgram => {
  const needsOwn = program.steps.some(isOwnOnly);
  return { ...program, executor: own || needsOwn ? "own" : "shared" };
});

function signed(data: Hex, by: Hex | null): Hex {
  return by === null ? data : appendSignature(data, by);
}

/** Calldata of every function, and to whom it goes. */
export const calls: fc.Arbitrary<{ readonly to: Address; readonly data: Hex }> = fc.oneof(
  fc.tuple(routerOrder, routerPrograms).map(([order, program]) => ({
    to: ROUTER_ADDRESS,
    data: encodeRoute(order, program),
  })),
  fc.tuple(routerOrder, routerPrograms, signature).map(([order, program, by]) => ({
    to: ROUTER_ADDRESS,
    data: signed(encodeRouteWithPermit(order, program), by),
  })),
  fc.tuple(multiRouterOrder, routerPrograms).map(([order, program]) => ({
    to: ROUTER_ADDRESS,
    data: encodeRouteMulti(order, program),
  })),
  fc
    .tuple(multiRouterOrder, uint, routerPrograms, signature)
    .map(([order, nonce, program, by]) => ({
      to: ROUTER_ADDRESS,
      data: signed(encodeRouteWithPermit2(order, { nonce, program }), by),
    })),
  fc.tuple(routerOrder, programs).map(([order, program]) => ({
    to: DELEGATE_EXECUTOR_ADDRESS,
    data: encodeExecute(order, program),
  })),
  fc.tuple(multiWalletOrder, programs).map(([order, program]) => ({
    to: DELEGATE_EXECUTOR_ADDRESS,
    data: encodeExecuteMulti(order, program),
  })),
  fc.tuple(uint, programs).map(([deadline, program]) => ({
    to: CORE_WALLET_FACTORY_ADDRESS,
    data: encodeRun(deadline, program),
  })),
);
