// Compiles the contracts, those of simulations and of the devnet too, and writes what comes out
// into the repository.
import { compileContracts, keptContracts } from "../contracts/build.ts";
import { compileRuntime, HARNESS, keptRuntime, LENS } from "../contracts/build-runtime.ts";
import { commitCompiled } from "../contracts/compiled.ts";
import { compileAnew, keptCompilation } from "../devnet/solidity/contracts.ts";

const [contracts, harness, lens, compilations] = await Promise.all([
  compileContracts(),
  compileRuntime(HARNESS),
  compileRuntime(LENS),
  compileAnew(),
]);
commitCompiled(await keptContracts(), contracts);
commitCompiled(keptRuntime(HARNESS), harness);
commitCompiled(keptRuntime(LENS), lens);
for (const [name, artifacts] of compilations) commitCompiled(keptCompilation(name), artifacts);
for (const [name, { bytecode }] of Object.entries(contracts)) {
  console.log(`${name}: ${(bytecode.length - 2) / 2} bytes of creation code`);
}
