import { getContractAddress, type Hex, isAddressEqual } from "viem";
import { buildContracts } from "../../contracts/build.ts";
import {
  DEPLOYER_ADDRESS,
  ROUTER_ADDRESS,
  ROUTER_SALT,
  routerDeployment,
} from "../../src/api/program/contracts.ts";
import type { Builder } from "../builder.ts";

/**
 * Deploys Weir's own router and executor by CREATE2, with the transaction that deploys them on any chain.
 *
 * @param log Receives a warning when the bytecode gives another address than the service uses: all but transactions work then.
 */
export async function deployWeirRouter(
  builder: Builder,
  log: (line: string) => void,
): Promise<void> {
  const { router } = await buildContracts();
  const { to, data } = routerDeployment(router.bytecode);
  builder.queue({ to, data, gas: 12_000_000n, label: "deployment of the router" });
  await builder.flush();
  const deployed = routerAddress(router.bytecode);
  if (!isAddressEqual(deployed, ROUTER_ADDRESS)) {
    log(
      `devnet: the router is at ${deployed}, not at ROUTER_ADDRESS ${ROUTER_ADDRESS}; update src/api/program/contracts.ts.`,
    );
  }
}

function routerAddress(bytecode: Hex) {
  return getContractAddress({
    opcode: "CREATE2",
    from: DEPLOYER_ADDRESS,
    salt: ROUTER_SALT,
    bytecode,
  });
}
