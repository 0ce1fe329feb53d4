import { makeProgram } from './program.ts';
import { runProgram } from './run-program.ts';

process.exitCode = await runProgram(makeProgram(), process.argv.slice(2));
