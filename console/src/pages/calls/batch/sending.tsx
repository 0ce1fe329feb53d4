import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { count, counted } from '../../../format/numbers.ts';
import { Button } from '../../../parts/controls.tsx';
import { downloadCsv } from '../../../parts/download.ts';
import { Section } from '../../../parts/page.tsx';
import { FaultNote } from '../../../parts/query-state.tsx';
import { BadRows } from './bad-rows.tsx';
import { type BatchRequest, requestsOf } from './recipients.ts';
import type { Outcome, Run, Send } from './send-batch.ts';

/** Sends the rows of a file request by request, and tells what was refused. What was answered is never sent again. */
export function Sending({
  run,
  titles: [sending, sent],
  made,
  send: sendRequest,
  startsNow,
  onRun,
  onAnother,
  children,
}: {
  readonly run: Run;
  /** What the page says meanwhile, and at the end. */
  readonly titles: readonly [string, string];
  /** What comes of a number of rows, such as `2 calls placed`. */
  readonly made: (rows: number) => string;
  readonly send: Send;
  /** Whether to send at once; otherwise the reader continues it. */
  readonly startsNow: boolean;
  readonly onRun: (change: (run: Run) => Run) => void;
  readonly onAnother: () => void;
  /** Where to go when it is done. */
  readonly children: ReactNode;
}) {
  const { requests, answered } = run;
  const { isSending, error, send, stop } = useSending({ run, send: sendRequest, startsNow, onRun });
  const outcomes = answered.flat();
  const refused = outcomes.filter(({ id }) => id === undefined);
  const total = requests.reduce((sum, { recipients }) => sum + recipients.length, 0);
  const unsent = refused.filter(({ isRepeated }) => !isRepeated);
  const isDone = answered.length === requests.length;
  const again = () => {
    const recipients = unsent.map(({ recipient }) => recipient);
    onRun((now) => ({ ...now, answered: [], requests: requestsOf(recipients, () => crypto.randomUUID()) }));
  };
  return (
    <Section title={isDone ? sent : sending}>
      <progress max={total} value={outcomes.length} aria-label="Rows that were sent" />
      <p role="status">
        {count(outcomes.length)} of {counted(total, 'row')} sent: {made(outcomes.length - refused.length)},{' '}
        {count(refused.length)} refused.
      </p>
      {error !== undefined && <FaultNote error={error} />}
      {!isDone && !isSending && <p>Continuing sends only the remaining rows: nobody is called twice.</p>}
      <BadRows
        rows={refused.map(({ recipient: { line, to_number: text }, why = '' }) => ({ line, text, why }))}
      />
      <div className="actions">
        {isSending && <Button onClick={stop}>Stop</Button>}
        {!isSending && !isDone && (
          <Button className="primary" onClick={send}>
            Continue
          </Button>
        )}
        {isDone && unsent.length > 0 && <Button onClick={again}>Retry refused rows</Button>}
        {refused.length > 0 && <Button onClick={() => save(refused)}>Save refused rows as CSV</Button>}
        {isDone && (
          <>
            <Button onClick={onAnother}>Choose another CSV</Button>
            {children}
          </>
        )}
      </div>
    </Section>
  );
}

/** Sends what is not answered yet, until it is stopped or a request fails for good. */
function useSending({
  run: { requests, answered },
  send: sendRequest,
  startsNow,
  onRun,
}: Pick<Parameters<typeof Sending>[0], 'run' | 'send' | 'startsNow' | 'onRun'>) {
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<unknown>();
  const stop = useRef<AbortController>(null);
  // A request that finds the session over asks to sign in, as every change does.
  const { mutateAsync } = useMutation({
    mutationFn: ({ request, signal }: { readonly request: BatchRequest; readonly signal: AbortSignal }) =>
      sendRequest(request, signal),
  });
  const send = async () => {
    if (stop.current) return;
    const own = new AbortController();
    stop.current = own;
    setSending(true);
    setError(undefined);
    try {
      for (const [at, request] of requests.entries()) {
        if (at < answered.length) continue;
        const outcomes = await mutateAsync({ request, signal: own.signal });
        // The answer to a request is taken once, and never for another run.
        onRun((now) =>
          now.requests === requests && now.answered.length === at
            ? { ...now, answered: [...now.answered, outcomes] }
            : now,
        );
      }
    } catch (fault) {
      if (!own.signal.aborted) setError(fault);
    }
    if (stop.current === own) stop.current = null;
    setSending(stop.current !== null);
  };
  // Other requests are a new run: the first one, or the refused ones again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the requests themselves begin it.
  useEffect(() => {
    if (startsNow && answered.length === 0) void send();
    return () => {
      stop.current?.abort();
      stop.current = null;
    };
  }, [requests]);
  return { isSending, error, send: () => void send(), stop: () => stop.current?.abort() };
}

function save(refused: readonly Outcome[]): void {
  const names = [...new Set(refused.flatMap(({ recipient }) => Object.keys(recipient.context)))];
  const rows = refused.map(({ recipient: { line, to_number, context }, why }) => [
    to_number,
    ...names.map((name) => context[name]),
    line,
    why,
  ]);
  downloadCsv('refused', ['number', ...names, 'line', 'why'], rows);
}
