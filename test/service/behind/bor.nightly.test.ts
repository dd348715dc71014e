import { describeBehind } from "./behind.ts";

describeBehind("bor");
