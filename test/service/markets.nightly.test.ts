import "./markets.integration.test.ts";
