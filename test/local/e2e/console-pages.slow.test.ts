import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { consolePages } from '../../../local/console-pages.ts';

const BUILD = join(import.meta.dirname, '../../../build');

let folder: string;
let pages: { source: string; built: string };
const shown = (text: string) => writeFileSync(join(pages.source, 'src', 'main.js'), text);
/** The built script. */
const script = () => {
  const [name = ''] = readdirSync(join(pages.built, 'assets'));
  return readFileSync(join(pages.built, 'assets', name), 'utf8');
};
/** As if the sources had been written later than the pages. */
const later = () => {
  const time = new Date(Date.now() + 60_000);
  utimesSync(join(pages.source, 'src', 'main.js'), time, time);
};

beforeEach(() => {
  vi.spyOn(console, 'log').mockReturnValue();
  // Vite looks for the packages of its configuration above the folder.
  mkdirSync(BUILD, { recursive: true });
  folder = mkdtempSync(join(BUILD, 'pages-'));
  pages = { source: join(folder, 'console'), built: join(folder, 'dist') };
  mkdirSync(join(pages.source, 'src'), { recursive: true });
  writeFileSync(join(pages.source, 'index.html'), '<script type="module" src="/src/main.js"></script>');
  shown('document.title = "first";');
});

afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

it('builds the pages when they are missing or older than their sources, and not otherwise', async () => {
  expect(await consolePages(pages)).toBe(pages.built);
  expect(script()).toContain('first');

  shown('document.title = "second";');
  utimesSync(join(pages.source, 'src', 'main.js'), new Date(0), new Date(0));
  await consolePages(pages);
  expect(script()).toContain('first');

  later();
  await consolePages(pages);
  expect(script()).toContain('second');
});

it('says why pages cannot be built, and keeps the existing ones', async () => {
  const told = vi.spyOn(console, 'error').mockReturnValue();
  await consolePages(pages);
  shown('this is no script');
  later();

  expect(await consolePages(pages)).toBeUndefined();

  expect(told).toHaveBeenCalledWith(
    expect.stringMatching(/^The console cannot be built, so the service starts without it: ./),
  );
  expect(script()).toContain('first');
  expect(readdirSync(folder).sort()).toEqual(['console', 'dist']);
});
