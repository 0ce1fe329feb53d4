import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useKeys } from '../use-keys.ts';

interface Identified {
  readonly id: string;
}

type Pages = readonly { readonly items: readonly Identified[] }[];

/** A list that was read, or pages of one. */
type Read = readonly Identified[] | Partial<Pages[number] & { readonly pages: Pages }>;

const rowsOf = (data: Read | undefined): readonly Identified[] =>
  data && 'map' in data ? data : (data?.items ?? data?.pages?.flatMap(({ items }) => items) ?? []);

/** Where records are, and with what the keys of their lists begin. */
const RECORDS = {
  call: ['/calls/$id', 'calls'],
  test: ['/tests/$id', 'tests', 'list'],
  run: ['/tests/runs/$id', 'tests', 'runs'],
  delivery: ['/webhooks/deliveries/$id', 'deliveries'],
} as const;

/** Leads to the records beside this one in the list that it was opened from; [ and ] do the same. */
export function Neighbours({
  what,
  id,
  read,
}: Identified & {
  readonly what: keyof typeof RECORDS;
  /** Reads those around it, in their order, if it was opened from no list. */
  readonly read: () => Promise<readonly Identified[]>;
}) {
  const [to, ...list] = RECORDS[what];
  const navigate = useNavigate();
  const opened = useQueryClient()
    .getQueriesData<Read>({ queryKey: list })
    .map(([, data]) => rowsOf(data))
    .filter((rows) => rows.some((one) => one.id === id))
    .sort((a, b) => b.length - a.length)[0];
  const around = useQuery({ queryKey: ['around', to, id], queryFn: read, enabled: opened === undefined });
  const rows = opened ?? around.data ?? [];
  const at = rows.findIndex((one) => one.id === id);
  const [before, after] = at < 0 ? [] : [rows[at - 1]?.id, rows[at + 1]?.id];
  const go = (next: string | undefined) => () =>
    next !== undefined && void navigate({ to, params: { id: next } });
  useKeys({ '[': go(before), ']': go(after) });
  const neighbours = [
    [before, `Previous ${what}`, ChevronLeft],
    [after, `Next ${what}`, ChevronRight],
  ] as const;
  return neighbours.map(
    ([next, label, Icon]) =>
      next !== undefined && (
        <Link
          key={label}
          to={to}
          params={{ id: next }}
          className="button icon-button"
          aria-label={label}
          title={label}
        >
          <Icon size={16} aria-hidden="true" />
        </Link>
      ),
  );
}
