import type { Mutant } from "./mutant.ts";

/** Weakened checks of what tells the executors apart, of several inputs and of permits. */
export const executorMutants: readonly Mutant[] = [
  {
    name: "all programs run in the shared executor",
    file: "src/Router.sol",
    from: "if (program.length == 0 || program[0] != 0)",
    to: "if (true)",
  },
  {
    name: "all programs run in an own executor",
    file: "src/Router.sol",
    from: "if (program.length == 0 || program[0] != 0) return (address(sharedExecutor), program);",
    to: "if (program.length == 0 || program[0] != 0) program = program[0:];",
  },
  {
    name: "more is sent than is held",
    file: "src/SharedExecutor.sol",
    from: " || RawCall.answerWord(0) < amount",
    to: "",
  },
  {
    name: "more is paid than is held",
    file: "src/vm/V3Steps.sol",
    from: "        _checkSpending(token, owed);\n",
    to: "",
  },
  {
    name: "more is sent by a step than is held",
    file: "src/vm/TokenSteps.sol",
    from: "        _checkSpending(token, amount);\n",
    to: "",
  },
  {
    name: "the shared executor takes coin",
    file: "src/SharedExecutor.sol",
    from: "function run(uint256 amountIn, bytes calldata program) external onlyRouter",
    to: "function run(uint256 amountIn, bytes calldata program) external payable onlyRouter",
  },
  {
    name: "multi: any number of inputs",
    file: "src/Router.sol",
    from: "if (count == 0 || count > MAX_INPUTS) revert InvalidInputs(count);",
    to: "",
  },
  {
    name: "multi: zero amount",
    file: "src/Router.sol",
    from: "if (input.amount == 0) revert ZeroAmountIn();",
    to: "",
  },
  {
    name: "multi: same token out",
    file: "src/Router.sol",
    from: "if (input.token == tokenOut) revert SameToken(tokenOut);",
    to: "",
  },
  {
    name: "multi: a token twice",
    file: "src/Router.sol",
    from: "if (input.token == inputs[k].token) revert SameToken(input.token);",
    to: "",
  },
  {
    name: "multi: paid to nobody",
    file: "src/Router.sol",
    from: "else if (input.payTo == address(0)) revert InvalidPayTo(input.token);",
    to: "",
  },
  {
    invariant: "I8",
    name: "multi: value not compared",
    file: "src/Router.sol",
    from: "if (msg.value != value) revert WrongValue(value, msg.value);",
    to: "",
  },
  {
    name: "multi: the first amount for all",
    file: "src/Router.sol",
    from: "amountsIn[i] = o.inputs[i].amount;",
    to: "amountsIn[i] = o.inputs[0].amount;",
  },
  {
    name: "multi: the receiver pays",
    file: "src/Router.sol",
    from: "sendFrom(msg.sender, input.payTo, input.amount)",
    to: "sendFrom(o.receiver, input.payTo, input.amount)",
  },
  {
    invariant: "I9",
    name: "multi: no lock",
    file: "src/Router.sol",
    from: "        payer = msg.sender;\n        before =",
    to: "        before =",
  },
  {
    name: "permit: a length beyond the call",
    file: "src/Permits.sol",
    from: "if (length > end - 4) revert SignatureMissing(length);",
    to: "",
  },
  {
    name: "permit: one parity",
    file: "src/Permits.sol",
    from: "v = 27 + uint8(uint256(s) >> 255);",
    to: "v = 27;",
  },
  {
    name: "permit: the parity stays in s",
    file: "src/Permits.sol",
    from: "            s &= LOWER_255_BITS;\n",
    to: "",
  },
  {
    name: "permit: no accounts with code",
    file: "src/Permits.sol",
    from: "if (signature.length != 64 && signature.length != 65)",
    to: "if (false)",
  },
  {
    name: "permit2: one input as a batch",
    file: "src/Permits.sol",
    from: "if (inputs.length == 1)",
    to: "if (false)",
  },
  {
    name: "permit2: part of the inputs is sent elsewhere",
    file: "src/Permits.sol",
    from: "details[i] = IPermit2.SignatureTransferDetails(input.payTo, input.amount);",
    to: "details[i] = IPermit2.SignatureTransferDetails(inputs[0].payTo, input.amount);",
  },
];
