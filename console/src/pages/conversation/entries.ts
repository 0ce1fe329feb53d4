import type { ReactNode } from 'react';
import type { SpokenLine } from '../../parts/speech/use-speech.ts';
import type { ShownTurn } from './transcript.ts';

/** Something that happened in a conversation: a turn of it, or a state of its call. */
export interface Entry {
  readonly key: string;
  /** The id of its element, to which links lead. */
  readonly id?: string | undefined;
  readonly kind: 'state' | 'turn' | 'barge-in' | 'keys' | 'action';
  /** When it happened: ISO 8601. A turn that is known from the transcript only has no time. */
  readonly at?: string | undefined;
  readonly title: string;
  readonly detail?: string | undefined;
  readonly bad?: boolean | undefined;
  /** The turn that it tells of. */
  readonly turn?: ShownTurn | undefined;
  /** What stands beside its title, such as the number of a test's turn. */
  readonly note?: string | undefined;
  /** What stands below it, such as the verdicts on a turn. */
  readonly below?: ReactNode;
}

/** Keys that the contact pressed: the API tells them as words of the contact. */
const KEYS = /^\[keys ([^\]]*)\]$/;

/** What the turns of a conversation tell, and where the contact spoke over the agent. `end`: when it was over. */
export function turnEntries(turns: readonly ShownTurn[], end?: string): readonly Entry[] {
  return turns.flatMap((turn, at) => {
    const entry: Entry = {
      key: `turn ${turn.key}`,
      at: turn.at,
      kind: kindOf(turn),
      title: titleOf(turn),
      detail: detailOf(turn),
      bad: turn.failed,
      turn,
    };
    return turn.interrupted ? [entry, bargeIn(turns, at, end)] : [entry];
  });
}

/** What was done, in a few words. */
function detailOf({ speaker, text, pressesKeys, input }: ShownTurn): string | undefined {
  if (pressesKeys)
    return input && typeof input === 'object' && 'digits' in input ? String(input.digits) : undefined;
  return speaker === 'action' ? text.replace(/: done$/, '') : KEYS.exec(text)?.[1];
}

function kindOf({ speaker, text, pressesKeys }: ShownTurn): Entry['kind'] {
  if (pressesKeys || (speaker === 'human' && KEYS.test(text))) return 'keys';
  return speaker === 'action' ? 'action' : 'turn';
}

/** Who speaks in a turn, or that something was done. */
function titleOf(turn: ShownTurn): string {
  if (turn.speaker === 'action') return turn.pressesKeys ? 'Agent pressed keys' : 'Action';
  if (turn.speaker === 'agent') return 'Agent';
  return kindOf(turn) === 'keys' ? 'Contact pressed keys' : 'Contact';
}

/** The contact spoke over a turn of the agent, which the next words of the contact show; or hung up during it. */
function bargeIn(turns: readonly ShownTurn[], at: number, end: string | undefined): Entry {
  const next = turns.slice(at + 1).find(({ speaker }) => speaker === 'human');
  const { key, at: began } = turns[at] ?? {};
  return {
    key: `barge-in ${key}`,
    at: next ? (next.at ?? began) : (end ?? began),
    kind: 'barge-in',
    title: next ? 'Barge-in' : 'Cut off',
    detail: next ? 'The contact spoke over the agent.' : 'The call ended before the agent’s last word.',
  };
}

/** The words of a conversation that can be spoken. */
export function spokenLines(turns: readonly ShownTurn[]): readonly SpokenLine[] {
  return turns.flatMap((turn) =>
    kindOf(turn) === 'turn'
      ? [{ key: turn.key, by: turn.speaker === 'agent' ? 'agent' : 'contact', text: turn.text } as const]
      : [],
  );
}
