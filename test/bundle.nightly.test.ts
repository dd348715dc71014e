import "./bundle.integration.test.ts";
