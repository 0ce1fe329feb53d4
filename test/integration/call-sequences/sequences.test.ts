// Sequences of events (vendor, callee, user, AWS), compared with a model of the call.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionKey } from '../../../lambdas/store/table/keys.ts';
import { duringPauseAfterReading } from '../../support/table/pause-after-reading.ts';
import { BEGINNINGS } from './anything.ts';
import { answered, formerEnded, handOn, relayFailed, transferOver } from './callbacks.ts';
import { Dies, Happens, Stutters } from './commands.ts';
import { conclude } from './conclude.ts';
import { SID } from './expected.ts';
import { askedAhead, hangUp, prompt, setUp, silence, spokenInParts, tokensPlayed } from './messages.ts';
import { dialled } from './ours.ts';
import { type Scene, startScene } from './scene.ts';
import { GREETING } from './state.ts';
import { newModel, newWorld, observed } from './world.ts';

/** Milliseconds for which the end of a call waits for a report, at least. */
const REPORT_LATE_MS = 40;

let scene: Scene;

beforeAll(async () => {
  scene = await startScene();
});

afterAll(() => scene.close());

describe.concurrent('a call', () => {
  it('ends if its connection is lost after the agent said goodbye, also when the disconnect comes first', async () => {
    const world = await newWorld(scene, 'continue');
    const model = newModel();
    const sequence = [prompt('goodbye'), hangUp, relayFailed];
    for (const kind of [...BEGINNINGS.talking, ...sequence]) await new Happens(kind).run(model, world);

    await conclude(scene, { model, world, lastWord: 'callback' });
  });

  it('stays on hold if its connection is lost', async () => {
    const world = await newWorld(scene, 'continue');
    const model = newModel();
    const sequence = [prompt('hold'), relayFailed, setUp, prompt('answer')];
    for (const kind of [...BEGINNINGS.talking, ...sequence]) await new Happens(kind).run(model, world);

    await conclude(scene, { model, world, lastWord: 'callback' });
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

  const requests = Array.from({ length: 8 }, (_, request) => request);

  it.each(requests)('is dialled although the answer to its request %i is lost', async (request) => {
    const world = await newWorld(scene, 'continue');
    const model = newModel();

    await new Stutters(dialled('placed'), request).run(model, world);

    await conclude(scene, { model, world, lastWord: 'callback' });
  });

  it.each(
    requests,
  )('is transferred and returns although the answer to its request %i is lost', async (request) => {
    const world = await newWorld(scene, 'continue');
    const model = newModel();
    for (const kind of BEGINNINGS.talking) await new Happens(kind).run(model, world);

    await new Stutters(handOn, request).run(model, world);
    await new Stutters(transferOver('busy', 'in-progress'), request).run(model, world);
    await new Happens(setUp).run(model, world);

    await conclude(scene, { model, world, lastWord: 'callback' });
  });

  it.each(requests)('goes on although its setup dies after request %i', async (after) => {
    const world = await newWorld(scene, 'continue');
    const model = newModel();
    for (const kind of [...BEGINNINGS.ringing, answered]) await new Happens(kind).run(model, world);

    await new Dies(setUp, { after, how: 'dies_later' }).run(model, world);
    for (const kind of [relayFailed, setUp, prompt('answer')]) await new Happens(kind).run(model, world);

    await conclude(scene, { model, world, lastWord: 'callback' });
  });

  it.each([
    true,
    false,
  ])('is answered once after the model was asked ahead, with all words: %s', async (isAll) => {
    const world = await newWorld(scene, 'continue', { asksAhead: true });
    const model = newModel();
    for (const kind of [...BEGINNINGS.talking, silence]) await new Happens(kind).run(model, world);

    // The part becomes final once the model was asked with it: otherwise this never ends.
    await new Happens(spokenInParts('answer', isAll, isAll, askedAhead)).run(model, world);

    await conclude(scene, { model, world, lastWord: 'callback' });
  });

  it.each(
    requests,
  )('is answered once by one who asked ahead although the answer to request %i is lost', async (request) => {
    const world = await newWorld(scene, 'continue', { asksAhead: true });
    const model = newModel();
    for (const kind of [...BEGINNINGS.talking, silence]) await new Happens(kind).run(model, world);

    await new Stutters(spokenInParts('goodbye', true), request).run(model, world);

    await conclude(scene, { model, world, lastWord: 'callback' });
  });

  it('is transferred once, with the transcript until then, whatever arrives from an earlier conversation', async () => {
    const world = await newWorld(scene, 'continue');
    const model = newModel();
    for (const kind of BEGINNINGS.talking) await new Happens(kind).run(model, world);

    await new Happens(handOn, 2).run(model, world);
    await new Happens(transferOver('busy', 'in-progress')).run(model, world);
    await new Happens(setUp).run(model, world);
    await new Happens(formerEnded('ended'), 2).run(model, world);

    await conclude(scene, { model, world, lastWord: 'callback' });
  });
});
