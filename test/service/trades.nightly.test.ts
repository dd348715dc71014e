import "./trades.integration.test.ts";
