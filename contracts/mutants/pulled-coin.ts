import type { Mutant } from "./mutant.ts";

const router = "src/Router.sol";
const steps = "src/vm/HeldPoolSteps.sol";

/** Weakened checks of coin that the router pays to who holds the pools' tokens. */
export const pulledCoinMutants: readonly Mutant[] = [
  {
    name: "coin: pulled by anybody",
    file: router,
    from: "if (msg.sender != address(sharedExecutor) && msg.sender != executorOf(payer)) revert OnlyExecutor();",
    to: "",
  },
  {
    name: "coin: pulled by anybody's executor",
    file: router,
    from: "msg.sender != executorOf(payer)",
    to: "msg.sender.code.length == 0",
  },
  {
    name: "coin: pulled without bound",
    file: router,
    from: "uint256 left = unpulledCoin;\n        if (amount > left) revert PullExceedsAmountIn(amount, left);",
    to: "uint256 left = unpulledCoin;",
  },
  {
    name: "coin: what was pulled may be pulled again",
    file: router,
    from: "unpulledCoin = left - amount;",
    to: "unpulledCoin = left;",
  },
  {
    name: "coin: a part that was pulled is all",
    file: router,
    from: "unpulledCoin = left - amount;",
    to: "unpulledCoin = 0;",
  },
  {
    name: "coin: pulled as a token",
    file: router,
    from: "        unpulledCoin = amountIn;\n",
    to: "        (unpulledCoin, unpulled) = (amountIn, amountIn);\n",
  },
  {
    name: "coin: of what is a token",
    file: router,
    from: "        unpulled = amountIn;\n",
    to: "        (unpulledCoin, unpulled) = (amountIn, amountIn);\n",
  },
  {
    name: "coin: what is left is kept",
    file: router,
    from: "if (left != 0) revert CoinLeft(left);",
    to: "",
  },
  {
    name: "coin: paid first to anybody",
    file: router,
    from: "if (payTo != executor) revert InvalidPayTo(address(0));",
    to: "",
  },
  {
    name: "coin: credited to the router",
    file: router,
    from: "settleFor{value: amount}(msg.sender)",
    to: "settleFor{value: amount}(address(this))",
  },
  {
    name: "coin: any payment of what is pulled",
    file: steps,
    from: "paid = RawCall.answerWord(0);",
    to: "paid = amountIn;",
  },
  {
    name: "coin: a pull that fails is a pull",
    file: steps,
    from: "if (!_pullCoin(msg.sender, amountIn)) revert PullFailed(RawCall.answer());",
    to: "_pullCoin(msg.sender, amountIn);",
  },
  {
    name: "coin: pulled by who pays himself",
    file: steps,
    from: "if (!pay && token == address(0))",
    to: "if (token == address(0))",
  },
  {
    name: "a failure of a call is none",
    file: "src/RawCall.sol",
    from: "if (tryCall(target, value, data)) return;",
    to: "tryCall(target, value, data);\n        if (target != address(0)) return;",
  },
];
