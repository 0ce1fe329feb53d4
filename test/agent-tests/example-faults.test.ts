// The tests of the examples find agents that are written badly, and models that answer badly.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { RuleInput } from 'vendor-simulators/model/rules.ts';
import { expect, it } from 'vitest';
import { readTests, testFilesIn } from '#cli/agent-tests/find-tests.ts';
import { parseSample } from '#cli/samples/sample.ts';
import { rulesOf } from '#cli/samples/sample-agent.ts';
import type { CallAction } from '../../lambdas/actions/model/action.ts';
import type { CallSnapshot } from '../../lambdas/agents/model/call-snapshot.ts';
import { parseSteps } from '../support/agent-steps.ts';
import { AGENT, knownCall } from '../support/records.ts';
import { rowsOf } from '../support/rows.ts';
import { testedAgent } from './played-test.ts';

const EXAMPLES = join(import.meta.dirname, '..', '..', 'examples');
const ID = '019e0000-0000-7000-8000-00000000000';
const FOLDERS = ['steps', 'front-desk'].map((name) => join(EXAMPLES, 'tests', name));
const { tests } = await readTests(testFilesIn(FOLDERS), []);

/** The parts of a sample that faults change. */
// biome-ignore lint/suspicious/noExplicitAny: faults reach into the files' plain data.
type Sample = any;

/** A sample of the examples, with other values at some places. */
function readSample(name: string, changes: Readonly<Record<string, unknown>> = {}): Sample {
  const folder = name === 'front-desk' ? 'agents' : 'conversations';
  const file = join(EXAMPLES, folder, `${name}.yaml`);
  const sample = { ...parseSample(readFileSync(file, 'utf8'), file), name };
  for (const [place, value] of Object.entries(changes)) {
    const path = place.split('.');
    const last = path.pop() ?? '';
    path.reduce((at: Sample, key) => at[key], sample)[last] = value;
  }
  return sample;
}

/** An agent as calls have it. */
function snapshotOf(
  { prompt, initial_message, actions, steps, dtmf_input }: Sample,
  id: string,
): CallSnapshot {
  const { agent, settings } = knownCall();
  const own: CallAction[] = actions.map((action: object, index: number) => ({
    config: {},
    ...action,
    id: `${ID}${id === AGENT ? index : index + 5}`,
    user_id: `${ID}0`,
  }));
  const keys = dtmf_input && { timeout_seconds: 2, max_length: 32, ...dtmf_input };
  return {
    agent: { ...agent, id, prompt, actions: own, ...(initial_message && { initial_message }) },
    settings: {
      ...settings,
      ...(steps && { steps: parseSteps(steps) }),
      ...(keys && { dtmf_input: keys }),
    },
  };
}

/** Plays tests with the agent of a sample, whose model answers by these rules first. */
function agentOf(sample: Sample, rules: readonly RuleInput[] = []) {
  const others = Object.entries(sample.agents ?? {}).map(([id, other]) => [id, snapshotOf(other, id)]);
  const snapshot = { ...snapshotOf(sample.agent, AGENT), handoff_agents: Object.fromEntries(others) };
  return testedAgent({ replies: [...rules, ...rulesOf(sample)], run: { snapshot } });
}

type Fault = [fault: string, sample: string, failing: string[], changes: object, rules: RuleInput[]];

it.each(
  rowsOf<Fault>(import.meta.url, 'corpus/faults.jsonl'),
)('an agent that %s (%s) fails %j, and passes its other tests', async (_, name, failing, changes, rules) => {
  const play = await agentOf(readSample(name, { ...changes }), rules);
  const own = tests.filter(({ test }) => basename(String(test.agent), '.yaml') === name);

  const results = await Promise.all(own.map(async ({ test, path }) => ({ path, ...(await play(test)) })));

  const found = results.filter(({ status }) => status !== 'passed');
  expect(results.length).toBeGreaterThan(1);
  expect(found.map(({ path, status, error }) => `${basename(path, '.yaml')}: ${error ?? status}`)).toEqual(
    failing.map((test) => `${test}: failed`),
  );
});

it('a contact who speaks while an action of a step runs hears what follows it', async () => {
  const play = await agentOf(readSample('payment'));
  const slow = { tool: 'charge', returns: { receipt: 'R7' }, latency_ms: 4_000 };

  const { status, error, turns } = await play({
    name: 'x',
    context: { amount: '42 dollars' },
    tools: { unmocked: 'unavailable', mocks: [slow] },
    turns: [
      { contact: 'Yes, I would like to pay.' },
      { keys: '4111111111111111#' },
      { contact: 'Hello?', after: '1s', expect: [{ says: 'R7' }] },
    ],
  });

  const verdicts = turns.at(-1)?.verdicts.map(({ verdict }) => verdict);
  expect([status, error, verdicts]).toEqual(['passed', undefined, ['passed']]);
});
