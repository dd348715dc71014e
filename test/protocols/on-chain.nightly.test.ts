import "./balancer-v2/logs.integration.test.ts";
import "./curve-stableswap/transitions.integration.test.ts";
import "./uniswap-v3/quoter.integration.test.ts";

import.meta.glob("./*/{on-chain,ranges}.integration.test.ts", { eager: true });
