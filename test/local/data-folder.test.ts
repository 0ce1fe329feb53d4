import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { prepareFolder } from '../../local/data-folder.ts';

/** A data folder as a former version left it: all users of the machine may read it. */
function formerFolder(...others: string[]) {
  const data = mkdtempSync(join(tmpdir(), 'phone-call-agents-test-'));
  onTestFinished(() => rmSync(data, { recursive: true }));
  const stored = ['connection.json', 's3/sounds/one', 'logs/dial.log'];
  mkdirSync(join(data, 's3', 'sounds'), { recursive: true });
  mkdirSync(join(data, 'logs'));
  for (const name of [...stored, ...others]) writeFileSync(join(data, name), '');
  for (const name of [...stored, ...others]) chmodSync(join(data, name), 0o644);
  for (const name of ['', 's3', 's3/sounds', 'logs']) chmodSync(join(data, name), 0o755);
  const modesOf = (...names: string[]) =>
    names.map((name) => (statSync(join(data, name)).mode & 0o777).toString(8)).join(' ');
  return { data, modesOf };
}

it('closes a data folder to other users, with all that is and will be in it', async () => {
  const { data, modesOf } = formerFolder();

  await prepareFolder({ data, reset: false });
  writeFileSync(join(data, 'logs', 'new.log'), '');

  expect(modesOf('', 's3', 's3/sounds', 'logs')).toBe('700 700 700 700');
  expect(modesOf('connection.json', 's3/sounds/one', 'logs/dial.log', 'logs/new.log')).toBe(
    '600 600 600 600',
  );
});

it('leaves the files of others as they are, and a folder that has any', async () => {
  const { data, modesOf } = formerFolder('notes.txt');
  symlinkSync(join(data, 'notes.txt'), join(data, 'logs', 'link'));

  await prepareFolder({ data, reset: false });

  expect(modesOf('', 'notes.txt', 'connection.json', 'logs')).toBe('755 644 600 700');
});
