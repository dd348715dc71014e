import type { Mutant } from "./mutant.ts";

/**
 * Boundaries and constants of the router and the accounts that are one off, and single open doors.
 */
export const accountBoundaryMutants: readonly Mutant[] = [
  {
    name: "the last second is late",
    file: "src/Router.sol",
    from: "if (block.timestamp > deadline)",
    to: "if (block.timestamp >= deadline)",
  },
  {
    name: "multi: a token twice, but not as the first",
    file: "src/Router.sol",
    from: "k < i; ++k",
    to: "k < i && k < 1; ++k",
  },
  {
    name: "multi: six inputs",
    file: "src/Router.sol",
    from: "MAX_INPUTS = 5",
    to: "MAX_INPUTS = 6",
  },
  {
    name: "multi: what the receiver had is a gain",
    file: "src/Router.sol",
    from: "before = _balance(o.tokenOut, o.receiver);",
    to: "before = 0;",
  },
  {
    name: "the mark of wrapped coin is a bit of the address",
    file: "src/Router.sol",
    from: "WRAPPED = 1 << 160",
    to: "WRAPPED = 1 << 159",
  },
  {
    name: "what is not pulled goes to who signed the transaction",
    file: "src/Router.sol",
    from: "tokenIn.send(msg.sender, unpulled)",
    to: "tokenIn.send(tx.origin, unpulled)",
  },
  {
    name: "the executor is that of who signed the transaction",
    file: "src/Router.sol",
    from: "executor = executorOf(msg.sender);\n        Clone.ensure(executor, address(executorImplementation), msg.sender);",
    to: "executor = executorOf(tx.origin);\n        Clone.ensure(executor, address(executorImplementation), tx.origin);",
  },
  {
    name: "wrapped coin is paid once more, in tokens",
    file: "src/Router.sol",
    from: "if (msg.value != 0) tokenIn.send(payTo, amountIn);\n        else tokenIn.sendFrom",
    to: "tokenIn.sendFrom",
  },
  {
    name: "permit2: coin comes with it",
    file: "src/Router.sol",
    from: "uint256 nonce, bytes calldata program)\n        external\n        returns",
    to: "uint256 nonce, bytes calldata program)\n        external\n        payable\n        returns",
  },
  {
    name: "permit: a longer signature is that of a key",
    file: "src/Permits.sol",
    from: "if (signature.length != 64 && signature.length != 65)",
    to: "if (signature.length < 64)",
  },
  {
    name: "permit: the name of the function is part of a signature",
    file: "src/Permits.sol",
    from: "if (length > end - 4)",
    to: "if (length > end)",
  },
  {
    name: "permit: an allowance of just the amount is too little",
    file: "src/Permits.sol",
    from: "address(this)) < amount)",
    to: "address(this)) <= amount)",
  },
  {
    name: "who signs the transaction runs programs in an executor",
    file: "src/RouterHost.sol",
    from: "if (msg.sender != router)",
    to: "if (msg.sender != router && msg.sender != tx.origin)",
  },
  {
    name: "the shared executor runs several inputs of everybody",
    file: "src/SharedExecutor.sol",
    from: "function runMulti(uint256[] calldata amountsIn, bytes calldata program) external payable onlyRouter",
    to: "function runMulti(uint256[] calldata amountsIn, bytes calldata program) external payable",
  },
  {
    name: "a refusal is a balance that is held",
    file: "src/SharedExecutor.sol",
    from: "if (!ok || RawCall.answerSize() < 32",
    to: "if (RawCall.answerSize() < 32",
  },
  {
    name: "an own executor runs several inputs of everybody",
    file: "src/Executor.sol",
    from: "function runMulti(uint256[] calldata amountsIn, bytes calldata program) external payable onlyRouter",
    to: "function runMulti(uint256[] calldata amountsIn, bytes calldata program) external payable",
  },
  {
    name: "half of an address is an owner",
    file: "src/Clone.sol",
    from: "bytes32(uint256(uint160(owner)))",
    to: "bytes32(uint256(uint128(uint160(owner))))",
  },
  {
    name: "the parity of a short signature stays in s",
    file: "src/hosts/Account7702.sol",
    from: "s & ~bytes32(uint256(1) << 255));",
    to: "s);",
  },
  {
    name: "coin of a run stays in the factory",
    file: "src/hosts/CoreWalletFactory.sol",
    from: "run{value: msg.value}(deadline, program)",
    to: "run(deadline, program)",
  },
  {
    name: "coin of several inputs stays in the factory",
    file: "src/hosts/CoreWalletFactory.sol",
    from: "executeMulti{value: msg.value}(o, program)",
    to: "executeMulti(o, program)",
  },
  {
    name: "the question has too few arguments",
    file: "src/hosts/DelegateExecutor.sol",
    from: "PROBE_ARGUMENTS = 512",
    to: "PROBE_ARGUMENTS = 128",
  },
  {
    name: "the question opens the lock",
    file: "src/hosts/DelegateExecutor.sol",
    from: 'keccak256("weir.wallet.probe")',
    to: 'keccak256("weir.wallet.lock")',
  },
  {
    name: "no ERC-721 by ERC-165",
    file: "src/hosts/ReceivingWallet.sol",
    from: " || id == 0x150b7a02",
    to: "",
  },
  {
    name: "several inputs of a wallet are everybody's to run",
    file: "src/hosts/WalletVM.sol",
    from: "        payable\n        locked\n        returns",
    to: "        payable\n        returns",
  },
  {
    name: "the last second of a run is late",
    file: "src/hosts/WalletVM.sol",
    from: "if (block.timestamp > deadline) revert Expired(deadline);\n        _run",
    to: "if (block.timestamp >= deadline) revert Expired(deadline);\n        _run",
  },
];
