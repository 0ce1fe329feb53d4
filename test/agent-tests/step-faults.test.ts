// Tests of the examples with steps find agents that are written badly.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { RuleInput } from 'vendor-simulators/model/rules.ts';
import { beforeAll, expect, it } from 'vitest';
import { readTests, testFilesIn } from '#cli/agent-tests/find-tests.ts';
import type { FoundTest } from '#cli/agent-tests/test-file.ts';
import { parseSample } from '#cli/samples/sample.ts';
import { rulesOf } from '#cli/samples/sample-agent.ts';
import type { CallAction } from '../../lambdas/actions/model/action.ts';
import type { AgentTestInput } from '../../lambdas/agent-tests/model/agent-test.ts';
import type { CallSnapshot } from '../../lambdas/agents/model/call-snapshot.ts';
import { BILLING_AGENT, parseSteps } from '../support/agent-steps.ts';
import { AGENT, knownCall } from '../support/records.ts';
import { testedAgent } from './played-test.ts';

const ROOT = join(import.meta.dirname, '..', '..', 'examples');
const ID = '019e0000-0000-7000-8000-00000000000';

let tests: readonly FoundTest[];
beforeAll(async () => {
  ({ tests } = await readTests(testFilesIn([join(ROOT, 'tests', 'steps')]), []));
});

/** The parts of a sample that faults change. */
// biome-ignore lint/suspicious/noExplicitAny: faults reach into the files' plain data.
type Sample = any;
type Change = (sample: Sample) => void;

function readSampleWith(name: string, change: Change): Sample {
  const file = join(ROOT, 'conversations', `${name}.yaml`);
  const sample = { ...parseSample(readFileSync(file, 'utf8'), file), name };
  change(sample);
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
    settings: { ...settings, steps: parseSteps(steps), ...(keys && { dtmf_input: keys }) },
  };
}

/** Which tests of a sample do not pass once it has a fault. */
async function found(name: string, change: Change = () => {}): Promise<string[]> {
  const sample = readSampleWith(name, change);
  const others = Object.entries(sample.agents).map(([id, other]) => [id, snapshotOf(other, id)]);
  const snapshot = { ...snapshotOf(sample.agent, AGENT), handoff_agents: Object.fromEntries(others) };
  const play = await testedAgent({ replies: rulesOf(sample), run: { snapshot } });
  const own = tests.filter(({ test }) => basename(String(test.agent), '.yaml') === name);
  const results = await Promise.all(own.map(async ({ test, path }) => ({ path, ...(await play(test)) })));
  expect(results.length).toBeGreaterThan(1);
  return results.flatMap(({ path, status, error }) =>
    status === 'passed' ? [] : [`${basename(path, '.yaml')}: ${error ?? status}`],
  );
}

const stepsOf = (sample: Sample) => sample.agent.steps.steps;
const says = (last_user: string, rule: RuleInput): RuleInput => ({ ...rule, when: { last_user } });

it.each(['receptionist', 'payment', 'triage'])('no test of the %s fails', async (name) => {
  expect(await found(name)).toEqual([]);
});

it('a contact who speaks while an action of a step runs hears what follows it', async () => {
  const sample = readSampleWith('payment', () => {});
  const play = await testedAgent({
    replies: rulesOf(sample),
    run: { snapshot: { ...snapshotOf(sample.agent, AGENT), handoff_agents: {} } },
  });
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
  } as AgentTestInput);

  expect([status, error, turns.at(-1)?.verdicts.map(({ verdict }) => verdict)]).toEqual([
    'passed',
    undefined,
    ['passed'],
  ]);
});

it.each<[fault: string, sample: string, test: string, change: Change]>([
  [
    'does not read the number back',
    'receptionist',
    'number-is-read-back',
    (sample) => {
      stepsOf(sample).identify.collect.phone.confirm = 'none';
    },
  ],
  [
    'skips the identification',
    'receptionist',
    'number-is-read-back',
    (sample) => {
      stepsOf(sample).disclose.next = [{ to: 'choose' }];
    },
  ],
  [
    'books for a number that is not confirmed',
    'receptionist',
    'number-is-read-back',
    (sample) => {
      stepsOf(sample).identify.actions = ['book'];
      sample.agent.actions[0].config.input_schema.properties.phone = { type: 'string' };
      const book = { name: 'book', arguments: { phone: '+14155552671', slot: 'Wednesday at three' } };
      sample.model.unshift(says('267[0-9]', { tool_call: book }));
    },
  ],
  [
    'greets twice',
    'receptionist',
    'number-is-read-back',
    (sample) => {
      sample.agent.initial_message = 'Parkside practice, good morning.';
    },
  ],
  [
    'connects nobody',
    'receptionist',
    'person-is-connected',
    (sample) => {
      sample.agent.steps.always = [];
    },
  ],
  [
    'shows the card',
    'payment',
    'card-by-keys',
    (sample) => {
      stepsOf(sample).pay.secure = false;
    },
  ],
  [
    'takes words for a card',
    'payment',
    'spoken-card-is-refused',
    (sample) => {
      stepsOf(sample).pay.collect.card.keypad = 'offer';
      const set = { name: 'set_values', arguments: { card: '4111 1111 1111 1111' } };
      sample.model.unshift(says('my card is', { tool_call: set }));
    },
  ],
  [
    'says that a failed payment is done',
    'payment',
    'payment-fails',
    (sample) => {
      stepsOf(sample).charge.next = [{ to: 'thank' }];
    },
  ],
  [
    'asks for a card although nobody wants to pay',
    'payment',
    'pays-later',
    (sample) => {
      stepsOf(sample).ask.next.at(-1).to = 'pay';
    },
  ],
  [
    'loses the account when it hands over',
    'triage',
    'dispute-goes-to-billing',
    (sample) => {
      sample.agent.steps.handoffs.billing.carry = [];
    },
  ],
  [
    'is handed back without end',
    'triage',
    'dispute-goes-to-billing',
    (sample) => {
      const { steps } = sample.agents[BILLING_AGENT];
      steps.steps.welcome.next = [{ to: 'back' }];
      steps.handoffs = { back: { agent: AGENT } };
      stepsOf(sample).identify = { say: 'One moment.', next: [{ to: 'billing' }] };
    },
  ],
  [
    'connects callers who asked for the hours',
    'triage',
    'hours-are-told',
    (sample) => {
      stepsOf(sample).hours.next = [{ to: 'person' }];
    },
  ],
])('an agent that %s fails a test', async (_, sample, test, change) => {
  expect(await found(sample, change)).toContain(`${test}: failed`);
});
