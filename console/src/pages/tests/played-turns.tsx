import { StatusBadge, Untrusted } from '../../parts/values.tsx';
import type { Entry } from '../conversation/entries.ts';
import type { Line } from '../playground/script.ts';
import { expectsText, reasonText, valueInWords } from './expectation.ts';
import type { PlayedTurn, Verdict } from './test-api.ts';

/** What the contact said, whether it interrupted the agent, and when. */
const SAYS = /^(says|interrupts after \d+ words and says) "(.*)"([^"]*)$/s;

/** What says it again in a rehearsal; undefined for silence, hanging up, and words that the test hides. */
export function lineIn(contact: string): Line | undefined {
  const text = SAYS.exec(contact)?.[2];
  const keys = /^presses ([0-9*#]+)/.exec(contact)?.[1];
  return text !== undefined ? { text } : keys !== undefined ? { keys } : undefined;
}

/** What the contact did, what the agent did and said then, and what is expected of it. The turn's id leads to its beginning. */
export function playedEntries({ turn, contact, tools, ...played }: PlayedTurn): readonly Entry[] {
  const [, how = '', words, when = ''] = SAYS.exec(contact) ?? [];
  const note = [turn === 0 ? 'Start' : `Turn ${turn}`, how.replace(/( and )?says$/, ''), when.trim()];
  const key = (what: string | number) => `${turn} ${what}`;
  const first: Entry = {
    key: key('contact'),
    id: turnId(turn),
    kind: words === undefined ? 'state' : 'turn',
    title: words === undefined ? 'The contact' : 'Contact',
    detail: contact,
    note: note.filter(Boolean).join(', '),
    turn: words === undefined ? undefined : { key: key('contact'), speaker: 'human', text: words },
  };
  const called = tools.map(({ name, args, output, failed, refused }, at): Entry => {
    const came = refused ? 'was refused' : `→ ${valueInWords(output) || 'nothing'}`;
    const detail = `${name}(${valueInWords(args)}) ${came}`;
    return { key: key(at), kind: 'action', title: 'Action', detail, bad: failed || refused };
  });
  const { says: text, answered_ms: silenceMs, heard } = played;
  const answer: Entry = {
    key: key('agent'),
    kind: 'turn',
    title: 'Agent',
    turn: { key: key('agent'), speaker: 'agent', text, silenceMs, heard, interrupted: heard !== undefined },
  };
  const unplayed = {
    key: key('over'),
    kind: 'state',
    title: 'Not played: the call was over.',
    bad: true,
  } as const;
  const all = [first, ...called, ...(text === '' ? [] : [answer]), ...(played.unplayed ? [unplayed] : [])];
  const below = <Verdicts label={`Expectations of turn ${turn}`} verdicts={played.verdicts} />;
  return all.map((entry, at) => (at === all.length - 1 ? { ...entry, below } : entry));
}

/** Expectations, each with its verdict and why. */
export function Verdicts({
  label,
  verdicts,
}: {
  readonly label: string;
  readonly verdicts: readonly Verdict[];
}) {
  if (verdicts.length === 0) return null;
  return (
    <ul className="verdicts" aria-label={label}>
      {verdicts.map(({ expects, verdict, reason, turn }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one expectation may stand there twice.
        <li key={at}>
          <StatusBadge status={verdict} /> <Untrusted text={expectsText(expects)} shown={300} />
          <div className="help">
            <Untrusted text={reasonText(reason)} shown={300} />
            {turn !== undefined && (
              <>
                {' '}
                <a href={`#${turnId(turn)}`}>Turn {turn}</a>
              </>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** The id of a turn's element. */
export const turnId = (turn: number): string => `turn-${turn}`;
