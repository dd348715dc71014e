import { describeBehind } from "./behind.ts";

describeBehind("archive");
