#!/usr/bin/env node
// Runs the program that the optional dependency for this system holds.
"use strict";

const { spawn } = require("child_process");
const { constants } = require("os");

const system = `fms-tui-${process.platform}-${process.arch}`;
const file = process.platform === "win32" ? "fms-tui.exe" : "fms-tui";
let path;
try {
  path = require.resolve(`${system}/bin/${file}`);
} catch {
  console.error(
    `fms-tui: the package ${system} is not installed. Install fms-tui again without --omit=optional. ` +
      "If there is no such package, build fms-tui from source with Go.",
  );
  process.exit(1);
}
const program = spawn(path, process.argv.slice(2), { stdio: "inherit" });
// ctrl+c reaches the program by itself: the terminal signals both processes.
process.on("SIGINT", () => {});
for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => program.kill(signal));
program.on("error", (error) => {
  console.error(`fms-tui: ${path}: ${error.message}`);
  process.exit(1);
});
program.on("exit", (status, signal) => process.exit(signal ? 128 + constants.signals[signal] : status));
