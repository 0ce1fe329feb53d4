import { expect, it, onTestFinished, vi } from 'vitest';
import { parseCommand, text, textOr, usageOf } from '../../bin/command.ts';

const ERASE = {
  name: 'npm run erase',
  forms: ['-- --user UUID', '-- --help'],
  options: {
    'dry-run': { type: 'boolean' },
    user: text('UUID', 'whose data is deleted'),
    environment: textOr('staging', 'NAME', 'where'),
  },
  notes: 'It can be repeated.',
} as const;

it.each([
  [['--dryrun'], "Unknown option '--dryrun'. Did you mean --dry-run? See npm run erase -- --help."],
  [['--User=x'], "Unknown option '--User'. Did you mean --user? See npm run erase -- --help."],
  [['--colour'], "Unknown option '--colour'. See npm run erase -- --help."],
  [['--user'], "Option '--user <value>' argument missing. See npm run erase -- --help."],
  [['now'], "Unexpected argument 'now'. See npm run erase -- --help."],
])('says in one sentence what is wrong with %j, and names the nearest option', (args, message) => {
  expect(() => parseCommand(ERASE, args)).toThrow(message);
});

it('says that npm kept an option that stands before the lone --', () => {
  vi.stubEnv('npm_config_dry_run', 'true');
  onTestFinished(() => void vi.unstubAllEnvs());

  expect(() => parseCommand(ERASE, [])).toThrow('npm run erase -- --dry-run');
});

it('has a line of help for each option that is not for tests, with its default', () => {
  expect(parseCommand(ERASE, ['-h'])).toBeUndefined();
  expect(usageOf(ERASE)).toBe(`Usage: npm run erase -- --user UUID
       npm run erase -- --help
  --user UUID         whose data is deleted
  --environment NAME  where (default staging)
It can be repeated.`);
});
