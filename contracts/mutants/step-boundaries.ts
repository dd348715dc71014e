import type { Mutant } from "./mutant.ts";

/**
 * Boundaries, constants, orders and offsets of the steps, and of the calls that they make, that
 * are one off.
 */
export const stepBoundaryMutants: readonly Mutant[] = [
  {
    name: "the end of an answer is memory for others",
    file: "src/RawCall.sol",
    from: "returndatasize()), 63), not(31))",
    to: "returndatasize()), 31), not(31))",
  },
  {
    name: "any word of a token is a yes",
    file: "src/TokenTransfer.sol",
    from: "RawCall.answerWord(0) == 1",
    to: "RawCall.answerWord(0) != 0",
  },
  {
    name: "prepaid: a price limit that pools refuse",
    file: "src/PrepaidV3.sol",
    from: "LOWEST_SQRT_PRICE_X96 = 4295128740",
    to: "LOWEST_SQRT_PRICE_X96 = 4295128739",
  },
  {
    name: "prepaid: the limit of the other direction",
    file: "src/PrepaidV3.sol",
    from: "zeroForOne ? LOWEST_SQRT_PRICE_X96 : HIGHEST_SQRT_PRICE_X96",
    to: "zeroForOne ? HIGHEST_SQRT_PRICE_X96 : LOWEST_SQRT_PRICE_X96",
  },
  {
    name: "a splice beyond 255 bytes lands before them",
    file: "src/vm/CallSteps.sol",
    from: "uint16(splice >> 232)",
    to: "uint8(splice >> 232)",
  },
  {
    name: "the first allowance is restored first",
    file: "src/vm/CallSteps.sol",
    from: "for (uint256 i = standing.length; i != 0;) {\n            unchecked {\n                --i;\n            }\n",
    to: "for (uint256 i; i < standing.length; ++i) {\n",
  },
  {
    name: "an allowance for nobody",
    file: "src/vm/CallSteps.sol",
    from: "via ? _recipient(program, s, start + 28) : target",
    to: "via ? _address(program, start + 28) : target",
  },
  {
    name: "a refusal is an answer",
    file: "src/vm/ProgramReader.sol",
    from: "if (!ok || RawCall.answerSize() < 32 * words)",
    to: "if (RawCall.answerSize() < 32 * words)",
  },
  {
    name: "every opcode from CALL on is a call",
    file: "src/vm/ProgramVM.sol",
    from: "if (op != CALL && op != CALL_VIA)",
    to: "if (op < CALL)",
  },
  {
    name: "coin of another is held",
    file: "src/vm/RegisterSteps.sol",
    from: "address(this).balance",
    to: "msg.sender.balance",
  },
  {
    name: "a literal is cut",
    file: "src/vm/RegisterSteps.sol",
    from: "_store(s, w >> 240, uint128(w >> 112));",
    to: "_store(s, w >> 240, uint120(w >> 112));",
  },
  {
    name: "a minimum is cut",
    file: "src/vm/RegisterSteps.sol",
    from: "_demand(s, w >> 240, uint128(w >> 112));",
    to: "_demand(s, w >> 240, uint120(w >> 112));",
  },
  {
    name: "a wallet has six inputs",
    file: "src/vm/SwapVM.sol",
    from: "MAX_INPUTS = 5",
    to: "MAX_INPUTS = 6",
  },
  {
    name: "a pull that fails is a pull",
    file: "src/vm/TokenSteps.sol",
    from: "if (!_pull(to, _load(s, w >> 240))) _fail(s, to);",
    to: "_pull(to, _load(s, w >> 240));",
  },
  {
    name: "nothing is sold to a pair",
    file: "src/vm/V2Steps.sol",
    from: "if (amountIn == 0 || (amountIn",
    to: "if ((amountIn",
  },
  {
    name: "a pair calls back",
    file: "src/vm/V2Steps.sol",
    from: '(out0, out1, to, "")',
    to: '(out0, out1, to, hex"00")',
  },
  {
    name: "a price limit that pools refuse",
    file: "src/vm/V3Steps.sol",
    from: "HIGHEST_SQRT_PRICE_X96 = 1461446703485210103287273052203988822378723970341",
    to: "HIGHEST_SQRT_PRICE_X96 = 1461446703485210103287273052203988822378723970342",
  },
  {
    name: "the other direction owes its output",
    file: "src/vm/V3Steps.sol",
    from: "uint256(amount0 > 0 ? amount0 : amount1)",
    to: "uint256(amount0)",
  },
  {
    name: "the other direction takes its output",
    file: "src/vm/V3Steps.sol",
    from: "zeroForOne ? (amount0, amount1) : (amount1, amount0);",
    to: "(amount0, amount1);",
  },
];
