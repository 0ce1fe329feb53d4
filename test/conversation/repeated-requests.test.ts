// Tools that act once: calls that are repeated, interrupted, lost, made side by side, or confirmed by the contact first.
import { describe, expect, it, vi } from 'vitest';
import type { CallAction } from '../../lambdas/actions/model/action.ts';
import type { ServiceAnswer } from '../../lambdas/actions/model/external-service.ts';
import { END, external } from '../agent-tests/played-test.ts';
import { at } from '../support/records.ts';
import { type CallPlan, plannedCall, type Reply } from './planned-call.ts';

const UNKNOWN: ServiceAnswer = { error: 'The service did not answer in time.', outcome: 'unknown' };
const BOOKED: ServiceAnswer = { result: 'booked' };

const book = (config: object = {}): CallAction => {
  const action = external('book', 1, { day: { type: 'string', title: 'Day' } });
  return { ...action, config: { ...action.config, ...config } };
};

interface Plan extends CallPlan {
  /** What the services answer, one a request, and after which milliseconds. @default booked at once */
  readonly answers?: readonly (readonly [ServiceAnswer, number?])[];
}

/** A conversation of an agent that books. */
async function playing({ answers = [], ...plan }: Plan) {
  const serves = (_: string, request: number) => answers[request] ?? ([BOOKED] as const);
  const played = await plannedCall({ actions: [book()], serves, ...plan });
  return { ...played, turns: played.results, outputs: () => played.outcomes.map(({ output }) => output) };
}

const TUESDAY = { day: 'Tuesday' };
const ONE: Reply = [['book', TUESDAY]];
const DONE_BEFORE = { ...BOOKED, note: expect.stringContaining('not done again') };

describe('a repeated call', () => {
  it('in one turn, five times at once and again, makes one request', async () => {
    const five = Array.from({ length: 5 }, () => ['book', TUESDAY] as const);
    const { says, asked, outputs, turns } = await playing({ replies: [five, ONE, 'It is booked.'] });

    await says('Book Tuesday.');

    expect(asked).toHaveLength(1);
    expect(outputs()).toEqual([BOOKED, ...Array(5).fill(DONE_BEFORE)]);
    expect(await turns()).toEqual(['Book Tuesday.', BOOKED, 'It is booked.']);
  });

  it('with the keys of its arguments in another order is the same; other arguments are another call', async () => {
    const [first, second] = [
      { day: 'Tuesday', note: { a: 1, b: 2 } },
      { note: { b: 2, a: 1 }, day: 'Tuesday' },
    ];
    const { says, asked } = await playing({
      replies: [[['book', first]], [['book', second]], [['book', { day: 'Friday' }]]],
    });

    await says('Book Tuesday and Friday.');

    expect(asked.map(({ payload }) => payload)).toEqual([first, { day: 'Friday' }]);
    expect(new Set(asked.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2);
  });

  it('while the first waits for its answer, after an interruption, is answered from the first', async () => {
    const { call, says, clock, asked, outputs, turns } = await playing({
      replies: [ONE, ONE, 'It is booked.'],
      answers: [[BOOKED, 5_000]],
    });

    await call.says('Book Tuesday.', { isCut: true });
    await clock.pass(1_000);
    await says('Hello?');

    expect(asked).toHaveLength(1);
    expect(outputs()).toContainEqual(DONE_BEFORE);
    expect(await turns()).toEqual(['Book Tuesday.', 'Hello?', BOOKED, 'One moment, please. It is booked.']);
  });

  it('after an interruption that came before the result was told, is answered from the first', async () => {
    const { call, says, asked, turns } = await playing({
      replies: [
        ONE,
        'Your appointment on Tuesday is booked.',
        ONE,
        'It is booked.',
        ONE,
        'It is booked again.',
      ],
    });

    await call.says('Book Tuesday.');
    await call.interrupts(1, 'Wait, which day?', {});
    await call.hearsOut();
    expect(asked).toHaveLength(1);
    await says('Book another one on Tuesday.');

    expect(asked).toHaveLength(2);
    expect(asked[1]?.idempotencyKey).not.toBe(asked[0]?.idempotencyKey);
    expect((await turns()).slice(1, 5)).toEqual([BOOKED, 'Your', 'Wait, which day?', 'It is booked.']);
  });

  it('whose service failed is sent again with the same key', async () => {
    const failed: ServiceAnswer = { error: 'The service answered with HTTP status 503.' };
    const { says, asked } = await playing({ replies: [ONE, ONE, 'It is booked.'], answers: [[failed]] });

    await says('Book Tuesday.');

    expect(asked).toHaveLength(2);
    expect(asked[1]?.idempotencyKey).toBe(asked[0]?.idempotencyKey);
  });

  it.each([
    [false, 1],
    [true, 2],
  ])('that timed out (idempotent: %s) makes %i requests', async (idempotent, requests) => {
    const { says, asked, input, turns } = await playing({
      actions: [book({ idempotent })],
      replies: [ONE, ONE, 'I cannot tell whether it is booked.', ONE],
      answers: [
        [UNKNOWN, 10_000],
        [UNKNOWN, 10_000],
      ],
    });

    await says('Book Tuesday.');
    expect(asked).toHaveLength(requests);
    expect(input(2)).toContain('may have taken effect');
    expect(await turns()).toContainEqual(UNKNOWN);
    await says('Then try it again.');

    expect(asked).toHaveLength(requests + 1);
    expect(new Set(asked.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  });

  it('of a request whose invocation died has an unknown outcome, and is not sent', async () => {
    const { says, store, asked, turns } = await playing({ replies: ['Yes?', ONE, 'I cannot tell.'] });
    await says('Hello.');
    const probe = await playing({ replies: ['Yes?', ONE] });
    await probe.says('Hello.');
    await probe.says('Book Tuesday.');
    const { turn, key } = (await probe.store.getSession()).requests?.[0] ?? { turn: 0, key: '' };
    await store.addRequest((await store.getSession()).generation, { key, turn, at: at(0).toISOString() });

    await says('Book Tuesday.');

    expect(asked).toEqual([]);
    expect(await turns()).toContainEqual({ error: expect.stringContaining('lost'), outcome: 'unknown' });
  });
});

it('what a model claims right before a request is neither heard nor in the history if the service speaks', async () => {
  const { says, input, turns } = await playing({
    actions: [book({ speak_on_send: true })],
    replies: [['Good news: it is booked.', ['book', TUESDAY]], 'It is booked.'],
    answers: [[{ error: 'The service answered with HTTP status 503.' }]],
  });

  await says('Book Tuesday.');

  expect((await turns()).at(-1)).toBe('One moment, please. It is booked.');
  expect(input(1)).not.toContain('it is booked');
});

it('a key does not show arguments to those who lack the signing secret', async () => {
  const keys = ['one', 'two'].map(async (signature_secret) => {
    const { says, asked } = await playing({ actions: [book({ signature_secret })], replies: [ONE] });
    await says('Book Tuesday.');
    return asked[0]?.idempotencyKey;
  });

  expect(new Set(await Promise.all(keys)).size).toBe(2);
});

describe('calls of one answer', () => {
  const tools = ['a', 'b', 'c', 'd', 'e'];
  const all = tools.map((name, index) => external(name, index + 1));

  it('wait side by side, up to four, and are stored in their order', async () => {
    const { says, asked, turns } = await playing({
      actions: all,
      replies: [tools.map((name) => [name] as const), 'Done.'],
      answers: [
        [{ result: 'slow' }, 9_000],
        ...['b', 'c', 'd', 'e'].map((result) => [{ result }, 100] as const),
      ],
    });

    await says('Do all of it.');

    const waits = asked.map(({ tool, second }) => `${tool} ${second - (asked[0]?.second ?? 0)}`);
    expect(waits).toEqual(['a 0', 'b 0', 'c 0', 'd 0', 'e 9']);
    expect(await turns()).toEqual([
      'Do all of it.',
      ...['slow', 'b', 'c', 'd', 'e'].map((result) => ({ result })),
      'One moment, please. Done.',
    ]);
  });

  it('are stored with their results although the agent cannot speak meanwhile', async () => {
    const speaking = { speak_on_send: true };
    const { says, call, turns } = await playing({
      actions: all.map((one) =>
        one.config.name === 'b' ? { ...one, config: { ...one.config, ...speaking } } : one,
      ),
      replies: [['a', 'b', 'c'].map((name) => [name] as const)],
      answers: ['a', 'c'].map((result) => [{ result }, 100] as const),
    });
    vi.spyOn(call.line, 'send').mockRejectedValueOnce(new Error('The vendor is gone.'));

    await says('Do all of it.').catch(() => undefined);

    expect(await turns()).toEqual(expect.arrayContaining([{ result: 'a' }, { result: 'c' }]));
  });

  it('after one that leaves the call are not made', async () => {
    const { says, asked, outputs } = await playing({
      actions: [...all, END],
      replies: [[['a'], ['end_conversation'], ['b']]],
    });

    await says('Bye.');

    expect(asked.map(({ tool }) => tool)).toEqual(['a']);
    expect(outputs().at(-1)).toHaveProperty('error');
  });
});

describe('an action that the contact must confirm', () => {
  const QUESTION = 'To be sure: book; Day: Tuesday.';
  const agreed = (quoted_consent: string, day = 'Tuesday'): Reply => [['book', { day, quoted_consent }]];
  const confirmed = { actions: [book({ confirm: true })] };

  it('runs once the contact agreed to its arguments in answer to the question', async () => {
    const { says, asked, turns } = await playing({
      ...confirmed,
      replies: [ONE, agreed('Yes, please.'), 'It is booked.'],
    });

    await says('Book Tuesday.');
    expect(asked).toEqual([]);
    await says('Yes, please.');

    expect(asked.map(({ payload }) => payload)).toEqual([TUESDAY]);
    expect(await turns()).toEqual([
      'Book Tuesday.',
      { awaiting_confirmation: QUESTION },
      `${QUESTION} Shall I go ahead?`,
      'Yes, please.',
      BOOKED,
      'It is booked.',
    ]);
  });

  it.each([
    ['before the question', ['Yes, book it.', 'Hm.'], 'Yes, book it.', 'Tuesday'],
    ['to other arguments', ['Book it.', 'Yes.'], 'Yes.', 'Friday'],
    ['with a refusal', ['Book it.', 'No, leave it.'], 'No, leave it.', 'Tuesday'],
    ['in words that were not said', ['Book it.', 'What?'], 'Yes.', 'Tuesday'],
  ])('does not run on an agreement %s', async (_, [request = '', reply = ''], quotation, day) => {
    const { says, asked, turns } = await playing({ ...confirmed, replies: [ONE, agreed(quotation, day)] });

    await says(request);
    await says(reply);

    expect(asked).toEqual([]);
    const asks = (await turns()).filter((turn) => typeof turn === 'object');
    expect(asks).toHaveLength(day === 'Friday' ? 2 : 1);
  });

  it('needs the question to be heard, and the answer to follow it', async () => {
    const { call, says, asked } = await playing({
      ...confirmed,
      replies: [ONE, agreed('Yes.'), 'On Lake Road.', agreed('Yes.')],
    });

    await call.says('Book Tuesday.');
    await call.interrupts(3, 'Yes.', {});
    await call.hearsOut();
    await says('Where are you?');
    await says('Yes.');

    expect(asked).toEqual([]);
  });

  it('is asked about once, as the last words, and nothing else leaves the call', async () => {
    const { says, asked, call, outputs, store } = await playing({
      actions: [...confirmed.actions, END],
      replies: [[['book', TUESDAY], ['book', { day: 'Friday' }], ['end_conversation']]],
    });

    await says('Book Tuesday and Friday, bye.');

    expect(asked).toEqual([]);
    expect(call.line.heard).toEqual([`${QUESTION} Shall I go ahead? `]);
    expect(outputs().slice(1)).toEqual([{ error: expect.any(String) }, { error: expect.any(String) }]);
    expect(await store.getSession()).not.toHaveProperty('ending');
  });

  it('is done once on one agreement', async () => {
    const { says, asked } = await playing({
      ...confirmed,
      replies: [ONE, agreed('Yes.'), 'It is booked.', agreed('Yes.')],
    });

    await says('Book Tuesday.');
    await says('Yes.');
    await says('Great, anything else?');

    expect(asked).toHaveLength(1);
  });
});
