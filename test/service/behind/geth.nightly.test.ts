import { describeBehind } from "./behind.ts";

describeBehind("geth");
