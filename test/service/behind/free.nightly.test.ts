import { describeBehind } from "./behind.ts";

describeBehind("free");
