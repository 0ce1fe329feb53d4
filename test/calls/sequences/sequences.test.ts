// Sequences of events (vendor, callee, user, AWS), compared with a model of the call.
import { afterAll, describe, expect, it } from 'vitest';
import { sessionKey } from '../../../lambdas/platform/table/keys.ts';
import { duringPauseAfterReading } from '../../support/table/pause-after-reading.ts';
import { BEGINNINGS } from './anything.ts';
import { answered, formerEnded, handOn, relayFailed, transferOver } from './callbacks.ts';
import { Dies, Happens, Stutters } from './commands.ts';
import { conclude } from './conclude.ts';
import { type Kind, SID } from './expected.ts';
import { askedAhead, hangUp, prompt, setUp, silence, spokenInParts, tokensPlayed } from './messages.ts';
import { dialed } from './ours.ts';
import { startScene } from './scene.ts';
import { GREETING } from './state.ts';
import { newModel, newWorld, observed } from './world.ts';

/** Milliseconds for which the end of a call waits for a report, at least. */
const REPORT_LATE_MS = 40;

const scene = await startScene();
afterAll(() => scene.close());

type Command = Happens | Stutters | Dies;
const happens = (kind: Kind) => new Happens(kind);

/** A call with these events, which then ends. */
async function play(commands: readonly Command[], asksAhead = false): Promise<void> {
  const world = await newWorld(scene, 'continue', { asksAhead });
  const model = newModel();
  for (const command of commands) await command.run(model, world);
  await conclude(scene, { model, world, lastWord: 'callback' });
}

describe.concurrent('a call', () => {
  const returned = transferOver('busy', 'in-progress')();
  const lost = Array.from({ length: 8 }, (_, request) => request);

  it.each<[string, readonly Command[], boolean?]>([
    [
      'ends if its connection is lost after the agent said goodbye, also when the disconnect comes first',
      [prompt('goodbye'), hangUp, relayFailed].map(happens),
    ],
    [
      'ends with an error if its connection is lost for the sixth time',
      Array.from({ length: 6 }, () => [relayFailed, setUp].map(happens)).flat(),
    ],
    [
      'stays on hold if its connection is lost',
      [prompt('hold'), relayFailed, setUp, prompt('answer')].map(happens),
    ],
    [
      'is transferred once, with the transcript until then, whatever arrives from an earlier conversation',
      [new Happens(handOn, 2), ...[returned, setUp].map(happens), new Happens(formerEnded('ended'), 2)],
    ],
    // The part becomes final once the model was asked with it: otherwise these never end.
    ...[true, false].map((isAll): [string, readonly Command[], boolean] => [
      `is answered once after the model was asked ahead, with all words: ${isAll}`,
      [silence, spokenInParts('answer', isAll, isAll, askedAhead)].map(happens),
      true,
    ]),
    ...lost.flatMap((request): [string, readonly Command[], boolean?][] => [
      [
        `is transferred and returns although the answer to its request ${request} is lost`,
        [new Stutters(handOn, request), new Stutters(returned, request), happens(setUp)],
      ],
      [
        `is answered once by one who asked ahead although the answer to request ${request} is lost`,
        [happens(silence), new Stutters(spokenInParts('goodbye', true), request)],
        true,
      ],
    ]),
  ])('%s', async (_, commands, asksAhead = false) => {
    await play([...BEGINNINGS.talking.map(happens), ...commands], asksAhead);
  });

  it.each(lost)('is dialed although the answer to its request %i is lost', async (request) => {
    await play([new Stutters(dialed('placed'), request)]);
  });

  it.each(lost)('goes on although its setup dies after request %i', async (after) => {
    const dies = new Dies(setUp, { after, how: 'dies_later' });
    const rest = [relayFailed, setUp, prompt('answer')];

    await play([...[...BEGINNINGS.ringing, answered].map(happens), dies, ...rest.map(happens)]);
  });

  it('keeps the last words of its agent although its end is reported before them', async () => {
    const world = await newWorld(scene, 'continue');
    const model = newModel();
    for (const kind of [...BEGINNINGS.talking, tokensPlayed(1)]) await new Happens(kind).run(model, world);
    const { connection = '' } = (await observed(world)).state.talk ?? {};

    const over = { CallSid: SID(world), CallStatus: 'completed', CallDuration: '3' };
    const report = { type: 'info', name: 'tokensPlayed', value: GREETING.slice(1) };
    const waitedMs = await duringPauseAfterReading(scene.functions.table, sessionKey(connection), {
      work: () => world.functions.callback('status', world, over),
      meanwhile: () => world.functions.frame(connection, report),
    });

    const { call } = await observed(world);
    expect(waitedMs).toBeGreaterThanOrEqual(REPORT_LATE_MS);
    expect([call.status, call.messages?.map(({ text }) => text)]).toEqual(['ended', [GREETING]]);
  });
});
