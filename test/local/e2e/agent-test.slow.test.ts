import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { writeConnection } from '#cli/settings/connection-file.ts';
import { makeAgent } from '../../support/scene.ts';
import { until } from '../../support/service/api.ts';
import { newDataFolder } from '../../support/service/service-process.ts';
import { api, connection } from '../../support/service/shared-api.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const PROGRAM = join(ROOT, 'packages', 'cli', 'src', 'main.ts');

let data: string;
beforeAll(() => {
  data = newDataFolder();
  writeConnection(data, connection);
  return () => rmSync(data, { recursive: true });
});

/** Runs `npm run agent-test` with the shared service. */
const agentTest = (...args: string[]) =>
  new Promise<{ readonly code: unknown; readonly output: string; readonly errors: string }>((resolve) => {
    execFile(
      process.execPath,
      [PROGRAM, 'test', '--data', data, ...args],
      { cwd: ROOT },
      (error, output, errors) => resolve({ code: error?.code ?? 0, output, errors }),
    );
  });

/** A test in a file of its own: the agent is greeted, and answers with these words. */
function testFile(agent: string, words: string): string {
  const folder = mkdtempSync(join(data, 'tests-'));
  writeFileSync(join(folder, 'a.yaml'), testOf(agent, words));
  return join(folder, 'a.yaml');
}

const testOf = (agent: string, words: string) =>
  `name: answers\nagent: ${agent}\nturns:\n  - contact: Hello\n    expect:\n      - says: ${words}\n`;

it('the examples pass, twice with the same output, and leave no agent', async () => {
  const first = await agentTest('examples/tests', '--reporter', 'json');
  const second = await agentTest('examples/tests', '--reporter', 'json');
  const { body: agents } = await api.get('/v1/agents/list?size=100');

  expect(first).toMatchObject({ code: 0, errors: '' });
  expect(JSON.parse(first.output)).toMatchObject({ passed: 24, failed: 0, errors: 0 });
  expect(second.output).toBe(first.output);
  expect(JSON.stringify(agents)).not.toContain('Test: front-desk');
});

it('the exit code tells a test that failed from one that could not be run', async () => {
  const { agent } = await makeAgent(api, {});
  const failing = testFile(agent.id, 'never this');

  const failed = await agentTest(failing);
  const unrun = await agentTest(failing, testFile('nobody', 'Hello'), testFile(agent.id, '{'));

  expect(failed.code).toBe(1);
  expect(failed.output).toContain(`✗ says never this: The agent said "Hello! `);
  expect(failed.output).toContain(`(${failing}:6)\n0 passed, 1 failed, 0 could not be run.\n`);
  expect(unrun).toMatchObject({ code: 2, errors: '' });
  expect(unrun.output).toMatch(/✗ agent: No agent has this name or id\. \(.*a\.yaml:2\)\n/);
  expect(unrun.output).toMatch(/✗ this is neither JSON nor YAML: .* \(.*a\.yaml:7\)\n/);
  expect(unrun.output).toMatch(/0 passed, 1 failed, 2 could not be run\.\n$/);
});

it('a program of tests that leaves a timer does not keep the command', async () => {
  const { agent } = await makeAgent(api, {});
  const file = join(mkdtempSync(join(data, 'tests-')), 'a.mjs');
  const test = { name: 'timer', agent: agent.id, turns: [{ contact: 'Hello', expect: [{ says: 'Hello' }] }] };
  writeFileSync(file, `setInterval(() => {}, 1000);\nexport default ${JSON.stringify(test)};`);

  expect(await agentTest(file)).toMatchObject({ code: 0, output: expect.stringMatching(/^passed /) });
});

it.each([
  'process.exit(0);',
  'setTimeout(() => { throw 1; });\nawait new Promise(() => {});',
  'await new Promise(() => {});',
])('a program of tests that ends the command is no result: %s', async (program) => {
  const file = join(mkdtempSync(join(data, 'tests-')), 'a.mjs');
  writeFileSync(file, program);

  expect(await agentTest(file)).toMatchObject({ code: 2, output: '' });
});

it('watches files and agents, until Ctrl-C', async () => {
  const { agent } = await makeAgent(api, { settings: { initial_message: 'Good morning.' } });
  const file = testFile(agent.id, 'Hello');
  const watching = spawn(process.execPath, [PROGRAM, 'test', '--data', data, '--watch', file]);
  onTestFinished(() => void watching.kill('SIGKILL'));
  let output = '';
  for (const stream of [watching.stdout, watching.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const waits = (times: number) =>
    until(
      'the end of a run',
      () => output.split('Waiting for a change').length > times || { waitingFor: output },
    );

  await waits(1);
  writeFileSync(file, testOf(agent.id, 'never this'));
  await waits(2);
  await api.created(`/v1/agents/update?id=${agent.id}`, { initial_message: 'Good evening.' });
  await waits(3);
  watching.kill('SIGINT');
  const [code] = await once(watching, 'exit');

  expect(output.match(/^(passed|FAILED| {2}Agent {4}Good.*)/gm)).toEqual([
    'passed',
    'FAILED',
    '  Agent    Good morning.',
    'FAILED',
    '  Agent    Good evening.',
  ]);
  expect(code).toBe(130);
});
