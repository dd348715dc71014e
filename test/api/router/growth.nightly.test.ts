import "./growth.test.ts";
