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

/** Node.js's cache of compiled TypeScript, so that the next start need not load its compiler. */
const NODE_COMPILE_CACHE = join(root, 'node_modules', '.cache', 'compiled');

/**
 * Limits glibc's memory arenas: it would create up to eight per core for the threads of local functions, and keep freed
 * memory in each.
 */
const MALLOC_ARENA_MAX = '2';

const OF_NPM = { cwd: root, shell: process.platform === 'win32' };

/** The start time, from which the program goes on counting seconds. */
const seconds = () => Math.round(performance.now() / 1000);

if (!program) fail('Usage: node bin/run.mjs <file.ts | command> [arguments]');
if (isRepository && !isInstalled()) await install();
run();

/** npm writes this file when an installation is complete. */
function isInstalled() {
  const marker = join(root, 'node_modules', '.package-lock.json');
  return existsSync(marker) && statSync(marker).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs;
}

async function install() {
  console.error('Installing dependencies (npm ci): some 350 packages, 900 MB on disk, only once …');
  const unreachable = whyUnreachable();
  // Without a network, all packages may be in npm's cache.
  const reason = await installFrom(unreachable === undefined ? [] : ['--offline']);
  if (reason === undefined) return console.error(`Installed after ${seconds()} s.`);
  if (unreachable !== undefined && reason.includes('ENOTCACHED'))
    fail(
      `The npm registry cannot be reached (${unreachable}): connect to a network and repeat the command; only the first start needs one.`,
    );
  fail(`${reason}npm ci failed: the dependencies could not be installed.`);
}

/** Why npm's registry is unreachable; undefined if it may answer. npm ci itself would wait for minutes. */
function whyUnreachable() {
  const ping = ['ping', '--fetch-retries=0', '--fetch-timeout=8000'];
  const { stderr } = spawnSync('npm', ping, { ...OF_NPM, encoding: 'utf8', timeout: 60_000 });
  if (/ network timeout at/.test(stderr)) return 'no answer in 8 s';
  return / code (E[A-Z]*(AGAIN|NOTFOUND|REFUSED|UNREACH|TIMEDOUT|TIMEOUT|RESET))/.exec(stderr ?? '')?.[1];
}

/** Installs, with npm's own progress on a terminal. Resolves with what npm says if it fails. */
async function installFrom(options) {
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error', ...options];
  const isShown = process.stderr.isTTY === true && options.length === 0;
  const child = spawn('npm', args, { ...OF_NPM, stdio: ['ignore', 2, isShown ? 2 : 'pipe'] });
  let output = '';
  const add = (text) => {
    output = (output + text).slice(0, 2000);
  };
  child.stderr?.setEncoding('utf8').on('data', add);
  const beat = isShown ? undefined : setInterval(() => console.error(`  … ${seconds()} s`), 15_000);
  const code = await new Promise((resolve) => {
    child.on('error', ({ message }) => resolve(add(`npm cannot be run: ${message}\n`)));
    child.on('close', resolve);
  });
  clearInterval(beat);
  return code === 0 ? undefined : output;
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
      ...(program === 'bin/preflight.ts' && viaProxy()),
      RUN_STARTED_AT: String(Math.round(performance.timeOrigin)),
      PATH: `${commands}${delimiter}${process.env.PATH}`,
    },
  });
  // The terminal sends Ctrl-C to both processes; a signal sent to this one alone must reach the child.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // The shell that npm starts for a script doesn't forward signals; when it exits, the child must end.
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || child.kill('SIGTERM'), 500).unref();
  child.on('error', (error) => fail(`Could not start ${program}: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
}

/** Requests to AWS use the proxy in HTTPS_PROXY, as with the AWS CLI; requests to this machine don't. */
function viaProxy() {
  const { NO_PROXY, no_proxy = NO_PROXY } = process.env;
  const direct = ['localhost', '127.0.0.1', '::1', no_proxy].filter(Boolean).join(',');
  return { NODE_USE_ENV_PROXY: '1', NO_PROXY: direct, no_proxy: direct };
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
