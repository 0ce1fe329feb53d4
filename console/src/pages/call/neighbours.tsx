import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useKeys } from '../../use-keys.ts';

/** A list of calls that was read, or pages of one. */
interface ReadCalls {
  readonly items?: readonly { readonly id: string }[];
  readonly pages?: readonly { readonly items: readonly { readonly id: string }[] }[];
}

/** Leads to the calls beside this one in the list that it was opened from; [ and ] do the same. */
export function Neighbours({ id }: { readonly id: string }) {
  const navigate = useNavigate();
  const lists = useQueryClient()
    .getQueriesData<ReadCalls>({ queryKey: ['calls'] })
    .map(([, data]) => data?.items ?? data?.pages?.flatMap(({ items }) => items) ?? [])
    .filter((calls) => calls.some((call) => call.id === id))
    .sort((a, b) => b.length - a.length);
  const at = lists[0]?.findIndex((call) => call.id === id) ?? -1;
  const [before, after] = [lists[0]?.[at - 1]?.id, lists[0]?.[at + 1]?.id];
  const go = (to: string | undefined) => () =>
    to !== undefined && void navigate({ to: '/calls/$id', params: { id: to } });
  useKeys({ '[': go(before), ']': go(after) });
  const neighbours = [
    [before, 'Newer call', ChevronLeft],
    [after, 'Older call', ChevronRight],
  ] as const;
  return neighbours.map(
    ([to, label, Icon]) =>
      to !== undefined && (
        <Link
          key={label}
          to="/calls/$id"
          params={{ id: to }}
          className="button icon-button"
          aria-label={label}
          title={label}
        >
          <Icon size={16} aria-hidden="true" />
        </Link>
      ),
  );
}
