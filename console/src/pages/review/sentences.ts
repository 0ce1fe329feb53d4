import type { ListedCall } from '../../api/lists.ts';
import { turnsOfTranscript } from '../conversation/transcript.ts';

/** A sentence of an agent. */
export interface Sentence {
  readonly text: string;
  /** How often it was begun. */
  readonly said: number;
  /** Whether it was said in the first words of a call. */
  readonly isGreeting: boolean;
  /** After how many of its characters contacts began to talk. */
  readonly bargeIns: readonly number[];
  /** After how many of its characters contacts hung up. */
  readonly hangUps: readonly number[];
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });

const sentencesIn = (text: string): readonly string[] =>
  [...segmenter.segment(text)].map(({ segment }) => segment.trim()).filter((one) => one !== '');

/**
 * The sentences of an agent in these calls, its greeting first, then by how often they were said. A transcript has what
 * was heard of an interrupted sentence: it counts as the most frequent one that begins so. `unplaced`: interruptions of
 * sentences that no contact heard in full.
 */
export function sentencesOf(
  calls: readonly Pick<ListedCall, 'transcript' | 'interrupted_messages' | 'stage_outcome'>[],
): { readonly sentences: readonly Sentence[]; readonly unplaced: number } {
  const sentences = new Map<string, Sentence>();
  const add = (text: string, isGreeting: boolean) => {
    const known = sentences.get(text) ?? { text, said: 0, isGreeting, bargeIns: [], hangUps: [] };
    sentences.set(text, { ...known, said: known.said + 1, isGreeting: isGreeting || known.isGreeting });
  };
  const ends = calls.flatMap(
    ({ transcript = '', interrupted_messages: interrupted = [], stage_outcome: outcome }) => {
      const messages = turnsOfTranscript(transcript);
      return messages.flatMap(({ speaker, text }, at) => {
        if (speaker !== 'agent') return [];
        const isCut = interrupted.includes(at + 1);
        const hangsUp = outcome === 'human_disconnected' && at === messages.length - 1;
        const heard = sentencesIn(text);
        for (const sentence of isCut ? heard.slice(0, -1) : heard) add(sentence, at === 0);
        return isCut || hangsUp ? [{ heard: heard.at(-1) ?? '', isCut, hangsUp, isGreeting: at === 0 }] : [];
      });
    },
  );
  const said = [...sentences.values()].sort((one, other) => other.said - one.said);
  let unplaced = 0;
  for (const { heard, isCut, hangsUp, isGreeting } of ends) {
    const text = heard && said.find((sentence) => sentence.text.startsWith(heard))?.text;
    if (isCut && text) add(text, isGreeting);
    const sentence = text ? sentences.get(text) : undefined;
    if (!sentence) unplaced += 1;
    else if (hangsUp)
      sentences.set(sentence.text, { ...sentence, hangUps: [...sentence.hangUps, heard.length] });
    else sentences.set(sentence.text, { ...sentence, bargeIns: [...sentence.bargeIns, heard.length] });
  }
  const order = (one: Sentence, other: Sentence) =>
    Number(other.isGreeting) - Number(one.isGreeting) || other.said - one.said;
  return { sentences: [...sentences.values()].sort(order), unplaced };
}

/** The words of a sentence, each with how many contacts began to talk or hung up while or after it was said. */
export function heatOf({ text, bargeIns, hangUps }: Sentence) {
  return [...text.matchAll(/\S+\s*/g)].map(({ 0: word, index }) => ({
    word,
    count: [...bargeIns, ...hangUps].filter((heard) => index < heard && heard <= index + word.length).length,
  }));
}
