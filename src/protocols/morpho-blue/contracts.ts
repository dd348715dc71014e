import type { Address } from "viem";
import type { Deployment, DeploymentOnChain } from "../protocol.ts";

/** Addresses of a Morpho on one chain; lower-case. */
export interface MorphoBlueContracts {
  readonly morpho: Address;
  /** The only interest model that markets use besides none; markets of any other are not used. */
  readonly adaptiveCurveIrm: Address;
}

function at(
  morpho: Address,
  adaptiveCurveIrm: Address,
  startBlock: number,
): DeploymentOnChain<MorphoBlueContracts> {
  return { contracts: { morpho, adaptiveCurveIrm }, startBlock };
}

/** Morpho on all chains. Above each: the public files that state it. */
export const deployments: readonly Deployment<MorphoBlueContracts>[] = [
  {
    slug: "morpho-blue",
    name: "Morpho",
    project: "morpho",
    url: "https://morpho.org",
    logosUri: ["https://icons.llamao.fi/icons/protocols/morpho"],
    description:
      "Isolated lending markets, each of one loan asset, one collateral, one oracle and one limit.",
    chains: {
      // https://github.com/morpho-org/sdks/blob/cdff8c4584/packages/morpho-ts/src/addresses.ts
      // https://github.com/morpho-org/morpho-blue-subgraph/blob/b5f8c8c2c4/networks.json
      1: at(
        "0xbbbbbbbbbb9cc5e90e3b3af64bdaf62c37eeffcb",
        "0x870ac11d48b15db9a138cf899d20f13f79ba00bc",
        18_883_124,
      ),
      // https://github.com/morpho-org/sdks/blob/cdff8c4584/packages/morpho-ts/src/addresses.ts
      // https://github.com/morpho-org/morpho-blue-subgraph/blob/b5f8c8c2c4/networks.json
      10: at(
        "0xce95afbb8ea029495c66020883f87aae8864af92",
        "0x8cd70a8f399428456b29546bc5dbe10ab6a06ef6",
        130_770_075,
      ),
      // https://github.com/morpho-org/sdks/blob/cdff8c4584/packages/morpho-ts/src/addresses.ts
      // https://github.com/morpho-org/morpho-blue-subgraph/blob/b5f8c8c2c4/networks.json
      56: at(
        "0x01b0bd309aa75547f7a37ad7b1219a898e67a83a",
        "0x7112d95cb5f6b13bf5f5b94a373bb3b2b381f979",
        54_344_680,
      ),
      // https://github.com/morpho-org/sdks/blob/cdff8c4584/packages/morpho-ts/src/addresses.ts
      // https://github.com/morpho-org/morpho-blue-subgraph/blob/b5f8c8c2c4/networks.json
      137: at(
        "0x1bf0c2541f820e775182832f06c0b7fc27a25f67",
        "0xe675a2161d4a6e2de2eed70ac98eebf257fbf0b0",
        66_931_042,
      ),
      // https://github.com/morpho-org/sdks/blob/cdff8c4584/packages/morpho-ts/src/addresses.ts
      // https://github.com/morpho-org/morpho-blue-subgraph/blob/b5f8c8c2c4/networks.json
      8453: at(
        "0xbbbbbbbbbb9cc5e90e3b3af64bdaf62c37eeffcb",
        "0x46415998764c29ab2a25cbea6254146d50d22687",
        13_977_148,
      ),
      // https://github.com/morpho-org/sdks/blob/cdff8c4584/packages/morpho-ts/src/addresses.ts
      // https://github.com/morpho-org/morpho-blue-subgraph/blob/b5f8c8c2c4/networks.json
      42161: at(
        "0x6c247b1f6182318877311737bac0844baa518f5e",
        "0x66f30587fb8d4206918deb78eca7d5ebbafd06da",
        296_446_593,
      ),
    },
  },
];
