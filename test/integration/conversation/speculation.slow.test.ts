import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { messageWorker } from '../../../lambdas/conversation/message.ts';
import { normalizedWords } from '../../../lambdas/domain/conversations/same-words.ts';
import { tableOfFile } from '../../support/table/table.ts';
import { stubVariables } from '../../support/table/variables.ts';
import { playedConversation } from './played-conversation.ts';

stubVariables(messageWorker.variables ?? []);
const table = await tableOfFile();

const milliseconds = fc.nat({ max: 60 });

/** A turn: when its partial words and its final ones arrive. All times are in milliseconds. */
const turn = fc.record({
  /** Whether the final words differ from the partial ones. */
  changes: fc.boolean(),
  partials: fc.array(fc.record({ afterMs: milliseconds, twice: fc.boolean() }), { maxLength: 4 }),
  finalAfterMs: milliseconds,
  /** The invocation with the answer dies when it may answer. */
  dies: fc.boolean(),
  /** The time for which the final words wait for that invocation; 1: it is nearly always too late. */
  adoptMs: fc.constantFrom(1, 20, 300),
  answerMs: milliseconds,
  /** Whether a partial frame is handled after the final one. */
  straggles: fc.boolean(),
  fails: fc.boolean(),
});
type Turn = typeof turn extends fc.Arbitrary<infer T> ? T : never;

const WORDS = ['I', 'come', 'on', 'Tuesday'];

/** Plays turns one after the other. Returns their final words, and the texts that were said to each. */
async function play(turns: readonly Turn[]) {
  const conversation = await playedConversation(table);
  const { model, partial, final, send, sent } = conversation;
  const ended: Promise<unknown>[] = [];
  const answered = new Set<number>();
  let answerMs = 0;
  let fails = false;
  // The model answers each request after some time, with the words of the request.
  const timer = setInterval(() => {
    for (const [index, asked] of model.asked.entries()) {
      if (answered.has(index)) continue;
      answered.add(index);
      const isFirst = fails;
      fails = false;
      setTimeout(() => {
        if (isFirst) asked.fail(new Error('The model failed.'));
        else asked.answer(`You said ${asked.words}. `, 'That is all.');
      }, answerMs);
    }
  }, 2);
  const finals: string[] = [];
  const said: string[] = [];
  for (const [number, plan] of turns.entries()) {
    const sentBefore = sent.length;
    const words = (count: number) => [...WORDS.slice(0, count), String(number)].join(' ');
    answerMs = plan.answerMs;
    for (const [index, { afterMs, twice }] of plan.partials.entries()) {
      const options = { times: { stableMs: 15 }, crashesBeforeAnswer: plan.dies };
      for (let time = 0; time < (twice ? 2 : 1); time++)
        ended.push(partial(words(index + 1), options).catch(() => undefined));
      await wait(afterMs);
    }
    await wait(plan.finalAfterMs);
    const last = plan.changes ? `${words(WORDS.length)} no` : `${words(Math.max(1, plan.partials.length))}.`;
    // A request ahead may fail; the last request of a turn must not, or the agent apologizes.
    fails = plan.fails && model.asked.length > answered.size;
    finals.push(last);
    const turnEnds = final(last, { times: { adoptMs: plan.adoptMs } });
    if (plan.straggles)
      ended.push(partial(words(1), { late: 5, times: { stableMs: 15 } }).catch(() => undefined));
    await turnEnds;
    await untilSaid(() => sent.slice(sentBefore).some((frame) => frame.type === 'text' && frame.last));
    await send({ type: 'info', name: 'agentSpeaking', value: 'off' });
    said.push(
      sent
        .slice(sentBefore)
        .flatMap((frame) => (frame.type === 'text' ? [frame.token] : []))
        .join(''),
    );
  }
  const transcript = await conversation.transcript();
  // Invocations that still wait for final words end with the next ones.
  await final('Goodbye now', { times: { adoptMs: 1 } });
  await Promise.all(ended);
  clearInterval(timer);
  return { finals, said, transcript };
}

async function untilSaid(isSaid: () => boolean): Promise<void> {
  for (const deadline = Date.now() + 30_000; !isSaid(); await wait(3))
    if (Date.now() > deadline) throw new Error('The final words were not answered.');
}

it('each final utterance gets one answer, to exactly its words, whatever was asked ahead', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 3 }), async (turns) => {
      const { finals, said, transcript } = await play(turns);

      const asSaid = said.map((text) => normalizedWords(text));
      expect(asSaid).toEqual(
        finals.map((words) => normalizedWords(`You said ${normalizedWords(words)}. That is all.`)),
      );
      expect(transcript.map((text) => normalizedWords(text))).toEqual(
        finals.flatMap((words, index) => [normalizedWords(words), asSaid[index]]),
      );
    }),
    { numRuns: 25, endOnFailure: true },
  );
}, 120_000);
