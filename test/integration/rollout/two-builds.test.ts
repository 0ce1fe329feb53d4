// While a deployment shifts functions, a call's frames, callbacks and deliveries are handled by two builds.
import type { Invocation } from 'cdk-local/functions/start-functions.ts';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { WebhookReceiver } from '../../support/peers/webhook-receiver.ts';
import { buildPrevious, findPreviousCommit, type PreviousBuild } from '../../support/run/previous-build.ts';
import { addModelRules } from '../../support/scene.ts';
import { until } from '../../support/service/api.ts';
import { type OwnService, startOwnService } from '../../support/service/own-service.ts';
import { startTalk, type Talk } from '../../support/talk.ts';

const previous = findPreviousCommit();
if ('missing' in previous)
  console.warn(`Conversations across two builds are NOT tested: ${previous.missing}.`);

/** The group of a function, by its logical id. */
const GROUPS: readonly (readonly [name: string, RegExp])[] = [
  ['conversations', /Calls-(Connect|Message|Disconnect|CheckSilence)/],
  ['callbacks', /Calls-(Answer|CallStatus|Status|RelayEnded)/],
  ['deliveries', /Events-(Deliver|FanOut)/],
];

const BUILDS = { previous: '1', present: '2' } as const;

describe.skipIf('missing' in previous)('two builds', () => {
  const receiver = new WebhookReceiver();
  let invocations: Invocation[] = [];
  let build: PreviousBuild;
  let service: OwnService;
  let webhookUrl: string;

  beforeAll(async () => {
    if ('missing' in previous) return;
    webhookUrl = await receiver.listen();
    build = buildPrevious(previous.commit, 'production');
    service = await startOwnService(
      // A busy machine must not count as a silent callee.
      { MAX_SILENCE_SECONDS: '300', RETRY_SECONDS: '1,1,1,1,1,1,1,1,1,1' },
      { previous: () => build.assembly, onInvocation: (invocation) => invocations.push(invocation) },
    );
    await addModelRules(service.connection, [
      { when: { system: 'SPEC-TWO-BUILDS', last_user: 'my name is Ada' }, reply: 'Hello Ada.' },
      { when: { system: 'SPEC-TWO-BUILDS', last_user: 'who am I' }, reply: 'You are Ada.' },
      { when: { system: 'SPEC-TWO-BUILDS', last_user: 'what else' }, reply: 'Nothing else, Ada.' },
      { when: { system: 'SPEC-TWO-BUILDS', last_user: 'bye' }, tool_call: { name: 'end_conversation' } },
    ]);
  }, 180_000);

  afterAll(async () => {
    await service?.close();
    build?.remove();
    await receiver.close();
  });

  const begin = () =>
    startTalk(service.connection, service.api, {
      prompt: 'SPEC-TWO-BUILDS',
      initialMessage: 'Good day.',
      webhookUrl,
    });

  const firstPart = async ({ line, happened }: Talk) => {
    await happened('"agent_turn","text":"Good day.');
    await line({ say: 'my name is Ada' });
    await happened('"agent_turn","text":"Hello Ada.');
  };
  const secondPart = async ({ line, happened }: Talk) => {
    await line({ say: 'who am I' });
    await happened('"agent_turn","text":"You are Ada.');
    await line({ say: 'what else' });
    await happened('"agent_turn","text":"Nothing else, Ada.');
    await line({ hang_up: true });
  };
  const TRANSCRIPT = [
    'AGENT: Good day.',
    'HUMAN: my name is Ada',
    'AGENT: Hello Ada.',
    'HUMAN: who am I',
    'AGENT: You are Ada.',
    'HUMAN: what else',
    'AGENT: Nothing else, Ada.',
  ];

  /** Resolves when the call is over and its webhook has all of its events; checks both. */
  async function expectWhole({ call }: Talk) {
    const ended = await service.api.finishedCall(call.id);
    const events = await receiver.eventsWith(call.id, ['event_transcript', 'event_phone_call_ended']);
    await until('all messages', () => {
      const told = receiver.eventsOf(call.id).filter(({ type }) => type === 'event_message');
      return new Set(told.map(({ id }) => id)).size >= TRANSCRIPT.length || { waitingFor: told.length };
    });

    expect(ended.status).toBe('ended');
    expect(ended.transcript.split('\n')).toEqual(TRANSCRIPT);
    expect(events.map(({ type }) => type)).toContain('event_phone_call_connected');
    expect(invocations.filter(({ result }) => !result.ok)).toEqual([]);
  }

  const handledBy = (group: RegExp) =>
    new Set(invocations.filter(({ functionName }) => group.test(functionName)).map(({ version }) => version));

  it.each([
    ['begins on the earlier build and ends on the present one', 'previous', 'present'],
    [
      'begins on the present build and ends on the earlier one, which a rollback brings back',
      'present',
      'previous',
    ],
  ] as const)('serve a call that %s', async (_, first, second) => {
    invocations = [];
    service.runtime.shiftTo(first);
    const talk = await begin();
    await firstPart(talk);
    for (const [name, group] of GROUPS.slice(0, 2))
      expect(handledBy(group), name).toEqual(new Set([BUILDS[first]]));

    invocations = [];
    service.runtime.shiftTo(second);
    await secondPart(talk);
    await expectWhole(talk);

    // Invocations that had begun before the shift ended on the first build.
    expect(handledBy(/Calls-Message/)).toContain(BUILDS[second]);
  });

  it('serve calls whose frames, callbacks and deliveries alternate between them', async () => {
    invocations = [];
    service.runtime.shiftTo('both');
    const talks = [];
    for (let times = 0; times < 3; times++) {
      const talk = await begin();
      talks.push(talk);
      await firstPart(talk);
      await secondPart(talk);
    }
    for (const talk of talks) await expectWhole(talk);

    for (const [name, group] of GROUPS) expect(handledBy(group), name).toEqual(new Set(['1', '2']));
  });

  it.each([
    ['earlier', 'previous', 'present'],
    ['present', 'present', 'previous'],
  ] as const)('deliver an event that the %s build could not', async (_, first, second) => {
    invocations = [];
    receiver.status = 503;
    onTestFinished(() => {
      receiver.status = 200;
    });
    service.runtime.shiftTo(first);
    const talk = await begin();
    await receiver.eventsWith(talk.call.id, ['event_phone_call_connected']);

    service.runtime.shiftTo(second);
    receiver.status = 200;
    await firstPart(talk);
    await secondPart(talk);
    await expectWhole(talk);

    const told = receiver.eventsOf(talk.call.id).filter(({ type }) => type === 'event_phone_call_connected');
    expect(told.length).toBeGreaterThan(1);
    expect(handledBy(/Events-Deliver/)).toEqual(new Set(['1', '2']));
  });
});
