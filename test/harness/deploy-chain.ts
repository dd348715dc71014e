import { type Anvil, startAnvil } from "../../devnet/anvil.ts";
import { runDeploy } from "../../scripts/deploy/run.ts";
import { type DevnetClient, devnetClient } from "./service.ts";

/** Key and address of account 0 of anvil's mnemonic, which has 10,000 coins. */
export const DEPLOYER = {
  key: "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80",
  address: "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266",
} as const;

/** An empty chain that the contracts are deployed on. */
export interface DeployChain {
  readonly chainId: number;
  readonly node: DevnetClient;
  readonly anvil: Anvil;
  /** Variables of a run on this chain by `DEPLOYER`. */
  readonly env: Readonly<Record<string, string>>;
  /** Runs `npm run deploy:contracts` in this process, with variables in place of `env`. */
  run(
    args: readonly string[],
    env?: Readonly<Record<string, string>>,
  ): Promise<{ readonly report: string; readonly log: readonly string[] }>;
  stop(): Promise<void>;
}

/** Starts a chain; `args` go to anvil. */
export async function startDeployChain(
  chainId: number,
  args: readonly string[] = [],
): Promise<DeployChain> {
  const anvil = await startAnvil({ chainId, args });
  const env = {
    [`PONDER_RPC_URL_${chainId}`]: anvil.url,
    POLLING_INTERVAL_MS: "100",
    WEIR_DEPLOYER_KEY: DEPLOYER.key,
  };
  return {
    ...{ chainId, anvil, env, node: devnetClient(anvil.url), stop: anvil.stop },
    run: async (flags, variables = env) => {
      const log: string[] = [];
      const progress = {
        line: (text: string) => log.push(text),
        prompt: () => {
          throw new Error("nobody is there to be asked");
        },
      };
      const report = await runDeploy(["--chain", String(chainId), ...flags], variables, progress);
      return { report, log };
    },
  };
}
