import { describeBehind } from "./behind.ts";

describeBehind("reth");
