import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const sources = (pattern: string) => globSync(pattern, { cwd: ROOT }).map(read).join('\n');

/** The pages by which an operator finds the cause of an alarm. */
const pages = ['runbook', 'operations', 'rollout', 'traces', 'restore']
  .map((page) => read(`docs/${page}.md`))
  .join('\n');
const found = (pattern: RegExp) => [...new Set([...pages.matchAll(pattern)].map(([, text = '']) => text))];

/** A line that Lambda itself logs, not a function. */
const OF_LAMBDA = ['Task timed out'];

describe('what the pages for operators tell to look for', () => {
  it('is in the functions: each log message', () => {
    const messages = found(/`([A-Z][a-z]* [a-z][^`\n]*)`/g).filter((text) => !OF_LAMBDA.includes(text));

    const functions = sources('lambdas/**/*.ts');
    expect(messages.length).toBeGreaterThan(12);
    expect(messages.filter((message) => !functions.includes(message))).toEqual([]);
  });

  it('is on the dashboard: each question', () => {
    const questions = found(/“([^”]+\?)”/g);

    const dashboard = sources('lib/monitoring/dashboard/*.ts');
    expect(questions.length).toBeGreaterThan(5);
    expect(questions.filter((question) => !dashboard.includes(`'${question}'`))).toEqual([]);
  });

  it('has a log: each function', () => {
    const functions = found(/[Ll]ogs? of `([a-z-]+\/[a-z-]+)`/g);

    expect(functions.length).toBeGreaterThan(15);
    expect(functions.filter((name) => !existsSync(join(ROOT, 'lambdas', `${name}.ts`)))).toEqual([]);
  });

  it('can be run: each command of the project', () => {
    const commands = found(/npm run ([a-z:-]+)/g);

    const { scripts } = JSON.parse(read('package.json'));
    expect(commands.filter((command) => !(command in scripts))).toEqual([]);
  });
});
