import type { Mutant } from "./mutant.ts";

const file = "src/PrepaidV4.sol";

/** Weakened checks of the prepaid adapter for V4 pools. */
export const prepaidV4Mutants: readonly Mutant[] = [
  {
    name: "prepaid V4: no lock",
    file,
    from: "if (awaited != IDLE) revert Locked();",
    to: "",
  },
  {
    name: "prepaid V4: stays locked",
    file,
    from: "        awaited = IDLE;\n",
    to: "",
  },
  {
    name: "prepaid V4: any callback",
    file,
    from: "if (msg.sender != awaited) revert UnexpectedCallback(msg.sender);",
    to: "",
  },
  {
    name: "prepaid V4: callback twice",
    file,
    from: "        awaited = CALLED;\n",
    to: "",
  },
  {
    name: "prepaid V4: no callback",
    file,
    from: "if (awaited != CALLED) revert CallbackMissing(manager);",
    to: "",
  },
  {
    name: "prepaid V4: any payment",
    file,
    from: "if (paid != amountIn) revert NotPrepaid(paid, amountIn);",
    to: "",
  },
  {
    name: "prepaid V4: coin after another token's sync",
    file,
    from: "if (value != 0) manager.sync(tokenIn);",
    to: "",
  },
  {
    name: "prepaid V4: part of the input",
    file,
    from: "if (given != -int256(amountIn)) revert PartialFill(-given, amountIn);",
    to: "",
  },
  {
    name: "prepaid V4: nothing paid",
    file,
    from: "if (gained <= 0) revert NothingPaid(msg.sender);",
    to: "",
  },
  {
    name: "prepaid V4: to nobody",
    file,
    from: "if (recipient == address(0) || recipient == address(this)) revert InvalidRecipient(recipient);",
    to: "",
  },
  {
    name: "prepaid V4: any amount",
    file,
    from: "if (amountIn == 0 || amountIn > uint128(type(int128).max)) revert InvalidAmount(amountIn);",
    to: "",
  },
  {
    name: "prepaid V4: any coin",
    file,
    from: "if (msg.value != (tokenIn == address(0) ? amountIn : 0)) revert InvalidAmount(msg.value);",
    to: "",
  },
];
