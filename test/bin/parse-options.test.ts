import { expect, it, vi } from 'vitest';
import { parseOptions } from '../../bin/parse-options.ts';

const options = { 'dry-run': { type: 'boolean' }, user: { type: 'string' } } as const;

it.each([
  [['--dryrun'], "Unknown option '--dryrun'. Did you mean --dry-run? See npm run erase -- --help."],
  [['--User=x'], "Unknown option '--User'. Did you mean --user? See npm run erase -- --help."],
  [['--colour'], "Unknown option '--colour'. See npm run erase -- --help."],
  [['--user'], "Option '--user <value>' argument missing. See npm run erase -- --help."],
  [['now'], "Unexpected argument 'now'. See npm run erase -- --help."],
])('says in one sentence what is wrong with %j, and names the nearest option', (args, message) => {
  expect(() => parseOptions('npm run erase', { args, options })).toThrow(message);
});

it('says that npm kept an option that stands before the lone --', () => {
  vi.stubEnv('npm_config_dry_run', 'true');
  expect(() => parseOptions('npm run erase', { args: [], options })).toThrow('npm run erase -- --dry-run');
});
