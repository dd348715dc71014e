import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** One weakened check: in `file`, `from` becomes `to`. */
interface Mutant {
  readonly name: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const ROUTER = "src/Router.sol";
const EXECUTOR = "src/Executor.sol";
const READER = "src/vm/ProgramReader.sol";
const REGISTERS = "src/vm/RegisterSteps.sol";
const CALLS = "src/vm/CallSteps.sol";
const V2 = "src/vm/V2Steps.sol";
const V3 = "src/vm/V3Steps.sol";

const mutants: readonly Mutant[] = [
  { name: "no lock", file: ROUTER, from: "if (payer != address(0)) revert Locked();", to: "" },
  { name: "lock stays", file: ROUTER, from: "        payer = address(0);\n", to: "" },
  {
    name: "pull for all",
    file: ROUTER,
    from: "if (msg.sender != address(executor)) revert OnlyExecutor();",
    to: "",
  },
  {
    name: "pull without bound",
    file: ROUTER,
    from: "if (amount > left) revert PullExceedsAmountIn(amount, left);",
    to: "",
  },
  { name: "leftover stays pullable", file: ROUTER, from: "        unpulled = 0;\n", to: "" },
  {
    name: "leftover is kept",
    file: ROUTER,
    from: "if (msg.value != 0 && unpulled != 0) tokenIn.send(msg.sender, unpulled);",
    to: "",
  },
  { name: "no minimum", file: ROUTER, from: "if (amountOut < minAmountOut)", to: "if (false)" },
  { name: "a loss is a gain", file: ROUTER, from: "if (held > before) amountOut", to: "amountOut" },
  {
    name: "zero minimum",
    file: ROUTER,
    from: "if (minAmountOut == 0) revert ZeroMinAmountOut();",
    to: "",
  },
  { name: "zero amount", file: ROUTER, from: "if (amountIn == 0) revert ZeroAmountIn();", to: "" },
  {
    name: "same token",
    file: ROUTER,
    from: "if (tokenIn == tokenOut) revert SameToken(tokenIn);",
    to: "",
  },
  {
    name: "no deadline",
    file: ROUTER,
    from: "if (block.timestamp > o.deadline)",
    to: "if (false)",
  },
  { name: "value not compared", file: ROUTER, from: "msg.value != amountIn :", to: "false :" },
  {
    name: "permit must not fail",
    file: ROUTER,
    from: "if (!ok && IERC20",
    to: "if (!ok || IERC20",
  },
  {
    name: "executor for all",
    file: EXECUTOR,
    from: "if (msg.sender != router) revert OnlyRouter();",
    to: "",
  },
  {
    name: "approve allowed",
    file: EXECUTOR,
    from: "selector == 0x095ea7b3",
    to: "selector == 0x00000001",
  },
  {
    name: "steps cut short",
    file: READER,
    from: "if (s.next > program.length) revert TruncatedProgram(s.step);",
    to: "",
  },
  {
    name: "call cut short",
    file: CALLS,
    from: "if (s.next > program.length) revert TruncatedProgram(s.step);",
    to: "",
  },
  { name: "register 0", file: READER, from: "index == 0 || ", to: "" },
  { name: "undeclared register", file: READER, from: " || index >= s.registers.length", to: "" },
  { name: "recipient 0", file: READER, from: "if (to == address(0))", to: "if (false)" },
  { name: "one register twice", file: REGISTERS, from: "if (out == from)", to: "if (false)" },
  {
    name: "add keeps its source",
    file: REGISTERS,
    from: "        s.registers[from] = 0;\n",
    to: "",
  },
  { name: "add overflows", file: REGISTERS, from: "if (sum < held)", to: "if (false)" },
  { name: "minimum ignored", file: REGISTERS, from: "if (actual < minimum)", to: "if (false)" },
  { name: "minimum 0", file: REGISTERS, from: "if (minimum == 0)", to: "if (false)" },
  {
    name: "allowance left",
    file: CALLS,
    from: "if (RawCall.answerWord(0) != 0)",
    to: "if (false)",
  },
  {
    name: "splice out of bounds",
    file: CALLS,
    from: "if (offset + 32 > data.length)",
    to: "if (false)",
  },
  {
    name: "call of nobody",
    file: CALLS,
    from: " || (RawCall.answerSize() == 0 && target.code.length == 0)",
    to: "",
  },
  {
    name: "direction 0",
    file: V2,
    from: "if (!zeroForOne && direction != ONE_FOR_ZERO)",
    to: "if (false)",
  },
  {
    name: "reserve type",
    file: V2,
    from: "(amountIn | reserveIn | reserveOut) > type(uint112).max",
    to: "false",
  },
  {
    name: "pulling callback from anyone",
    file: V3,
    from: "if (awaited == bytes32(uint256(uint160(msg.sender))))",
    to: "if (awaited >> 160 == 0)",
  },
  { name: "callback twice", file: V3, from: "        awaitedPayment = 0;\n", to: "" },
  {
    name: "callback when idle",
    file: V3,
    from: "if (awaited == 0) revert UnexpectedCallback(msg.sender);",
    to: "",
  },
  {
    name: "paying callback without hash",
    file: V3,
    from: "awaited != _paymentHash(msg.sender, token, largest) || ",
    to: "",
  },
  { name: "paying callback without bound", file: V3, from: " || owed > largest", to: "" },
  {
    name: "callback left out",
    file: V3,
    from: "if (awaitedPayment != 0) revert CallbackMissing(s.step, pool);",
    to: "",
  },
  { name: "partial fill", file: V3, from: "if (uint256(taken) != amountIn)", to: "if (false)" },
];

const root = dirname(fileURLToPath(import.meta.url));

/**
 * Weakens one check at a time in a copy of the contracts and expects a failing test.
 *
 * usage: node contracts/mutants.ts [name ...]
 */
function main(names: readonly string[]): void {
  const folder = mkdtempSync(join(tmpdir(), "mutants-"));
  const copy = join(folder, "contracts");
  for (const entry of ["src", "test", "foundry.toml", "solc.cjs"]) {
    cpSync(join(root, entry), join(copy, entry), { recursive: true });
  }
  symlinkSync(join(root, "..", "node_modules"), join(folder, "node_modules"));
  const missed: string[] = [];
  try {
    if (failingTests(copy).length > 0)
      throw new Error("Tests fail without a mutant; fix them first.");
    for (const mutant of mutants) {
      if (names.length > 0 && !names.includes(mutant.name)) continue;
      const failing = failingWith(copy, mutant);
      if (failing.length === 0) missed.push(mutant.name);
      console.log(
        `${failing.length > 0 ? "caught" : "MISSED"}  ${mutant.name}: ${failing.join(", ")}`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  if (missed.length > 0) throw new Error(`No test fails with: ${missed.join(", ")}.`);
}

function failingWith(copy: string, mutant: Mutant): readonly string[] {
  const path = join(copy, mutant.file);
  const original = readFileSync(path, "utf8");
  const parts = original.split(mutant.from);
  if (parts.length !== 2) {
    throw new Error(
      `"${mutant.from}" is ${parts.length - 1} times in ${mutant.file}; name it once.`,
    );
  }
  writeFileSync(path, parts.join(mutant.to));
  try {
    return failingTests(copy);
  } finally {
    writeFileSync(path, original);
  }
}

function failingTests(copy: string): readonly string[] {
  const forge = join(root, "..", "node_modules", ".bin", "forge");
  const env = { ...process.env, FOUNDRY_FUZZ_RUNS: "200", FOUNDRY_INVARIANT_RUNS: "5" };
  const { stdout, stderr } = spawnSync(forge, ["test"], { cwd: copy, env, encoding: "utf8" });
  if (!stdout.includes("Suite result")) throw new Error(`forge ran no tests: ${stdout}${stderr}`);
  const names = [...stdout.matchAll(/^\[FAIL.*\] (\w+)\(/gm)].map((match) => match[1] ?? "");
  return [...new Set(names)];
}

main(process.argv.slice(2));
