import { IconButton } from '../../parts/controls.tsx';
import { Untrusted } from '../../parts/values.tsx';
import './chat.css';
import { Pencil, Wrench } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { Schema } from '../../api/client.ts';
import { useRoving } from '../../focus.ts';
import { FEELINGS, feelingOf, milliseconds } from '../../format/duration.ts';
import { counted } from '../../format/numbers.ts';
import { type ActionNames, shownTurn } from '../call/record-of-turn.ts';
import { TurnDetails } from '../call/turn.tsx';
import { isStored } from './script.ts';

/** The id of the button that edits a turn. */
export const editButton = (turn: number | undefined): string => `edit-${turn}`;

/** What was said in a rehearsal, with the actions, the knowledge and the time of each answer. */
export function Chat({
  rehearsal: { turns, knowledge, answering },
  names,
  saying,
  onEdit,
  edited,
}: {
  readonly rehearsal: Schema<'Rehearsal'>;
  readonly names: ActionNames;
  /** The line that is being said, and the number of the last turn before it. */
  readonly saying: { readonly written: string; readonly after: number } | undefined;
  readonly onEdit: ((line: Schema<'CallTurn'>) => void) | undefined;
  /** The number of the turn that is edited: what follows it is about to be left behind. */
  readonly edited: number | undefined;
}) {
  const longestMs = Math.max(0, ...turns.map(({ latency }) => latency?.total_ms ?? 0));
  const isSaying = saying !== undefined && edited === undefined;
  const box = useRef<HTMLDivElement>(null);
  useRoving(box);
  const name = `Conversation, ${counted(turns.length, 'turn')}`;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it.
    <div role="log" aria-label={name} tabIndex={0} className="chat" ref={box}>
      {turns.length === 0 && saying === undefined && (
        <p className="faint">The agent waits for the contact to speak.</p>
      )}
      <ol>
        {turns.map((turn) => (
          <Line
            key={turn.number}
            by={turn.sender ?? 'action'}
            isLeft={edited !== undefined && turn.number >= edited}
            isCurrent={turn.number === edited}
          >
            <Said turn={turn} names={names} />
            <div className="line-notes row">
              <Silence turn={turn} />
              {turn.interrupted && <span className="badge busy">interrupted</span>}
              {turn.action?.outcome === 'failed' && <span className="badge bad">failed</span>}
              <Details
                turn={turn}
                longestMs={longestMs}
                passages={knowledge.find((one) => one.turn === turn.number)?.passages ?? []}
              />
              {turn.sender === 'human' && onEdit && (
                <IconButton
                  icon={Pencil}
                  size={14}
                  id={editButton(turn.number)}
                  title="Edit and continue from here"
                  onClick={() => onEdit(turn)}
                  label={`Edit turn ${turn.number} and continue from there`}
                />
              )}
            </div>
          </Line>
        ))}
        {isSaying && !isStored(turns, saying) && (
          <Line by="human">
            <div className="said">
              <Untrusted text={saying.written} />
            </div>
          </Line>
        )}
        {isSaying && (
          <Line by="agent">
            <div className="said">
              {answering === null ? <span className="faint">…</span> : <Untrusted text={answering} />}
            </div>
          </Line>
        )}
      </ol>
    </div>
  );
}

const SPEAKERS = { agent: 'Agent', human: 'Contact', action: 'Action' };

function Line({
  by,
  isLeft = false,
  isCurrent = false,
  children,
}: {
  readonly by: keyof typeof SPEAKERS;
  readonly isLeft?: boolean;
  readonly isCurrent?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <li className={`line ${by}${isLeft ? ' left' : ''}`} aria-current={isCurrent || undefined}>
      <span className="hidden">{SPEAKERS[by]}: </span>
      {children}
    </li>
  );
}

function Said({ turn, names }: { readonly turn: Schema<'CallTurn'>; readonly names: ActionNames }) {
  const { text } = shownTurn(turn, names);
  if (!turn.action) {
    return (
      <div className="said">
        <Untrusted text={text} />
      </div>
    );
  }
  return (
    <div className="row">
      <Wrench size={14} aria-hidden="true" /> <Untrusted text={text} />
    </div>
  );
}

/** The silence before an answer, in the colour of how it feels. */
function Silence({ turn: { latency } }: { readonly turn: Schema<'CallTurn'> }) {
  const ms = latency?.silence_ms;
  if (ms === undefined) return null;
  const feeling = feelingOf(ms);
  return (
    <span className={`badge ${feeling}`} title={`Response time: ${FEELINGS[feeling]}`}>
      <span className="hidden">Response time: </span>
      {milliseconds(ms)}
    </span>
  );
}

/** What the model and the actions did in a turn, and the passages that it got. */
function Details({
  turn,
  longestMs,
  passages,
}: {
  readonly turn: Schema<'CallTurn'>;
  readonly longestMs: number;
  readonly passages: readonly string[];
}) {
  const [open, setOpen] = useState(false);
  if (turn.sender === 'human' && passages.length === 0) return null;
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {passages.length > 0 ? `Details, ${counted(passages.length, 'passage')} of knowledge` : 'Details'}
      </summary>
      {open && <TurnDetails turn={shownTurn(turn)} longestMs={longestMs} />}
      {open && passages.length > 0 && (
        <ol>
          {passages.map((passage) => (
            <li key={passage}>
              <Untrusted text={passage} shown={500} />
            </li>
          ))}
        </ol>
      )}
    </details>
  );
}
