// Asks the package registry for known vulnerabilities of what goes into the functions.
// Ends with 1 at a finding of high or critical severity; says so and ends with 0 where the registry does not answer.
import { spawnSync } from 'node:child_process';
import { auditVerdict } from './audit-verdict.ts';

/** An audit takes seconds; a registry that is silent for so long (ms) does not answer audits. */
const PATIENCE_MS = 60_000;

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
  encoding: 'utf8',
  timeout: PATIENCE_MS,
  stdio: ['ignore', 'pipe', 'ignore'],
  shell: process.platform === 'win32',
});
const { passes, says } = auditVerdict(stdout ?? '');
console.log(says);
process.exitCode = passes ? 0 : 1;
