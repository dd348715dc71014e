import { buildContracts } from "../../contracts/build.ts";
import {
  ACCOUNT_7702_ADDRESS,
  CORE_WALLET_FACTORY_ADDRESS,
  DELEGATE_EXECUTOR_ADDRESS,
  deployments,
  PREPAID_INFINITY_ADDRESS,
  PREPAID_V3_ADDRESS,
  PREPAID_V4_ADDRESS,
  ROUTER_ADDRESS,
} from "../../src/api/program/contracts.ts";
import type { Builder } from "../builder.ts";

/** Where the service expects what is deployed. */
const EXPECTED = {
  router: ROUTER_ADDRESS,
  delegateExecutor: DELEGATE_EXECUTOR_ADDRESS,
  coreWalletFactory: CORE_WALLET_FACTORY_ADDRESS,
  account7702: ACCOUNT_7702_ADDRESS,
  prepaidV3: PREPAID_V3_ADDRESS,
  prepaidV4: PREPAID_V4_ADDRESS,
  prepaidInfinity: PREPAID_INFINITY_ADDRESS,
} as const;

/**
 * Deploys Weir's own contracts by CREATE2, with the transactions that deploy them on any chain.
 *
 * @param log Receives a warning when bytecode gives another address than the service uses: all but
 *   transactions work then.
 */
export async function deployWeir(builder: Builder, log: (line: string) => void): Promise<void> {
  for (const { name, address, to, data } of deployments(await buildContracts())) {
    builder.queue({ to, data, gas: 8_000_000n, label: `deployment of ${name}` });
    if (address !== EXPECTED[name]) {
      log(
        `devnet: ${name} is at ${address}, not at ${EXPECTED[name]}; update src/api/program/contracts.ts.`,
      );
    }
  }
  await builder.flush();
}
