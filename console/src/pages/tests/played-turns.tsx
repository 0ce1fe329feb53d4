import '../call/call.css';
import { CircleAlert, User, Wrench } from 'lucide-react';
import type { ReactNode } from 'react';
import { milliseconds } from '../../format/duration.ts';
import { StatusBadge, Untrusted } from '../../parts/values.tsx';
import type { PlayedTurn, Verdict } from './test-api.ts';

/** Characters of arguments and answers that stand in their line. */
const SHORT = 300;

/** What the contact said, and whether it interrupted the agent. */
const SAYS = /^(says|interrupts after \d+ words and says) "(.*)"$/s;

/** What the contact did, and what the agent did and said then. */
export function Played({ turn }: { readonly turn: PlayedTurn }) {
  const [, how, words] = SAYS.exec(turn.contact) ?? [];
  return (
    <>
      {words === undefined ? (
        <Slim icon={<User size={14} aria-hidden="true" />}>
          The contact <Untrusted text={turn.contact} />
        </Slim>
      ) : (
        <Bubble
          speaker="human"
          name="Contact"
          note={how === 'says' ? undefined : how?.replace(' and says', '')}
        >
          <Untrusted text={words} />
        </Bubble>
      )}
      {turn.tools.map(({ name, args, output, failed, refused }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one tool may be called twice alike.
        <Slim key={at} isBad={failed || refused} icon={<Wrench size={14} aria-hidden="true" />}>
          <Untrusted text={`${name}(${textOf(args)})`} shown={SHORT} />
          {refused ? <span>was refused</span> : <Untrusted text={`→ ${textOf(output)}`} shown={SHORT} />}
        </Slim>
      ))}
      {turn.says !== '' && (
        <Bubble
          speaker="agent"
          name="Agent"
          note={turn.answered_ms === undefined ? undefined : `after ${milliseconds(turn.answered_ms)}`}
        >
          <Untrusted text={turn.says} />
          {turn.heard !== undefined && (
            <p className="help">
              Heard until the interruption: <Untrusted text={turn.heard} />
            </p>
          )}
        </Bubble>
      )}
      {turn.unplayed && (
        <Slim isBad icon={<CircleAlert size={14} aria-hidden="true" />}>
          Not played: the call was over.
        </Slim>
      )}
    </>
  );
}

const textOf = (value: unknown): string => JSON.stringify(value) ?? '';

function Bubble({
  speaker,
  name,
  note,
  children,
}: {
  readonly speaker: 'agent' | 'human';
  readonly name: string;
  readonly note: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <article className="bubble" data-speaker={speaker} aria-label={name}>
      <div className="bubble-head row">
        <strong>{name}</strong>
        {note !== undefined && <span className="faint">{note}</span>}
      </div>
      {children}
    </article>
  );
}

function Slim({
  icon,
  isBad = false,
  children,
}: {
  readonly icon: ReactNode;
  readonly isBad?: boolean | undefined;
  readonly children: ReactNode;
}) {
  return (
    <div className="slim" data-bad={isBad || undefined}>
      <div className="slim-line row">
        {icon}
        {children}
      </div>
    </div>
  );
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
          <StatusBadge status={verdict} /> <Untrusted text={expects} shown={SHORT} />
          <div className="help">
            <Untrusted text={reason} shown={SHORT} />
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
