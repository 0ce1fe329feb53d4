import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildConsole } from '../support/console/build.ts';

/** A chunk of the build's manifest. */
interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

/** Bytes that the first page may load, compressed, and its requests. */
const [MOST_BYTES, MOST_REQUESTS] = [170_000, 15];

describe('the built console', () => {
  // Not the folder of the project's build, from which services of other tests start meanwhile.
  const folder = mkdtempSync(join(tmpdir(), 'console-build-'));
  let manifest: Readonly<Record<string, Chunk>>;
  let html: string;

  beforeAll(async () => {
    await buildConsole(folder);
    manifest = JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8'));
    html = readFileSync(join(folder, 'index.html'), 'utf8');
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** The files of a chunk and of all that it imports at once. */
  function filesOf(name: string, files = new Set<string>()): Set<string> {
    const chunk = manifest[name];
    if (!chunk || files.has(chunk.file)) return files;
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    for (const imported of chunk.imports ?? []) filesOf(imported, files);
    return files;
  }

  const gzipped = (files: Iterable<string>) =>
    [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file))).length, 0);

  const pages = [
    'overview/overview-page',
    'calls/calls-page',
    'calls/batch/batch-page',
    'call/call-page',
    'campaigns/campaigns-page',
    'campaigns/campaign-page',
    'review/answers-page',
    'review/review-page',
    'review/compare-page',
    'agents/agents-page',
    'agents/agent-page',
    'playground/playground-page',
    'tests/tests-page',
    'tests/test-page',
    'tests/run-page',
    'tests/difference-page',
    'webhooks/webhooks-page',
    'webhooks/webhook-page',
    'webhooks/delivery-page',
    'numbers/numbers-page',
    'connections/connections-page',
    'settings/settings-page',
    'reference/reference-page',
  ];

  it.each(pages)('loads at most 170 KB in 15 requests for a first look at %s', (page) => {
    const chunk = `src/pages/${page}.tsx`;
    expect(manifest).toHaveProperty([chunk]);

    const files = filesOf(chunk, filesOf('index.html'));

    expect(gzipped(files) + gzipSync(html).length).toBeLessThanOrEqual(MOST_BYTES);
    expect(files.size + 1).toBeLessThanOrEqual(MOST_REQUESTS);
  });

  it('loads the editor of prompts and the templates only when they are shown', () => {
    const first = filesOf('src/pages/agents/agent-page.tsx', filesOf('index.html'));
    const later = ['prompt/prompt-editor.ts', 'templates/templates.ts'].map(
      (name) => manifest[`src/pages/agents/${name}`]?.file,
    );

    expect(later.every((file) => file !== undefined && !first.has(file))).toBe(true);
  });

  it('has no script or style in its page, and names every file by its content', () => {
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=/i);
    const files = Object.values(manifest).flatMap(({ file, css = [] }) => [file, ...css]);
    expect(files.filter((file) => !/^assets\/.+-[\w-]{8}\.(js|css|woff2)$/.test(file))).toEqual([]);
  });

  it('names no other origin that it would load from', () => {
    const scripts = [
      ...filesOf('index.html'),
      ...pages.flatMap((page) => [...filesOf(`src/pages/${page}.tsx`)]),
    ];
    const loads = scripts.filter((file) =>
      /(?:import|src|href)\s*[=(:]\s*["'`]https?:/.test(readFileSync(join(folder, file), 'utf8')),
    );

    expect(loads).toEqual([]);
  });
});
