import { describeBehind } from "./behind.ts";

describeBehind("nitro");
