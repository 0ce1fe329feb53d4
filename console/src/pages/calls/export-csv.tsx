import { useRef, useState } from 'react';
import type { Schema } from '../../api/client.ts';
import { ApiFault, adviceOn } from '../../api/fault.ts';
import { callsPage } from '../../api/lists.ts';
import { csvOf } from '../../format/csv.ts';
import { duration, secondsBetween } from '../../format/duration.ts';
import { count } from '../../format/numbers.ts';
import { download } from '../../parts/download.ts';
import { useToast } from '../../parts/toasts.tsx';
import { apiFilters, type CallSearch, passes } from './filters.ts';

const HEADER = [
  'id',
  'created_at',
  'start_time',
  'end_time',
  'duration',
  'direction',
  'from_number',
  'to_number',
  'status',
  'stage_outcome',
  'error_message',
  'agent',
  'collected_fields',
  'transcript',
];

/** Calls that one file has at most: a spreadsheet opens no more with ease. */
const MOST_CALLS = 50_000;

/** Saves all calls that pass the filters as CSV. It reads them page by page, tells how far it is, and can be stopped. */
export function ExportCsv({ search }: { readonly search: CallSearch }) {
  const [read, setRead] = useState<number>();
  const stop = useRef<AbortController>(null);
  const say = useToast();
  const save = async () => {
    stop.current = new AbortController();
    setRead(0);
    try {
      const { calls, isCut } = await allCalls(search, stop.current.signal, setRead);
      // A spreadsheet takes the mark at the beginning as the sign of UTF-8.
      download(['\uFEFF', csvOf(HEADER, calls.map(rowOf))], {
        name: `calls-${new Date().toISOString().slice(0, 10)}.csv`,
        type: 'text/csv',
      });
      const saved = `${count(calls.length)} calls were saved.`;
      say(isCut ? `${saved} One file has no more: for older calls, set "Created before".` : saved, isCut);
    } catch (error) {
      const stopped = stop.current.signal.aborted;
      say(stopped ? 'Nothing was saved: you stopped it.' : adviceOn(error).text, !stopped);
    }
    setRead(undefined);
  };
  if (read === undefined) {
    return (
      <button type="button" onClick={save}>
        Export CSV
      </button>
    );
  }
  return (
    <>
      <span role="status">{count(read)} calls read …</span>
      <button type="button" onClick={() => stop.current?.abort()}>
        Stop
      </button>
    </>
  );
}

/** The newest calls that pass the filters. `isCut`: whether there may be older ones, for which the file has no room. */
async function allCalls(search: CallSearch, signal: AbortSignal, onRead: (number: number) => void) {
  const calls: Schema<'ListedCall'>[] = [];
  let cursor: string | undefined;
  let read = 0;
  do {
    const page = await patiently(() => callsPage(apiFilters(search), { cursor, signal }), signal);
    read += page.items.length;
    calls.push(...page.items.filter((call) => passes(call, search)));
    onRead(read);
    cursor = page.next;
  } while (cursor !== undefined && calls.length < MOST_CALLS);
  return { calls, isCut: cursor !== undefined };
}

/** Waits as the API asks when it limits the requests. */
async function patiently<Result>(ask: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  for (let limited = 0; ; limited++) {
    try {
      signal.throwIfAborted();
      return await ask();
    } catch (error) {
      if (!(error instanceof ApiFault) || error.status !== 429 || limited >= 5) throw error;
      await new Promise((resolve) => setTimeout(resolve, (error.retryAfter ?? 1) * 1000));
    }
  }
}

function rowOf(call: Schema<'ListedCall'>): readonly unknown[] {
  const seconds = secondsBetween(call.start_time, call.end_time);
  const fields: Readonly<Record<string, unknown>> = {
    ...call,
    duration: seconds === undefined ? '' : duration(seconds),
  };
  return HEADER.map((name) => fields[name]);
}
