#!/usr/bin/env node
/** The command `cardwise`. */
import { run } from './run.js';

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  stdin: process.stdin.isTTY ? null : process.stdin,
  isWatched: process.stderr.isTTY === true,
});
