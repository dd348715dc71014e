import "./positions.integration.test.ts";
