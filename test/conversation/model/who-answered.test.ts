import { describe, expect, it } from 'vitest';
import {
  type AnswererState,
  type AnswererStep,
  answererDetected,
  beepHeard,
  keysPressed,
  whoAnswered,
  wordsHeard,
} from '../../../lambdas/conversation/model/answerer/who-answered.ts';
import type { AnsweredBy } from '../../../lambdas/vendors/model/answered-by.ts';
import type { Answerer } from '../../../lambdas/vendors/model/call-status.ts';
import type { Language } from '../../../lambdas/vendors/model/languages.ts';
import { at } from '../../support/records.ts';
import { rowsOf } from '../../support/rows.ts';

interface CorpusEntry {
  readonly language: Language;
  readonly is: AnsweredBy;
  /** Utterances, and the milliseconds of the pauses between them. */
  readonly says: readonly (string | number)[];
  /** No phrase was written for it. */
  readonly held_out?: boolean;
}

const CORPUS = rowsOf<CorpusEntry>(import.meta.url, 'corpus/openings.jsonl');

const POLICY = { leavesMessage: false, hangsUp: false, introduces: true };

/** The contact's words, those of the agent in brackets, and what else happens, each a second after the last. */
type Happening = string | { readonly detection: Answerer } | 'KEYS';

function play(
  happenings: readonly Happening[],
  policy: Partial<typeof POLICY> = {},
  language: Language = 'en',
) {
  let state: AnswererState = { steps: [] };
  let utterances = 0;
  let sinceAgent: string[] = [];
  let hasAgentReplied = false;
  const steps: AnswererStep[] = [];
  for (const [second, happening] of happenings.entries()) {
    if (typeof happening === 'object') state = answererDetected(state, happening.detection, at(second));
    else if (happening === 'KEYS') state = keysPressed(state, at(second));
    else if (happening.startsWith('(')) {
      sinceAgent = [];
      hasAgentReplied = utterances > 0;
    } else {
      sinceAgent.push(happening);
      const words = { text: happening, sinceAgent: sinceAgent.join(' '), language, utterances };
      const options = { policy: { ...POLICY, ...policy }, at: at(second) };
      const heard = wordsHeard(state, { ...words, isReply: hasAgentReplied }, options);
      utterances += 1;
      state = heard.state;
      steps.push(heard.step);
    }
  }
  return { state, by: whoAnswered(state), steps };
}

const SCREENER = 'Hi, if you record your name and reason for calling, I’ll see if this person is available.';
const GREETING = 'You have reached Anna. Please leave a message after the tone.';
const LONG = 'It is Bob here and I am out in the garden or somewhere else entirely today.';

describe('openings of calls in eleven languages', () => {
  const judged = CORPUS.map((entry) => {
    const words = entry.says.filter((part) => typeof part === 'string');
    const { by, steps } = play(words, { hangsUp: true }, entry.language);
    // Silence or a hang-up loses a person, and an answer or an introduction does not.
    const isKept = steps.every((step) => step === 'answer' || step === 'introduce');
    return { ...entry, by, isKept, isFound: by !== 'human' && by !== 'unknown' };
  });
  const share = (entries: typeof judged, holds: (entry: (typeof judged)[number]) => boolean) =>
    entries.filter(holds).length / entries.length;

  it.each([
    ['all', judged, 0.99, 0.98],
    // docs/who-answered.md has these figures.
    ['those that no phrase was written for', judged.filter(({ held_out }) => held_out), 0.98, 0.95],
  ] as const)('of %s, people are kept and machines are found', (_, entries, people, machines) => {
    const ofPeople = entries.filter(({ is }) => is === 'human');
    const ofMachines = entries.filter(({ is }) => is !== 'human');

    expect(share(ofPeople, ({ isKept }) => isKept)).toBeGreaterThanOrEqual(people);
    expect(share(ofMachines, ({ isFound }) => isFound)).toBeGreaterThanOrEqual(machines);
  });

  it.each([
    'human',
    'voicemail',
    'screener',
    'menu',
    'hold',
    'unavailable',
  ] as const)('tells %s from the others', (kind) => {
    const found = judged.filter(({ by }) => by === kind);
    const labelled = judged.filter(({ is }) => is === kind);

    expect(share(found, ({ is }) => is === kind)).toBeGreaterThanOrEqual(0.97);
    expect(share(labelled, ({ by }) => by === kind)).toBeGreaterThanOrEqual(0.96);
  });
});

describe('what answered', () => {
  it.each<[string, readonly Happening[], AnsweredBy]>([
    ['a person who asks about a message', ['Did you leave a message yesterday?'], 'human'],
    ['a person who tells of a message', ['I was about to leave you a message.'], 'human'],
    ['a person who goes on after a moment', ['One second, let me find my glasses, okay, go on.'], 'human'],
    ['a greeting in two parts', ['Please leave a', 'message after the tone.'], 'voicemail'],
    [
      'a greeting that goes on over the agent',
      ['Hello.', 'You’ve reached Bob, leave a message.'],
      'voicemail',
    ],
    ['a mailbox with options', [GREETING, 'For more options, press pound.'], 'voicemail'],
    ['a long speech without a sign', [`${LONG} ${LONG}`], 'unknown'],
    ['detection alone', [{ detection: 'machine' }], 'voicemail'],
    ['a fax', [{ detection: 'fax' }], 'unavailable'],
    ['a short reply that detection takes for a machine', ['Yes?', { detection: 'machine' }], 'human'],
    ['a short reply after detection', [{ detection: 'machine' }, 'Yes?'], 'human'],
    ['a speech that detection takes for a machine', [LONG, { detection: 'machine' }], 'voicemail'],
    ['a reply to the agent', [LONG, '(Hello.)', LONG, { detection: 'machine' }], 'human'],
    ['a greeting that detection takes for a person', [GREETING, { detection: 'human' }], 'voicemail'],
    ['detection that changes its mind', [{ detection: 'human' }, { detection: 'machine' }], 'human'],
    ['keys', [{ detection: 'machine' }, 'KEYS'], 'human'],
    ['a screener that connects', [SCREENER, '(Ada.)', 'Hello, this is Anna.'], 'human'],
    ['a screener that asks to wait', [SCREENER, '(Ada.)', 'Thanks. Please stay on the line.'], 'hold'],
    ['a screener that becomes a mailbox', [SCREENER, '(Ada.)', GREETING], 'voicemail'],
    [
      'a person who speaks of a tone late',
      ['Hi.', '(A)', 'Well.', '(A)', 'So.', '(A)', 'Yes.', '(A)', GREETING],
      'human',
    ],
  ])('%s', (_, happenings, by) => {
    expect(play(happenings).by).toBe(by);
  });

  it('is known with its steps, their times and their causes, each change once', () => {
    const { state } = play([{ detection: 'machine' }, { detection: 'machine' }, SCREENER, '(Ada.)', 'Yes?']);

    expect(state.steps).toEqual([
      { answered_by: 'voicemail', at: at(0).toISOString(), from: 'detection' },
      { answered_by: 'screener', at: at(2).toISOString(), from: 'words' },
      { answered_by: 'human', at: at(4).toISOString(), from: 'words' },
    ]);
  });
});

describe('what the agent does', () => {
  it.each<[string, readonly Happening[], Partial<typeof POLICY>, AnswererStep]>([
    ['answers a person', ['Hello?'], {}, 'answer'],
    ['introduces itself to a screener', [SCREENER], {}, 'introduce'],
    ['lets the model answer a screener without words for it', [SCREENER], { introduces: false }, 'answer'],
    ['waits after two introductions', [SCREENER, '(Ada.)', SCREENER, '(Ada.)', SCREENER], {}, 'wait'],
    ['waits on hold', ['All our agents are busy. Please hold.'], {}, 'wait'],
    [
      'answers a person who asks for a moment in a talk',
      ['Hi.', '(Ada.)', 'One moment, please.'],
      {},
      'answer',
    ],
    ['awaits the beep', [GREETING], { leavesMessage: true }, 'await_beep'],
    ['talks to a voicemail', [GREETING], {}, 'answer'],
    ['hangs up on a voicemail', [GREETING], { hangsUp: true }, 'hang_up'],
    ['does not hang up against detection', [{ detection: 'human' }, GREETING], { hangsUp: true }, 'answer'],
    [
      'hangs up on a detected machine that goes on',
      [{ detection: 'machine' }, LONG],
      { hangsUp: true },
      'hang_up',
    ],
    ['does not hang up on a short reply', [{ detection: 'machine' }, 'Yes?'], { hangsUp: true }, 'answer'],
    [
      'waits for the voicemail of a screener',
      [SCREENER, '(Ada.)', 'The person is not available. The number you dialed is busy.'],
      {},
      'wait',
    ],
  ])('%s', (_, happenings, policy, step) => {
    expect(play(happenings, policy).steps.at(-1)).toBe(step);
  });

  it.each<[string, readonly Happening[], boolean]>([
    ['a greeting', [GREETING], true],
    ['silence', [], true],
    ['a speech without a sign', [LONG], true],
    ['a screener', [SCREENER], false],
    ['a screener’s wait', [SCREENER, '(Ada.)', 'Please stay on the line.'], false],
    ['a person', ['Yes?'], false],
    ['a menu', ['For sales, press one.'], false],
  ])('leaves a message at a beep after %s: %s', (_, happenings, leaves) => {
    expect(beepHeard(play(happenings).state, at(9)) !== undefined).toBe(leaves);
  });
});
