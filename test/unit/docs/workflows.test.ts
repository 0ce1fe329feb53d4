import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const FOLDER = join(ROOT, '.github', 'workflows');

const step = z.object({ uses: z.string().optional(), run: z.string().optional() });
const permissions = z.record(z.string(), z.enum(['read', 'write', 'none']));
const concurrency = z.object({ group: z.string(), 'cancel-in-progress': z.union([z.boolean(), z.string()]) });
const job = z.object({
  if: z.string().optional(),
  needs: z.string().optional(),
  uses: z.string().optional(),
  environment: z.string().optional(),
  'timeout-minutes': z.number().optional(),
  permissions: permissions.optional(),
  concurrency: concurrency.optional(),
  steps: z.array(step).default([]),
});
const workflow = z.object({
  on: z.record(z.string(), z.unknown()),
  permissions,
  concurrency: concurrency.optional(),
  jobs: z.record(z.string(), job),
});
const scripts = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))).scripts;

const workflows = readdirSync(FOLDER).map((file) => {
  const text = readFileSync(join(FOLDER, file), 'utf8');
  return { file, text, ...workflow.parse(parse(text)) };
});
const jobs = workflows.flatMap(({ file, jobs, on, permissions }) =>
  Object.entries(jobs).map(([name, value]) => ({
    id: `${file} ${name}`,
    on,
    ...value,
    permissions: value.permissions ?? permissions,
  })),
);
const actionsOf = ({ steps, uses }: (typeof jobs)[number]) =>
  [uses, ...steps.map((each) => each.uses)].filter((each) => each !== undefined);
const getsCredentials = (each: (typeof jobs)[number]) =>
  actionsOf(each).some((action) => action.startsWith('aws-actions/'));

describe('the workflows', () => {
  it('use no secret but the token of the run', () => {
    const secrets = workflows.flatMap(({ text }) => text.match(/\bsecrets\b(\.\w+)?/g) ?? []);

    expect(new Set(secrets)).toEqual(new Set(['secrets.GITHUB_TOKEN']));
  });

  it('pin actions of others by the commit, and say its version', () => {
    const used = workflows.flatMap(({ text }) => text.match(/uses: .*/g) ?? []);
    const ofOthers = used.filter((line) => !line.startsWith('uses: ./'));

    expect(ofOthers.length).toBeGreaterThan(5);
    for (const line of ofOthers) expect(line).toMatch(/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    expect(new Set(ofOthers).size, 'one version of each action').toBe(
      new Set(ofOthers.map((line) => line.split('@')[0])).size,
    );
  });

  it.each(jobs)('permit no more than is needed: $id', (each) => {
    const writes = Object.entries(each.permissions).filter(([, level]) => level === 'write');
    const allowed = getsCredentials(each) ? ['id-token'] : ['pull-requests'];

    expect(allowed).toEqual(expect.arrayContaining(writes.map(([scope]) => scope)));
    expect(each.permissions['id-token'] === 'write').toBe(getsCredentials(each));
  });

  it('let no job write that runs code of a pull request', () => {
    const writers = jobs.filter((each) => each.permissions['pull-requests'] === 'write');

    expect(writers.map(({ id }) => id)).toEqual(['diff.yml comment']);
    for (const writer of writers) {
      expect(actionsOf(writer)).toEqual([]);
      expect(JSON.stringify(writer.steps)).not.toMatch(/npm|checkout|\$\{\{/);
    }
  });

  it('give no credentials to pull requests of forks', () => {
    const risky = jobs.filter((each) => 'pull_request' in each.on && getsCredentials(each));

    expect(risky.map(({ id }) => id)).toEqual(['diff.yml diff']);
    for (const each of risky)
      expect(each.if).toContain('github.event.pull_request.head.repo.full_name == github.repository');
    expect(workflows.flatMap(({ on }) => Object.keys(on))).not.toContain('pull_request_target');
    expect(workflows.flatMap(({ on }) => Object.keys(on))).not.toContain('workflow_run');
  });

  it('put no text of others into a shell', () => {
    for (const { steps } of jobs) for (const { run = '' } of steps) expect(run).not.toContain('${{');
  });

  it('run scripts that exist', () => {
    const runs = jobs.flatMap(({ steps }) => steps.flatMap(({ run = '' }) => run));
    const named = runs.flatMap((run) =>
      [...run.matchAll(/npm run (?:--\S+ )*([\w:-]+)/g)].map(([, name]) => name),
    );

    expect(named).toEqual(expect.arrayContaining(['diff', 'deploy', 'smoke']));
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named));
  });

  it('check all that .ci/run checks, before anything is deployed', () => {
    const check = jobs.find(({ id }) => id === 'check.yml check');
    const called = jobs.find(({ id }) => id === 'deploy.yml check');
    const staging = jobs.find(({ id }) => id === 'deploy.yml staging');

    expect(check?.steps.map(({ run }) => run)).toContain('.ci/run');
    expect(called?.uses).toBe('./.github/workflows/check.yml');
    expect(staging?.needs).toBe('check');
  });

  it('deploy only the main branch, to staging first, one at a time', () => {
    const deploying = jobs.filter(({ steps }) =>
      steps.some(({ run = '' }) => run.includes('npm run deploy')),
    );

    expect(deploying.map(({ id, environment, needs }) => ({ id, environment, needs }))).toEqual([
      { id: 'deploy.yml staging', environment: 'staging', needs: 'check' },
      { id: 'deploy.yml production', environment: 'production', needs: 'staging' },
    ]);
    for (const { on, environment, concurrency, steps } of deploying) {
      expect(on).toEqual({ push: { branches: ['main'] } });
      expect(concurrency).toEqual({ group: `deploy-${environment}`, 'cancel-in-progress': false });
      const smoke = `npm run smoke -- --outputs outputs.json --environment ${environment}`;
      expect(steps.at(-1)?.run).toBe(environment === 'staging' ? `${smoke} --require-synthetic-call` : smoke);
    }
  });

  it('end by themselves', () => {
    for (const each of jobs)
      if (each.uses === undefined) expect(each['timeout-minutes'], each.id).toBeLessThanOrEqual(90);
  });
});
