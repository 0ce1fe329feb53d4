import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { changed, readTests, stateOfFiles, testFilesIn } from '#cli/agent-tests/find-tests.ts';

const test = (name: string) => `{ "name": "${name}", "labels": ["${name}"], "turns": [{ "contact": "Hi" }] }`;

/** A new folder with these files. */
function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'agent-tests-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
}

describe('the tests of a folder', () => {
  it('are those of its YAML, JSON and TypeScript files, in the order of their names', async () => {
    const folder = folderWith({
      'b.yaml': 'name: b\nturns:\n  - contact: Hi\n',
      'a/z.json': test('z'),
      'c.ts': `type Name = string;
        const of = (name: Name) => ({ name, turns: [{ contact: 'Hi' }] });
        export default of('c');
        export const more = [of('d'), of('e')];`,
      'read.me': 'x',
      'node_modules/x/x.json': test('x'),
      '.hidden/y.json': test('y'),
    });

    const { tests: found } = await readTests(testFilesIn([folder, join(folder, 'b.yaml')]), []);

    expect(found.map(({ test: { name } }) => name)).toEqual(['z', 'b', 'c', 'd', 'e']);
    expect(found.map(({ placeOf }) => placeOf(['turns', 0]).slice(folder.length + 1))).toEqual([
      'a/z.json:1',
      'b.yaml:3',
      ...Array(3).fill('c.ts'),
    ]);
  });

  it('may be chosen by label', async () => {
    const files = testFilesIn([folderWith({ 'a.json': test('a'), 'b.json': test('b') })]);

    expect((await readTests(files, ['b', 'c'])).tests.map(({ test: { name } }) => name)).toEqual(['b']);
    await expect(readTests(files, ['c', 'd'])).rejects.toThrow('No test has the label c or d.');
  });

  it('may have no other file', () => {
    const folder = folderWith({ 'read.me': 'x' });

    expect(() => testFilesIn([folder])).toThrow(`The folder ${folder} has no test in YAML`);
  });

  it.each<[string, string, ...[line: string, text: string][]]>([
    ['a.ts', 'export {};', ['', 'it exports no test.']],
    ['a.ts', 'throw new Error("broken\\nin two lines");', ['', 'it cannot be loaded: broken\nin two lines']],
    [
      'a.ts',
      'export const one = [{ name: "a", turns: [{ contakt: "Hi" }] }];',
      ['', 'one[0]: turns[0].contakt: Unknown key. The nearest known key is contact.'],
    ],
    ['a.yaml', 'name: a\nturns: [', [':2', expect.stringContaining('this is neither JSON nor YAML')]],
    ['a.yaml', `# ${'x'.repeat(200_000)}`, ['', 'The test * is larger than 200,000 bytes.']],
    [
      'a.yaml',
      'name: 5\nturns:\n  - silence: 5\n',
      [':1', 'name: Must be a string.'],
      [':3', 'turns[0].silence: Must be a duration such as 20s, 1500ms or 2m.'],
    ],
    ['none/a.yaml', '', ['', 'The test * cannot be read: there is no such file.']],
    ['none/a.ts', '', ['', 'The test * cannot be read: there is no such file.']],
  ])('that are bad are reported, and stop no other: %s %s', async (name, text, ...issues) => {
    const folder = folderWith({ 'good.json': test('good'), ...(text !== '' && { [name]: text }) });
    const file = join(folder, name);

    const { tests, bad } = await readTests([file, join(folder, 'good.json')], ['good']);

    expect(tests).toMatchObject([{ test: { name: 'good' } }]);
    expect(bad).toMatchObject([{ path: file, status: 'error' }]);
    expect(bad[0]?.issues.map((issue) => [issue.at, issue.text.replace(file, '*')])).toEqual(
      issues.map(([line, issue]) => [file + line, issue]),
    );
  });
});

it('a change is noticed of a file, and of anything else that the state has', async () => {
  const folder = folderWith({ 'a.json': '1' });
  const { signal } = new AbortController();
  const file = join(folder, 'a.json');
  const files = { state: async () => stateOfFiles([file]), signal };

  const change = changed(await files.state(), files);
  writeFileSync(file, '22');
  await change;
  await changed('before', { ...files, state: async () => 'after' });

  const ended = AbortSignal.abort(new Error('over'));
  await expect(changed(await files.state(), { ...files, signal: ended })).rejects.toThrow('over');
});
