import { type ReactNode, useEffect, useState } from 'react';
import { dateTime, relativeTime, timeOfDay, utc } from '../format/date-time.ts';
import { phoneNumber } from '../format/phone-number.ts';
import { Button } from './controls.tsx';

/** A time in the reader's zone and locale; the hover tells it in UTC. */
export function When({
  at,
  timeOnly = false,
}: {
  readonly at: string | null | undefined;
  readonly timeOnly?: boolean;
}) {
  if (!at) return <span className="faint">–</span>;
  return (
    <time dateTime={at} title={utc(at)}>
      {timeOnly ? timeOfDay(at) : dateTime(at)}
    </time>
  );
}

const MINUTE_MS = 60_000;

/** How long ago something was; the hover tells when. */
export function RelativeTime({ at }: { readonly at: string | null | undefined }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  if (!at) return <span className="faint">–</span>;
  return (
    <time dateTime={at} title={`${dateTime(at)} (${utc(at)})`}>
      {relativeTime(at, now)}
    </time>
  );
}

/** A telephone number in readable groups; the hover has it as the API writes it. */
export function Phone({ number }: { readonly number: string }) {
  return (
    <bdi className="phone" title={number}>
      {phoneNumber(number)}
    </bdi>
  );
}

/** Characters that a page shows of a text before the reader asks for all of it. */
const SHOWN = 2_000;

/** Characters of a block: the browser lays out only the blocks that are on the screen. */
const BLOCK = 10_000;

/**
 * Text from outside: words of a call, answers of a webhook. It is text, never markup. It stands apart from its
 * surroundings, so that marks of direction in it turn nothing around it. A long one is cut.
 */
export function Untrusted({ text, shown = SHOWN }: { readonly text: string; readonly shown?: number }) {
  const [all, setAll] = useState(false);
  if (text.length <= shown) return <bdi className="untrusted">{text}</bdi>;
  return (
    <span className="untrusted-long">
      {all ? <Blocks text={text} /> : <bdi className="untrusted">{text.slice(0, shown)}…</bdi>}{' '}
      <Button className="link" onClick={() => setAll(!all)}>
        {all ? 'Show less' : `Show all (${text.length.toLocaleString()} characters)`}
      </Button>
    </span>
  );
}

function Blocks({ text }: { readonly text: string }) {
  return Array.from({ length: Math.ceil(text.length / BLOCK) }, (_, at) => at * BLOCK).map((from) => (
    <bdi className="untrusted block" key={from}>
      {text.slice(from, from + BLOCK)}
    </bdi>
  ));
}

/** Kinds of state, by their colour and sign. Colour alone says nothing. */
const KINDS: Readonly<Record<string, 'good' | 'bad' | 'busy' | 'idle'>> = {
  ended: 'good',
  delivered: 'good',
  enabled: 'good',
  active: 'good',
  success: 'good',
  passed: 'good',
  same: 'good',
  finished: 'good',
  reached: 'good',
  in_progress: 'busy',
  pending: 'busy',
  retrying: 'busy',
  running: 'busy',
  calling: 'busy',
  paused: 'busy',
  diverged: 'busy',
  not_started: 'idle',
  error: 'bad',
  failed: 'bad',
  different: 'bad',
  invalid: 'bad',
  refused: 'bad',
  disabled: 'bad',
  cancelled: 'idle',
};

const SIGNS = { good: '✓', bad: '✕', busy: '●', idle: '○' };

/** A state in words, with a sign. */
export function StatusBadge({ status }: { readonly status: string }) {
  const kind = KINDS[status] ?? 'idle';
  return (
    <span className={`badge ${kind}`}>
      <span aria-hidden="true">{SIGNS[kind]} </span>
      {words(status)}
    </span>
  );
}

/** A name of the API in words: `not_started` as `not started`, `event_phone_call_ended` as `call ended`. */
export const words = (name: string): string =>
  name
    .replace(/^event_(phone_)?/, '')
    .replace('did_not', 'didn’t')
    .replaceAll('_', ' ');

/** Names with their values, without missing values. */
export function Facts({ facts }: { readonly facts: Readonly<Record<string, ReactNode>> }) {
  return (
    <dl className="facts">
      {Object.entries(facts)
        .filter(([, value]) => value || value === 0)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
