import { useRef, useState } from 'react';
import { adviceOn } from '../../api/fault.ts';
import { callsPage, type ListedCall } from '../../api/lists.ts';
import { duration, secondsBetween } from '../../format/duration.ts';
import { counted } from '../../format/numbers.ts';
import { Button } from '../../parts/controls.tsx';
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
  'cost',
  'currency',
  'summary',
  'collected_fields',
  'transcript',
];

/** Calls that one file has at most: a spreadsheet opens no more with ease. */
const MOST_CALLS = 50_000;

/** Retries of each page: many pages may reach the limit of requests. */
const RETRIES = 5;

/** A file of calls. */
interface Sheet {
  readonly name: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

const sheetOfCalls = (calls: readonly ListedCall[]): Sheet => ({
  name: 'calls',
  header: HEADER,
  rows: calls.map(rowOf),
});

/** Saves all calls that pass the filters as CSV, page by page. `read`: the number of calls so far, while it does. */
export function useExportCsv(search: CallSearch, sheetOf = sheetOfCalls) {
  const [read, setRead] = useState<number>();
  const stop = useRef<AbortController>(null);
  const say = useToast();
  const save = async () => {
    stop.current = new AbortController();
    setRead(0);
    try {
      const { calls, isCut } = await allCalls(search, stop.current.signal, setRead);
      const { downloadCsv } = await import('../../parts/download.ts');
      const { name, header, rows } = sheetOf(calls);
      downloadCsv(`${name}-${new Date().toISOString().slice(0, 10)}`, header, rows);
      const saved = `${counted(calls.length, 'call')} saved.`;
      say(
        isCut ? `${saved} This is the limit of one file. For older calls, set “Created before”.` : saved,
        isCut,
      );
    } catch (error) {
      const stopped = stop.current.signal.aborted;
      say(stopped ? 'Export stopped. Nothing was saved.' : adviceOn(error).text, !stopped);
    }
    setRead(undefined);
  };
  return { read, save: () => void save(), stop: () => stop.current?.abort() };
}

/** How far an export is, and a button that stops it. */
export const ExportState = ({ exported }: { readonly exported: ReturnType<typeof useExportCsv> }) =>
  exported.read !== undefined && (
    <>
      <span role="status">{counted(exported.read, 'call')} read …</span>
      <Button onClick={exported.stop}>Stop</Button>
    </>
  );

/** The newest calls that pass the filters. `isCut`: whether there may be older ones, for which the file has no room. */
async function allCalls(search: CallSearch, signal: AbortSignal, onRead: (number: number) => void) {
  const calls: ListedCall[] = [];
  let cursor: string | undefined;
  let read = 0;
  do {
    const page = await callsPage(apiFilters(search), { cursor, signal, retries: RETRIES });
    read += page.items.length;
    calls.push(...page.items.filter((call) => passes(call, search)));
    onRead(read);
    cursor = page.next;
  } while (cursor !== undefined && calls.length < MOST_CALLS);
  return { calls, isCut: cursor !== undefined };
}

function rowOf(call: ListedCall): readonly unknown[] {
  const seconds = secondsBetween(call.start_time, call.end_time);
  const fields: Readonly<Record<string, unknown>> = {
    ...call,
    duration: seconds === undefined ? '' : duration(seconds),
    cost: call.cost?.total,
    currency: call.cost?.currency,
  };
  return HEADER.map((name) => fields[name]);
}
