import type { Call } from '../state/call.ts';
import { pageOf } from '../vendor-api/page.ts';
import { VendorError } from '../vendor-api/vendor-error.ts';
import { callResource } from './call-resource.ts';

/** A page of calls, newest first, filtered by To, From, Status, ParentCallSid and StartTime (`StartTime>`, `StartTime<`). */
export function listCalls(calls: Iterable<Call>, url: URL): Record<string, unknown> {
  const matching = [...calls].filter((call) => matches(call, url.searchParams)).reverse();
  const [page, links] = pageOf(matching, url);
  return { calls: page.map(callResource), ...links };
}

function matches(call: Call, query: URLSearchParams): boolean {
  const isEqual = (name: string, value: string) => !query.has(name) || query.get(name) === value;
  if (!isEqual('To', call.request.to) || !isEqual('From', call.request.from)) return false;
  if (!isEqual('Status', call.status) || !isEqual('ParentCallSid', call.parent?.sid ?? '')) return false;
  // The vendor's times have whole seconds; a queued call counts by its creation.
  const started = Math.floor((call.startedAt ?? call.createdAt).getTime() / 1000) * 1000;
  const after = query.get('StartTime>');
  const before = query.get('StartTime<');
  const day = query.get('StartTime');
  if (after !== null && started < Math.floor(time(after) / 1000) * 1000) return false;
  if (before !== null && started > time(before)) return false;
  return day === null || new Date(started).toISOString().startsWith(day.slice(0, 10));
}

function time(value: string): number {
  const parsed = Date.parse(value);
  if (Number.isNaN(parsed)) throw new VendorError(400, 20001, `Invalid StartTime: ${value}`);
  return parsed;
}
