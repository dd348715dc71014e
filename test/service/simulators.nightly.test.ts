import "./simulators.integration.test.ts";
