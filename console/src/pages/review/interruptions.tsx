import './review.css';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callsPage, firstPages } from '../../api/lists.ts';
import { counted, percent } from '../../format/numbers.ts';
import { rangeOf, type Time, timeOf } from '../../format/time-range.ts';
import { useAddress } from '../../parts/address.ts';
import { TimeRange } from '../../parts/controls/time-range.tsx';
import { Empty, QueryState } from '../../parts/query-state.tsx';
import { Table } from '../../parts/table.tsx';
import { heatOf, type Sentence, sentencesOf } from './sentences.ts';

/** Calls that are looked at, requests for them, and sentences that are shown. */
const [MOST_CALLS, MOST_PAGES, MOST_SENTENCES] = [200, 4, 25];

const endedCalls = (agent: string, time: Time) => ({
  queryKey: ['interruptions', agent, time],
  queryFn: () => {
    const { from, until } = rangeOf(time, Date.now());
    const filters = { agent, status: 'ended' as const, created_after: from, created_before: until };
    return firstPages(
      (cursor) => callsPage(filters, { cursor }),
      (calls, pages) => calls.length >= MOST_CALLS || pages >= MOST_PAGES,
    );
  },
});

/** Where contacts begin to talk, or hang up, while an agent speaks: laid over its greeting and its usual sentences. */
export default function Interruptions({ agent }: { readonly agent: string }) {
  const [search, setSearch] = useAddress();
  const time = timeOf(search, '');
  const calls = useQuery(endedCalls(agent, time));
  const read = calls.data?.items.slice(0, MOST_CALLS) ?? [];
  const { sentences, unplaced } = useMemo(
    () => sentencesOf(calls.data?.items.slice(0, MOST_CALLS) ?? []),
    [calls.data],
  );
  const shown = sentences.filter(({ said, isGreeting }) => said > 1 || isGreeting).slice(0, MOST_SENTENCES);
  const most = Math.max(1, ...shown.flatMap((sentence) => heatOf(sentence).map(({ count }) => count)));
  return (
    <>
      <div className="row">
        <TimeRange none="Any time" time={time} onChange={(next) => setSearch({ ...search, ...next })} />
      </div>
      <QueryState query={calls} what="calls" lines={6} />
      {calls.data && read.length === 0 && <Empty title="No ended calls in this time" />}
      {read.length > 0 && (
        <>
          <p className="help">
            The last {counted(read.length, 'ended call')} of this agent, at most {MOST_CALLS}. The darker a
            word, the more contacts began to talk or hung up there. Sentences that were said once are left out
            {unplaced > 0 &&
              `, and ${counted(unplaced, 'interruption')} of sentences that nobody heard in full`}
            .
          </p>
          <Table
            label="Sentences"
            rows={shown}
            keyOf={({ text }) => text}
            columns={{
              Sentence: (sentence) => <Heat sentence={sentence} most={most} />,
              Said: { sort: ({ said }) => said, cell: ({ said }) => <span className="number">{said}</span> },
              'Barge-ins': {
                sort: ({ bargeIns }) => bargeIns.length,
                cell: ({ bargeIns, said }) => shareOf(bargeIns, said),
              },
              'Hang-ups': {
                sort: ({ hangUps }) => hangUps.length,
                cell: ({ hangUps, said }) => shareOf(hangUps, said),
              },
            }}
          />
        </>
      )}
    </>
  );
}

const shareOf = ({ length }: readonly number[], said: number) =>
  length > 0 && (
    <span className="number">
      {length} <span className="faint">{percent(length / said)}</span>
    </span>
  );

/** A sentence whose words are the darker, the more contacts began to talk there. */
function Heat({ sentence, most }: { readonly sentence: Sentence; readonly most: number }) {
  return (
    <>
      {sentence.isGreeting && <span className="badge idle">Greeting</span>}{' '}
      <bdi>
        {heatOf(sentence).map(({ word, count }, at) =>
          count > 0 ? (
            <mark
              // biome-ignore lint/suspicious/noArrayIndexKey: words do not move.
              key={at}
              className="heat"
              title={`${count} after this word`}
              style={{
                background: `color-mix(in srgb, var(--bad) ${10 + (30 * count) / most}%, transparent)`,
              }}
            >
              {word}
              <span className="hidden">({count}) </span>
            </mark>
          ) : (
            word
          ),
        )}
      </bdi>
    </>
  );
}
