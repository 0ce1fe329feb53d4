import { shortJson, shortText } from './short-json.ts';
import type { PlayedTurn } from './turns/played-turn.ts';
import { failed, type Judgement, notChecked, passed } from './verdict.ts';

/** Milliseconds of silence after which every agent has left a call that is not on hold. */
const MAX_SILENCE_MS = 300_000;

/** What only the end of a call shows, apart from its turns. */
export interface CallEnd {
  /** What the contact heard of the agent, in order. */
  readonly heard: readonly string[];
  /** What the agent was saying when the call ended; how much of it was heard is an estimate. */
  readonly cut?: string;
  /** The agent's words as the conversation stored them; null if it must not store them. */
  readonly stored: readonly (string | null)[];
  readonly isClosed: boolean;
  readonly isOnHold: boolean;
  /** Milliseconds for which the contact was silent at the end while the agent stayed. */
  readonly silenceMs: number;
}

/**
 * The verdict on the rules for every call, whatever its agent does:
 * - It ends when the contact hangs up, or is silent for five minutes.
 * - No tool is called again with the same arguments once it succeeded, unless the contact said or pressed something.
 * - The transcript has the agent's words as the contact heard them.
 */
export function judgeInvariants(turns: readonly PlayedTurn[], end: CallEnd | undefined): Judgement {
  if (!end) return notChecked('The end of the call is unknown.');
  const issue = issueOfEnd(end) ?? issueOfTools(turns) ?? issueOfWords(end);
  return issue === undefined ? passed('All rules hold.') : failed(issue);
}

function issueOfEnd({ isClosed, isOnHold, silenceMs }: CallEnd): string | undefined {
  if (!isClosed) return 'The call has ended, but its conversation is still open.';
  if (isOnHold || silenceMs < MAX_SILENCE_MS) return undefined;
  return `The contact was silent for ${silenceMs / 1000} s, and the agent did not end the call.`;
}

function issueOfTools(turns: readonly PlayedTurn[]): string | undefined {
  const successes = new Map<string, number>();
  let allowed = 1;
  for (const { turn, contact, tools, cuts } of turns) {
    if (!contact.startsWith('is silent')) {
      successes.clear();
      // Each earlier turn that was cut off may have made one, because its work went on.
      allowed = cuts ? allowed + 1 : 1;
    }
    for (const { name, args, failed: hasFailed, refused } of tools) {
      if (refused) continue;
      const key = `${name} with ${shortJson(args)}`;
      const count = successes.get(key) ?? 0;
      if (count >= allowed) return `In turn ${turn}, ${key} was called again without a new request.`;
      if (!hasFailed) successes.set(key, count + 1);
    }
  }
  return undefined;
}

function issueOfWords({ heard, cut = '', stored }: CallEnd): string | undefined {
  if (stored.includes(null)) return undefined;
  const [expected, actual] = [bare(heard.join('')), bare(stored.join(''))];
  const isCutOff = actual.startsWith(expected) && bare(heard.join('') + cut).startsWith(actual);
  if (isCutOff) return undefined;
  return `The contact heard "${shortText(heard.join(' '))}", but the transcript has "${shortText(stored.join(' '))}".`;
}

const bare = (text: string) => text.replaceAll(/\s/g, '');
