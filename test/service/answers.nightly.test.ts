import "./answers.integration.test.ts";
