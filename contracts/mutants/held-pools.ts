import type { Mutant } from "./mutant.ts";

const file = "src/vm/HeldPoolSteps.sol";

/** Weakened checks of the steps that have a manager of V4 pools or a vault of Infinity unlocked. */
export const heldPoolMutants: readonly Mutant[] = [
  {
    name: "held pools: any callback",
    file,
    from: "if (awaitedSale != _saleOf(told)) revert UnexpectedCallback(msg.sender);",
    to: "",
  },
  {
    name: "held pools: a callback of anybody, with anything, while one is awaited",
    file,
    from: "if (awaitedSale != _saleOf(told))",
    to: "if (awaitedSale == 0)",
  },
  {
    name: "held pools: a callback when none is awaited",
    file,
    from: "if (awaitedSale != _saleOf(told))",
    to: "if (awaitedSale != 0 && awaitedSale != _saleOf(told))",
  },
  {
    name: "held pools: the right to call back ends with the sale",
    file,
    from: "        awaitedSale = 0;\n        (uint256 amountIn, uint256 w) = (_word(told, 0), _word(told, AT));\n        bool zeroForOne = uint8(w >> 224) == ZERO_FOR_ONE;\n        (address tokenIn, address tokenOut) = (_address(told, AT + 44), _address(told, AT + 64));\n        if (!zeroForOne) (tokenIn, tokenOut) = (tokenOut, tokenIn);\n        uint8 op = uint8(w >> 248);\n\n        _settle(tokenIn, amountIn, _pays(op));\n        uint256 amountOut = _sell(told, op, zeroForOne, amountIn);\n        RawCall.call(msg.sender, 0, abi.encodeCall(IPoolsHolder.take, (tokenOut, _address(told, AT + 24), amountOut)));\n",
    to: "        (uint256 amountIn, uint256 w) = (_word(told, 0), _word(told, AT));\n        bool zeroForOne = uint8(w >> 224) == ZERO_FOR_ONE;\n        (address tokenIn, address tokenOut) = (_address(told, AT + 44), _address(told, AT + 64));\n        if (!zeroForOne) (tokenIn, tokenOut) = (tokenOut, tokenIn);\n        uint8 op = uint8(w >> 248);\n\n        _settle(tokenIn, amountIn, _pays(op));\n        uint256 amountOut = _sell(told, op, zeroForOne, amountIn);\n        RawCall.call(msg.sender, 0, abi.encodeCall(IPoolsHolder.take, (tokenOut, _address(told, AT + 24), amountOut)));\n        awaitedSale = 0;\n",
  },
  {
    name: "held pools: no callback",
    file,
    from: "if (awaitedSale != 0) revert CallbackMissing(s.step, holder);",
    to: "",
  },
  {
    name: "held pools: on every host",
    file,
    from: "if (!_receivesCallbacks(_pays(op))) revert InvalidOpcode(s.step, op);",
    to: "",
  },
  {
    name: "held pools: nothing is sold",
    file,
    from: "amountIn == 0 || amountIn > uint128",
    to: "amountIn > uint128",
  },
  {
    name: "held pools: an amount beyond int128",
    file,
    from: " || amountIn > uint128(type(int128).max)",
    to: "",
  },
  {
    name: "held pools: the largest amount is one less",
    file,
    from: "amountIn > uint128(type(int128).max)",
    to: "amountIn >= uint128(type(int128).max)",
  },
  {
    name: "held pools: any direction",
    file,
    from: "        _direction(s, w >> 224);\n",
    to: "",
  },
  {
    name: "held pools: to nobody",
    file,
    from: "        _recipient(program, s, start + 24);\n",
    to: "",
  },
  { name: "held pools: a V4 step a byte short", file, from: "V4_SIZE = 110", to: "V4_SIZE = 109" },
  {
    name: "held pools: an Infinity step a byte short",
    file,
    from: "INFINITY_SIZE = 159",
    to: "INFINITY_SIZE = 158",
  },
  {
    name: "held pools: a refusal to unlock is an answer",
    file,
    from: "if (!ok || RawCall.answerSize() < 96)",
    to: "if (RawCall.answerSize() < 96)",
  },
  {
    name: "held pools: an answer without an amount",
    file,
    from: "if (!ok || RawCall.answerSize() < 96)",
    to: "if (!ok)",
  },
  {
    name: "held pools: the length of the answer is the amount",
    file,
    from: "RawCall.answerWord(2)",
    to: "RawCall.answerWord(1)",
  },
  {
    name: "held pools: no sync",
    file,
    from: "        RawCall.call(msg.sender, 0, abi.encodeCall(IPoolsHolder.sync, (token)));\n",
    to: "",
  },
  {
    name: "held pools: a pull that fails is a pull",
    file,
    from: "if (!_pull(msg.sender, amountIn)) revert PullFailed(RawCall.answer());",
    to: "_pull(msg.sender, amountIn);",
  },
  {
    name: "held pools: more is paid than is held",
    file,
    from: "                _checkSpending(token, amountIn);\n",
    to: "",
  },
  {
    name: "held pools: any payment",
    file,
    from: "if (paid != amountIn) revert NotPrepaid(paid, amountIn);",
    to: "",
  },
  {
    name: "held pools: a refusal to swap is an answer",
    file,
    from: "if (!ok || RawCall.answerSize() < 32)",
    to: "if (RawCall.answerSize() < 32)",
  },
  {
    name: "held pools: a swap without an answer",
    file,
    from: "if (!ok || RawCall.answerSize() < 32)",
    to: "if (!ok)",
  },
  {
    name: "held pools: part of the input",
    file,
    from: "if (given != -int256(amountIn)) revert PartialFill(step, uint256(-given), amountIn);",
    to: "",
  },
  {
    name: "held pools: nothing paid",
    file,
    from: "if (gained <= 0) revert AmountOutOfRange(step);",
    to: "",
  },
  {
    name: "held pools: an opcode more",
    file: "src/vm/SwapVM.sol",
    from: "if (op <= INFINITY_BIN_SWAP_PAY)",
    to: "if (op <= INFINITY_BIN_SWAP_PAY + 1)",
  },
];
