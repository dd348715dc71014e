import type { Mutant } from "./mutant.ts";

const file = "src/PrepaidPools.sol";

/** Weakened checks of the adapters that are paid before, for pools which share a contract. */
export const prepaidPoolsMutants: readonly Mutant[] = [
  {
    name: "prepaid pools: no lock",
    file,
    from: "if (awaited != IDLE) revert Locked();",
    to: "",
  },
  {
    name: "prepaid pools: stays locked",
    file,
    from: "        awaited = IDLE;\n",
    to: "",
  },
  {
    name: "prepaid pools: any callback",
    file,
    from: "if (msg.sender != awaited) revert UnexpectedCallback(msg.sender);",
    to: "",
  },
  {
    name: "prepaid pools: callback twice",
    file,
    from: "        awaited = CALLED;\n",
    to: "",
  },
  {
    name: "prepaid pools: no callback",
    file,
    from: "if (awaited != CALLED) revert CallbackMissing(holder);",
    to: "",
  },
  {
    name: "prepaid pools: any payment",
    file,
    from: "if (paid != amountIn) revert NotPrepaid(paid, amountIn);",
    to: "",
  },
  {
    name: "prepaid pools: coin after another token's sync",
    file,
    from: "if (value != 0) holder.sync(tokenIn);",
    to: "",
  },
  {
    name: "prepaid pools: part of the input",
    file,
    from: "if (given != -int256(amountIn)) revert PartialFill(-given, amountIn);",
    to: "",
  },
  {
    name: "prepaid pools: nothing paid",
    file,
    from: "if (gained <= 0) revert NothingPaid(msg.sender);",
    to: "",
  },
  {
    name: "prepaid pools: to nobody",
    file,
    from: "if (recipient == address(0) || recipient == address(this)) revert InvalidRecipient(recipient);",
    to: "",
  },
  {
    name: "prepaid pools: any amount",
    file,
    from: "if (amountIn == 0 || amountIn > uint128(type(int128).max)) revert InvalidAmount(amountIn);",
    to: "",
  },
  {
    name: "prepaid pools: any coin",
    file,
    from: "if (msg.value != (tokenIn == address(0) ? amountIn : 0)) revert InvalidAmount(msg.value);",
    to: "",
  },
];
