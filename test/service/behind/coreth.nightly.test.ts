import { describeBehind } from "./behind.ts";

describeBehind("coreth");
