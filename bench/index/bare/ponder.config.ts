import config from "../../../ponder.config.ts";

export default config;
