#!/usr/bin/env node
// forge asks its compiler for --version and --standard-json; this answers with the solc of node_modules, so nothing is downloaded.
require("./solc-table.cjs");
const solc = require("solc");

if (process.argv.includes("--version")) {
  console.log("solc, the solidity compiler commandline interface");
  // forge reads only native platform names.
  console.log(`Version: ${solc.version().replace(".Emscripten.clang", ".Linux.g++")}`);
} else {
  const chunks = [];
  process.stdin.on("data", (chunk) => chunks.push(chunk));
  process.stdin.on("end", () =>
    process.stdout.write(solc.compile(Buffer.concat(chunks).toString("utf8"))),
  );
}
