import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const page = readFileSync(join(ROOT, 'docs', 'security.md'), 'utf8');

/** A test named on the page: its file, and its titles if they are given. */
interface NamedTest {
  readonly file: string;
  readonly titles: readonly string[];
}

/** A file of tests in backticks, with the titles that follow it in quotation marks. */
const NAMED = /`(test\/[^`]+\.test\.ts)`((?:,? “[^”]+”(?!\w))*)/g;

const namedTests: readonly NamedTest[] = [...page.matchAll(NAMED)].map(([, file = '', titles = '']) => ({
  file,
  titles: [...titles.matchAll(/“([^”]+)”/g)].flatMap(([, title = '']) => [title]),
}));

/** The rows of the tables of attacks. */
const rows = page.split('\n').filter((line) => /^\| (?!Attack|Mistake|Asset|---)/.test(line));

describe('the page on security', () => {
  it('names only tests that exist', () => {
    const missing = namedTests.flatMap(({ file, titles }) => {
      if (!existsSync(join(ROOT, file))) return [file];
      const source = readFileSync(join(ROOT, file), 'utf8');
      return titles.filter((title) => !isTitle(title, source)).map((title) => `${file}: ${title}`);
    });

    expect(missing).toEqual([]);
    expect(namedTests.length).toBeGreaterThan(50);
  });

  it('shows a test for each attack and mistake', () => {
    const assets = page.slice(page.indexOf('## Assets'), page.indexOf('## A stranger'));
    const judged = rows.filter((row) => !assets.includes(row));

    expect(judged.length).toBeGreaterThan(35);
    expect(judged.filter((row) => !/`test\/[^`]+`/.test(row))).toEqual([]);
  });

  it('names every file of attacks', () => {
    const files = readdirSync(join(ROOT, 'test', 'attacks'), { recursive: true }).map(
      (name) => `test/attacks/${name}`,
    );
    const named = new Set(namedTests.map(({ file }) => file));

    expect(files.filter((file) => file.endsWith('.test.ts') && !named.has(file))).toEqual([]);
  });

  it('says for each attacker what remains', () => {
    const sections = page.split('\n## ').filter((section) => /^\| (Attack|Mistake) \|/m.test(section));

    expect(sections).toHaveLength(7);
    for (const section of sections) expect(section).toMatch(/^What remains: /m);
  });
});

/** Whether a file has a test or group of this title. */
function isTitle(title: string, source: string): boolean {
  return [`'${title}'`, `"${title}"`, `\`${title}\``].some((quoted) => source.includes(quoted));
}
