// Asks the package registry for known vulnerabilities of the packages that are deployed: the functions' and the
// console's. Exits with 1 at a finding of high or critical severity; exits with 0 and a message if the registry does not
// answer.
import { spawnSync } from 'node:child_process';
import { auditVerdict } from './audit/audit-verdict.ts';

/** Milliseconds after which a silent registry counts as not answering; an audit takes seconds. */
const PATIENCE_MS = 60_000;

const DEPLOYED = ['--include-workspace-root', '--workspace=console'];

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json', ...DEPLOYED], {
  encoding: 'utf8',
  timeout: PATIENCE_MS,
  stdio: ['ignore', 'pipe', 'ignore'],
  shell: process.platform === 'win32',
});
const { passes, says } = auditVerdict(stdout ?? '');
console.log(says);
process.exitCode = passes ? 0 : 1;
