import '../tests/tests.css';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { api, type Schema } from '../../api/client.ts';
import { versionOf } from '../../api/lists.ts';
import { counted, percent } from '../../format/numbers.ts';
import { Confirm } from '../../parts/controls/confirm.tsx';
import { Button, Field, InputField, SelectField } from '../../parts/controls.tsx';
import { onDemand } from '../../parts/on-demand.tsx';
import { FaultNote, QueryState } from '../../parts/query-state.tsx';
import { useAct } from '../../parts/use-act.ts';
import { Gate } from '../tests/gate.tsx';
import { inOrder, summaryOf } from '../tests/replay.ts';
import { ReplayedCalls } from '../tests/replayed-calls.tsx';
import { runOf } from '../tests/test-api.ts';
import { differencesOf } from './differences.ts';
import { Differences } from './version-comparison.tsx';
import { actionNames, shareOf, splitWith } from './version-words.ts';

type Listed = Schema<'ListedVersion'>;

/** What the panel is about, as the address has it. */
export interface Compared {
  readonly from: number;
  readonly to: number;
  /** A replay of calls with the version. */
  readonly replay?: string | undefined;
}

/** A version before it is published: what changes, whether it passed its tests, and how calls would have gone. */
export function ReleasePanel({
  id,
  versions,
  compared,
  onCompare,
}: {
  readonly id: string;
  readonly versions: readonly Listed[];
  readonly compared: Compared;
  readonly onCompare: (compared: Compared | undefined) => void;
}) {
  const { from, to } = compared;
  const version = versions.find((one) => one.version === to);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-label={`Version ${to}`} className="card">
      <div className="section-head">
        <h2 ref={heading} tabIndex={-1}>
          Version {to}
        </h2>
        <div className="actions">
          <SelectField
            label="Compared with"
            options={versions.map(({ version: one }) => [String(one), `Version ${one}`])}
            value={String(from)}
            onChange={(one) => onCompare({ ...compared, from: Number(one) })}
          />
          <Button className="quiet" onClick={() => onCompare(undefined)}>
            Close
          </Button>
        </div>
      </div>
      <div className="sides">
        <Change id={id} compared={compared} />
        <div className="release">
          <Gate agent={id} version={to} />
          {version && <Publication id={id} version={version} versions={versions} />}
        </div>
      </div>
      <BehaviourDifference
        key={to}
        agent={id}
        version={to}
        run={compared.replay}
        onRun={(replay) => onCompare({ ...compared, replay })}
      />
    </section>
  );
}

/** What differs between the two versions, word by word. */
function Change({ id, compared: { from, to } }: { readonly id: string; readonly compared: Compared }) {
  const [before, after] = useQueries({
    queries: [versionOf(id, from), versionOf(id, to)] as const,
  });
  return (
    <section aria-label="What changes">
      <h3>What changes</h3>
      {!(before.data && after.data) && (
        <QueryState query={before.error ? before : after} what="the difference" />
      )}
      {before.data && after.data && (
        <Differences
          differences={differencesOf(before.data.content, after.data.content)}
          actions={actionNames(before.data.content, after.data.content)}
        />
      )}
    </section>
  );
}

/** What is done with a version: it is published, or restored as a new one. */
interface Release {
  readonly by: 'publish' | 'rollback';
  readonly body: object;
}

/** How many calls get the version, what it is about, and the button that makes it live. */
function Publication({
  id,
  version,
  versions,
}: {
  readonly id: string;
  readonly version: Listed;
  readonly versions: readonly Listed[];
}) {
  const { version: number, is_latest: isLatest } = version;
  const shown = useQuery(versionOf(id, number));
  const missing = shown.data?.required_tests.filter(({ reason }) => reason !== null).length ?? 0;
  const now = Math.round(100 * shareOf(versions, number));
  const [share, setShare] = useState(100);
  const [message, setMessage] = useState('');
  const release = useAct({
    act: ({ by, body }: Release) => api.request('POST', `/v1/agents/${by}?id=${id}`, { body }),
    done: (_, { by }) =>
      by === 'publish' ? `Version ${number} is live.` : `Rolled back to version ${number}.`,
    changes: [['agents'], ['prompt'], ['choices'], ['version']],
    showsFault: true,
  });
  const isBlocked = release.isPending || (missing > 0 && now === 0);
  const publish = () => {
    const body = { version: splitWith(versions, number, share), ...(message !== '' && { message }) };
    release.mutate({ by: 'publish', body });
  };
  return (
    <section aria-label="Publish">
      {release.error && <FaultNote error={release.error} />}
      {now < 100 && (
        <>
          <ShareField share={share} onShare={setShare} />
          {now === 0 && (
            <InputField label="Message (optional)" maxLength={200} value={message} onChange={setMessage} />
          )}
        </>
      )}
      <div className="actions">
        {now < 100 && (
          <Button
            className="primary"
            aria-disabled={isBlocked || undefined}
            onClick={() => isBlocked || publish()}
          >
            Publish version {number}
          </Button>
        )}
        {!isLatest && (
          <Confirm
            button="Roll back"
            title={`Roll back to version ${number}?`}
            confirm={`Roll back to version ${number}`}
            disabled={release.isPending || missing > 0}
            onConfirm={() => release.mutate({ by: 'rollback', body: { version: number } })}
          >
            <p>
              The agent, its prompt, its voice and its actions get the content of version {number} again, as a
              new version. New calls use it at once; calls in progress keep theirs.
            </p>
          </Confirm>
        )}
      </div>
      <p className="help">
        {missing > 0 && now === 0
          ? `It must pass ${counted(missing, 'test')} first.`
          : now === 100
            ? 'All calls get it.'
            : `New calls use it; calls in progress keep their version.${isLatest ? '' : ' The form keeps its content.'}`}
      </p>
    </section>
  );
}

function ShareField({
  share,
  onShare,
}: {
  readonly share: number;
  readonly onShare: (share: number) => void;
}) {
  return (
    <Field label={`Calls that get it: ${percent(share / 100)}`}>
      {(control) => (
        <input
          {...control}
          type="range"
          min={5}
          max={100}
          step={5}
          value={share}
          onChange={({ target }) => onShare(Number(target.value))}
        />
      )}
    </Field>
  );
}

const ReplayDialog = onDemand(() => import('../calls/replay-dialog.tsx'));

/** Calls that are replayed, and rows that are displayed of those that differ. */
const CALLS = 100;
const MOST_ROWS = 20;

/** How the agent's latest calls would have gone with a version. `run`: their replay, which the address has. */
function BehaviourDifference({
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
