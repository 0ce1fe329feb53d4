import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';

const FOLDER = join(import.meta.dirname, '..', '..', '.github', 'workflows');

const permissions = z.record(z.string(), z.enum(['read', 'write', 'none']));
const job = z.object({
  if: z.string().optional(),
  needs: z.string().optional(),
  environment: z.string().optional(),
  permissions: permissions.optional(),
  steps: z.array(z.object({ uses: z.string().optional(), run: z.string().optional() })).default([]),
});
const workflow = z.object({
  on: z.record(z.string(), z.unknown()),
  permissions,
  jobs: z.record(z.string(), job),
});

const texts = readdirSync(FOLDER).map((file) => ({ file, text: readFileSync(join(FOLDER, file), 'utf8') }));
const jobs = texts.flatMap(({ file, text }) => {
  const { on, permissions, jobs } = workflow.parse(parse(text));
  return Object.entries(jobs).map(([name, value]) => ({
    id: `${file} ${name}`,
    on,
    ...value,
    permissions: value.permissions ?? permissions,
  }));
});
const getsCredentials = (each: (typeof jobs)[number]) => each.permissions['id-token'] === 'write';

describe('the workflows', () => {
  it('use no secret but the token of the run, and pin actions of others by the commit', () => {
    const text = texts.map((each) => each.text).join('\n');
    const ofOthers = (text.match(/uses: .*/g) ?? []).filter((line) => !line.startsWith('uses: ./'));

    expect(new Set(text.match(/\bsecrets\b(\.\w+)?/g))).toEqual(new Set(['secrets.GITHUB_TOKEN']));
    expect(ofOthers.length).toBeGreaterThan(5);
    for (const line of ofOthers) expect(line).toMatch(/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('put no text of others into a shell', () => {
    for (const { steps } of jobs) for (const { run = '' } of steps) expect(run).not.toContain('${{');
  });

  it('let no job write that runs code of a pull request, and give forks no credentials', () => {
    const writers = jobs.filter((each) => each.permissions['pull-requests'] === 'write');
    const risky = jobs.filter((each) => 'pull_request' in each.on && getsCredentials(each));

    expect(writers.map(({ id }) => id)).toEqual(['diff.yml comment']);
    expect(JSON.stringify(writers.map(({ steps }) => steps))).not.toMatch(/uses|npm|checkout|\$\{\{/);
    expect(risky.map(({ id }) => id)).toEqual(['diff.yml diff']);
    expect(risky[0]?.if).toContain('github.event.pull_request.head.repo.full_name == github.repository');
    for (const { on } of jobs) expect(Object.keys(on)).not.toContain('pull_request_target');
  });

  it('build the console before they synthesize', () => {
    const synthesizing = jobs.flatMap(({ id, steps }) => {
      const commands = steps.map(({ run = '' }) => run);
      const synthesis = commands.findIndex((run) => /npm run .*(deploy|diff) -- /.test(run));
      return synthesis < 0
        ? []
        : [{ id, isBuilt: commands.slice(0, synthesis).includes('npm run console:build') }];
    });
    const checks = readFileSync(join(FOLDER, '..', '..', '.ci', 'run'), 'utf8');

    expect(synthesizing).toEqual([
      { id: 'deploy.yml deploy', isBuilt: true },
      { id: 'diff.yml diff', isBuilt: true },
    ]);
    expect(checks).toMatch(/npm run console:build\n.*npm test/s);
  });
});
