import { parseOptions } from '../../bin/parse-options.ts';
import { CommandError } from '../call/clients/command-error.ts';
import { REPORTERS, type Reporter } from './reporters.ts';

/** The options of `npm run agent-test`. */
export interface TestArguments {
  /** Files and folders with tests. */
  readonly paths: readonly string[];
  /** What is tested in place of each test's own agent. */
  readonly agent: string | undefined;
  readonly labels: readonly string[];
  /** How often each test is run. */
  readonly runs: number;
  readonly reporter: Reporter;
  /** Verdicts of judges that are not cached are skipped. */
  readonly offline: boolean;
  /** Models are timed, so that limits of time are checked. */
  readonly timed: boolean;
  readonly watch: boolean;
  /** The number of orders to draw from the lines of each test, and the seed. */
  readonly explore: { readonly count: number; readonly seed: number } | undefined;
  /** A deployed service; without it, the local one. */
  readonly service: { readonly base_url: string; readonly access_token: string } | undefined;
  /** The data folder of the running local service. */
  readonly data: string;
}

const MAX_RUNS = 20;
const MAX_ORDERS = 5_000;

export const USAGE = `Usage: npm run agent-test -- FILE|FOLDER… [options]
  FILE               a test in YAML, JSON or TypeScript; of a folder, each such file
  --agent AGENT      test this agent in place of each test's own: a name or id, perhaps with @VERSION or @draft,
                     or a file such as examples/conversations/booking.yaml
  --label LABEL      only tests with this label; give it again for further ones
  --runs N           run each test N times (1 to ${MAX_RUNS}, default 1)
  --offline          ask no judge: skip verdicts that are not cached
  --timed            time the models and check within_ms; the output may then differ from run to run
  --explore N        play the lines of each test in N other orders (1 to ${MAX_ORDERS}), and shrink what fails
  --seed N           the seed of these orders (default 1)
  --watch            run again when a file or an agent changes
  --reporter NAME    ${REPORTERS.join(', ')} (default text)
  --url URL          a deployed service in place of the local one, with --token
  --token TOKEN      an access token of it with the scopes tests:write and tests:read; for agents of files, write
  --data FOLDER      the data folder of the running local service (default .local)
Exit code: 0 all passed, 1 a test failed, 2 a test could not be run.`;

const options = {
  agent: { type: 'string' },
  label: { type: 'string', multiple: true },
  runs: { type: 'string', default: '1' },
  offline: { type: 'boolean', default: false },
  timed: { type: 'boolean', default: false },
  explore: { type: 'string' },
  seed: { type: 'string', default: '1' },
  watch: { type: 'boolean', default: false },
  reporter: { type: 'string', default: 'text' },
  url: { type: 'string' },
  token: { type: 'string' },
  data: { type: 'string', default: '.local' },
  help: { type: 'boolean', default: false, short: 'h' },
} as const;

/** Parses the command line. Returns undefined for --help; throws OptionError or CommandError for a wrong one. */
export function parseTestArguments(args: readonly string[]): TestArguments | undefined {
  const parsed = parseOptions('npm run agent-test', { args: [...args], options, allowPositionals: true });
  const { positionals: paths, values } = parsed;
  const { help, agent, label: labels = [], runs, offline, timed, watch, data, url, token } = values;
  if (help) return undefined;
  if (paths.length === 0) throw new CommandError(`Name a file or a folder with tests.\n${USAGE}`);
  const reporter = REPORTERS.find((name) => name === values.reporter);
  if (!reporter)
    throw new CommandError(`--reporter must be ${REPORTERS.join(', ')}, not "${values.reporter}".`);
  const service = serviceOf(url, token);
  const explore = values.explore !== undefined && {
    count: numberOf('explore', values.explore, 1, MAX_ORDERS),
    seed: numberOf('seed', values.seed, 0, 999_999_999),
  };
  if (explore && reporter !== 'text')
    throw new CommandError('--explore has a report of its own: leave out --reporter.');
  return {
    paths,
    agent,
    labels,
    runs: numberOf('runs', runs, 1, MAX_RUNS),
    offline,
    timed,
    watch,
    explore: explore || undefined,
    reporter,
    service,
    data,
  };
}

function numberOf(option: string, text: string, least: number, most: number): number {
  const number = Number(text);
  if (/^\d{1,9}$/.test(text) && number >= least && number <= most) return number;
  throw new CommandError(`--${option} must be a number from ${least} to ${most}, not "${text}".`);
}

function serviceOf(url: string | undefined, token: string | undefined): TestArguments['service'] {
  if (url === undefined && token === undefined) return undefined;
  if (url === undefined || token === undefined) throw new CommandError('--url and --token go together.');
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new CommandError(`--url must be an http or https URL, not "${url}".`);
  return { base_url: url, access_token: token };
}
