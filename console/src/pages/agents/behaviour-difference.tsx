import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../parts/controls.tsx';
import { onDemand } from '../../parts/on-demand.tsx';
import { QueryState } from '../../parts/query-state.tsx';
import { inOrder, summaryOf } from '../tests/replay.ts';
import { ReplayedCalls } from '../tests/replayed-calls.tsx';
import { runOf } from '../tests/test-api.ts';

const ReplayDialog = onDemand(() => import('../calls/replay-dialog.tsx'));

/** Calls that are replayed, and rows that are displayed of those that differ. */
const CALLS = 100;
const MOST_ROWS = 20;

/** How the agent's latest calls would have gone with a version. `run`: their replay, which the address has. */
export function BehaviourDifference({
  agent,
  version,
  run,
  onRun,
}: {
  readonly agent: string;
  readonly version: number;
  readonly run: string | undefined;
  readonly onRun: (run: string) => void;
}) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <section aria-label="Difference in behaviour">
      <h3>Difference in behaviour</h3>
      {run === undefined ? (
        <p className="help">What would the agent have said and done in its last {CALLS} calls?</p>
      ) : (
        <Outcome run={run} />
      )}
      <Button onClick={() => setIsAsking(true)}>
        Replay the last {CALLS} calls{run === undefined ? '' : ' again'} …
      </Button>
      {isAsking && (
        <ReplayDialog
          calls={{ filter: { agent_id: agent, limit: CALLS } }}
          agent={agent}
          what={`The agent’s last ${CALLS} calls with a transcript.`}
          version={String(version)}
          onClose={() => setIsAsking(false)}
          onRun={onRun}
        />
      )}
    </section>
  );
}

/** What came of a replay: how many calls differ and in what, and those calls, each with a link. */
function Outcome({ run: id }: { readonly run: string }) {
  const run = useQuery(runOf(id));
  if (!run.data) return <QueryState query={run} what="the replay" />;
  const different = inOrder(run.data.cases.filter(({ status }) => /failed|diverged|error/.test(status)));
  return (
    <>
      <p role="status">
        <Link to="/tests/runs/$id" params={{ id }}>
          {summaryOf(run.data.cases)}
        </Link>
      </p>
      {different.length > 0 && <ReplayedCalls run={id} cases={different.slice(0, MOST_ROWS)} />}
      {different.length > MOST_ROWS && <p>The link above has all {different.length} calls that differ.</p>}
    </>
  );
}
