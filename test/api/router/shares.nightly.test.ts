import "./shares.test.ts";
