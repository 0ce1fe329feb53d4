// Runs a program of the project on the Node.js version that the project pins, and first installs dependencies that are
// missing or older than the lock file. node bin/run.mjs local/start.ts --port 3000 (a TypeScript file); node
// bin/run.mjs cdk synth (a package's command)
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const commands = join(root, 'node_modules', '.bin');
/** In the repository; a package has its dependencies, and JavaScript in place of TypeScript. */
const isRepository = existsSync(join(root, 'package-lock.json'));
const [program, ...args] = process.argv.slice(2);

/** Where Node.js keeps what it made of the TypeScript files: the next start need not load and run its compiler. */
const NODE_COMPILE_CACHE = join(root, 'node_modules', '.cache', 'compiled');

/**
 * Memory pools of the C library, which would make up to eight a processor for the threads of the local functions and
 * keep what was freed in each of them.
 */
const MALLOC_ARENA_MAX = '2';

if (!program) fail('Usage: node bin/run.mjs <file.ts | command> [arguments]');
if (isRepository && !isInstalled()) install();
run();

/** npm writes this file when an installation is complete. */
function isInstalled() {
  const marker = join(root, 'node_modules', '.package-lock.json');
  return existsSync(marker) && statSync(marker).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs;
}

function install() {
  console.error('Installing dependencies (npm ci) …');
  const isOnline = hasRegistry();
  // Without a network, all packages may be in npm's cache.
  const how = isOnline ? ['--loglevel=error'] : ['--offline', '--silent'];
  if (npm(['ci', '--no-audit', '--no-fund', ...how], ['ignore', 2, 2]).status === 0) return;
  if (isOnline) fail('npm ci failed: the dependencies could not be installed.');
  fail(
    'The npm registry cannot be reached: connect to a network and repeat the command; only the first start needs one.',
  );
}

/** Whether npm's registry answers at all. npm itself would wait for minutes. */
function hasRegistry() {
  const { error, stderr } = npm(['ping', '--fetch-retries=0'], 'pipe', { timeout: 10_000 });
  return (
    !error && !/ code (E[A-Z]*(AGAIN|NOTFOUND|REFUSED|UNREACH|TIMEDOUT|TIMEOUT|RESET))/.test(String(stderr))
  );
}

function npm(args, stdio, options = {}) {
  return spawnSync('npm', args, { cwd: root, stdio, shell: process.platform === 'win32', ...options });
}

function run() {
  const file = isRepository ? program : program.replace(/\.ts$/, '.js');
  const path = /\.[tj]s$/.test(file) ? join(root, file) : join(commands, file);
  const child = spawn(isRepository ? join(commands, 'node') : process.execPath, [path, ...args], {
    stdio: 'inherit',
    env: {
      NODE_COMPILE_CACHE,
      MALLOC_ARENA_MAX,
      ...process.env,
      PATH: `${commands}${delimiter}${process.env.PATH}`,
    },
  });
  // The terminal sends Ctrl-C to both processes; a signal sent to this one alone must reach the child.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // A shell that npm starts for a script does not pass signals on; when it is gone, the child must end.
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || child.kill('SIGTERM'), 500).unref();
  child.on('error', (error) => fail(`Could not start ${program}: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
