import type { Mutant } from "./mutant.ts";

/** Weakened checks of the prepaid adapter. */
export const prepaidV3Mutants: readonly Mutant[] = [
  {
    name: "prepaid: no lock",
    file: "src/PrepaidV3.sol",
    from: "if (payment != IDLE) revert Locked();",
    to: "",
  },
  {
    name: "prepaid: stays locked",
    file: "src/PrepaidV3.sol",
    from: "        payment = IDLE;\n",
    to: "",
  },
  {
    name: "prepaid: any callback",
    file: "src/PrepaidV3.sol",
    from: "if (payment != _hash(msg.sender, token, amountIn)) revert UnexpectedCallback(msg.sender);",
    to: "",
  },
  {
    name: "prepaid: callback twice",
    file: "src/PrepaidV3.sol",
    from: "        payment = PAID;\n",
    to: "",
  },
  {
    name: "prepaid: no callback",
    file: "src/PrepaidV3.sol",
    from: "if (payment != PAID) revert CallbackMissing(pool);",
    to: "",
  },
  {
    name: "prepaid: part of the input",
    file: "src/PrepaidV3.sol",
    from: "if (owed < 0 || uint256(owed) != amountIn) revert PartialFill(owed, amountIn);",
    to: "",
  },
  {
    name: "prepaid: nothing paid",
    file: "src/PrepaidV3.sol",
    from: "if (paid >= 0) revert NothingPaid(pool);",
    to: "",
  },
  {
    name: "prepaid: to nobody",
    file: "src/PrepaidV3.sol",
    from: "if (recipient == address(0) || recipient == address(this)) revert InvalidRecipient(recipient);",
    to: "",
  },
  {
    name: "prepaid: any amount",
    file: "src/PrepaidV3.sol",
    from: "if (amountIn == 0 || amountIn > uint256(type(int256).max)) revert InvalidAmount(amountIn);",
    to: "",
  },
  {
    name: "prepaid: a payment of any pool",
    file: "src/PrepaidV3.sol",
    from: "return keccak256(abi.encode(pool, token, amountIn));",
    to: "return keccak256(abi.encode(token, amountIn));",
  },
];
