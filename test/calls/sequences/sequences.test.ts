// Sequences of events that were once hard to get right; random-sequences.slow.test.ts finds others.
import { afterAll, describe, expect, it } from 'vitest';
import { sessionKey } from '../../../lambdas/conversation/store/keys.ts';
import { duringPauseAfterReading } from '../../support/table/pause-after-reading.ts';
import {
  formerEnded,
  handOn,
  handOnWarmly,
  machineDetected,
  machineDetection,
  pickedUp,
  pressed,
  relayFailed,
  status,
  strange,
  transferDetection,
  transferOver,
  transferStatus,
  whisper,
} from './callbacks.ts';
import { dialed, type Event, sidOf } from './events.ts';
import {
  askedAhead,
  hangUp,
  prompt,
  setUp,
  silence,
  spokenInParts,
  strangeSetUp,
  tokensPlayed,
} from './frames.ts';
import { dies, happens, play, type Step, stutters } from './steps.ts';
import { GREETING, newWorld, read, startScene } from './world.ts';

/** Milliseconds for which the end of a call waits for a report, at least. */
const REPORT_LATE_MS = 40;

const scene = await startScene();
afterAll(() => scene.close());

const inOrder = (...events: readonly Event[]) => events.map((event) => happens(event));
const TALKING = inOrder(dialed('placed'), pickedUp, setUp);

describe.concurrent('a call', () => {
  const returned = transferOver('busy', 'in-progress');
  const lost = Array.from({ length: 8 }, (_, request) => request);
  const losses = Array.from({ length: 6 }, () => [relayFailed, setUp]).flat();

  it.each<[string, readonly Step[], boolean?]>([
    [
      'ends if its connection is lost after the agent said goodbye, also when the disconnect comes first',
      inOrder(prompt('goodbye'), hangUp, relayFailed),
    ],
    ['ends with an error if its connection is lost for the sixth time', inOrder(...losses)],
    ['has one conversation, whatever further setups arrive', inOrder(setUp, prompt('answer'), setUp)],
    [
      'stays on hold if its connection is lost',
      inOrder(prompt('hold'), relayFailed, setUp, prompt('answer')),
    ],
    [
      'is transferred once, with the transcript until then, whatever arrives from an earlier conversation',
      [happens(handOn, 2), ...inOrder(returned, setUp), happens(formerEnded('ended'), 2)],
    ],
    [
      'ignores callbacks and setups of another vendor call',
      inOrder(
        strange('answer', { CallStatus: 'in-progress' }),
        strange('status', { CallStatus: 'completed' }),
        strange('machine-detection', { AnsweredBy: 'human' }),
        strange('recording', { RecordingSid: 'RE2', RecordingStatus: 'completed' }),
        strange('relay-ended', { SessionStatus: 'failed', CallStatus: 'in-progress' }),
        relayFailed,
        strangeSetUp,
        setUp,
        handOnWarmly,
        strange('transfer-ended', { DialCallStatus: 'busy', CallStatus: 'in-progress', attempt: '0' }),
      ),
    ],
    ['has no conversation after its end', inOrder(relayFailed, status('completed'), setUp)],
    [
      'ignores callbacks about an earlier attempt at its transfer',
      inOrder(
        handOnWarmly,
        returned,
        transferStatus('in-progress', true),
        transferDetection('machine_start', true),
        whisper(true),
        pressed('1', true),
        transferOver('completed', 'in-progress', true),
        whisper(),
      ),
    ],
    [
      'keeps the first verdict on its transfer, and its first result of detection',
      inOrder(
        machineDetection('human'),
        machineDetection('machine_start'),
        handOnWarmly,
        pressed('2'),
        pressed('1'),
        returned,
        pressed('1'),
        transferDetection('machine_start'),
      ),
    ],
    // The part becomes final once the model was asked with it: otherwise these never end.
    ...[true, false].map((isAll): [string, readonly Step[], boolean] => [
      `is answered once after the model was asked ahead, with all words: ${isAll}`,
      inOrder(silence, spokenInParts('answer', isAll, isAll, askedAhead)),
      true,
    ]),
    ...lost.flatMap((request): [string, readonly Step[], boolean?][] => [
      [
        `is transferred and returns although the answer to its request ${request} is lost`,
        [stutters(handOn, request), stutters(returned, request), happens(setUp)],
      ],
      [
        `is answered once by one who asked ahead although the answer to request ${request} is lost`,
        [happens(silence), stutters(spokenInParts('goodbye', true), request)],
        true,
      ],
    ]),
  ])('%s', async (_, steps, asksAhead = false) => {
    await play(await newWorld(scene, { asksAhead }), [...TALKING, ...steps]);
  });

  it.each([
    ['goes on once the contact has answered the agent', [prompt('answer'), prompt('answer')], true],
    ['ends if the contact only spoke at length', [prompt('answer')], false],
  ] as const)('that hangs up on machines, told of one: %s', async (_, prompts, goesOn) => {
    const world = await newWorld(scene, { onMachine: 'hangup' });

    await play(world, [...TALKING, ...inOrder(...prompts, machineDetected(goesOn))]);
  });

  it.each(lost)('is dialed although the answer to its request %i is lost', async (request) => {
    await play(await newWorld(scene), [stutters(dialed('placed'), request)]);
  });

  it.each(lost)('goes on although its setup dies after request %i', async (after) => {
    const died = dies(setUp, { after, how: 'dies_later' });
    const steps = [...inOrder(dialed('placed'), pickedUp, pickedUp), died];

    await play(await newWorld(scene), [...steps, ...inOrder(relayFailed, setUp, prompt('answer'))]);
  });

  it('keeps the last words of its agent although its end is reported before them', async () => {
    const world = await newWorld(scene);
    for (const step of [...TALKING, happens(tokensPlayed(1))]) await step.run(world);
    const { connection_id: connection = '' } = world.seen.call;

    const over = { CallSid: sidOf(world), CallStatus: 'completed', CallDuration: '3' };
    const report = { type: 'info', name: 'tokensPlayed', value: GREETING.slice(1) };
    const waitedMs = await duringPauseAfterReading(scene.functions.table, sessionKey(connection), {
      work: () => world.functions.callback('status', world, over),
      meanwhile: () => world.functions.frame(connection, report),
    });

    const { call } = await read(world);
    expect(waitedMs).toBeGreaterThanOrEqual(REPORT_LATE_MS);
    expect([call.status, call.messages?.map(({ text }) => text)]).toEqual(['ended', [GREETING]]);
  });
});
