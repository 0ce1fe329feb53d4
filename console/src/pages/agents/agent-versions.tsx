import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api, type Schema } from '../../api/client.ts';
import { tokensList, versionsOf } from '../../api/lists.ts';
import { percent } from '../../format/numbers.ts';
import { Confirm } from '../../parts/controls/confirm.tsx';
import { Loading } from '../../parts/empty.tsx';
import { FaultNote } from '../../parts/fault-note.tsx';
import { Section } from '../../parts/page.tsx';
import { words } from '../../parts/status-badge.tsx';
import { Table } from '../../parts/table.tsx';
import { useAct } from '../../parts/use-act.ts';
import { When } from '../../parts/when.tsx';
import { NotPublished } from '../tests/gate.tsx';
import { type Compared, VersionComparison } from './version-comparison.tsx';

/** The versions of an agent: what changed between them, and which one is live. The address has those being compared. */
export function AgentVersions({ id }: { readonly id: string }) {
  const versions = useQuery(versionsOf(id));
  const { from, to } = useSearch({ from: '/frame/agents/$id' });
  const navigate = useNavigate({ from: '/agents/$id' });
  const compared = from && to ? { before: Number(from), after: Number(to) } : undefined;
  const compare = (next: Compared | undefined) =>
    void navigate({
      search: ({ from: _, to: __, ...kept }) =>
        next ? { ...kept, from: String(next.before), to: String(next.after) } : kept,
      replace: true,
      resetScroll: false,
    });
  // Both change the live version, so both are refused until its tests have passed.
  const release = useAct({
    act: ({ by, version, split }: Release) =>
      by === 'publish'
        ? api.post('/v1/agents/publish', { query: { id }, body: { version: split ?? version } })
        : api.post('/v1/agents/rollback', { query: { id }, body: { version } }),
    done: (_, { by, version }) =>
      by === 'publish' ? `Version ${version} is live.` : `Rolled back to version ${version}.`,
    changes: [['agents'], ['prompt'], ['choices']],
    showsFault: true,
  });
  const tokens = useQuery(tokensList);
  const nameOf = (token: string | undefined) => tokens.data?.find(({ id: one }) => one === token)?.name;
  const latest = versions.data?.find(({ is_latest: isLatest }) => isLatest)?.version;
  return (
    <Section title="Versions">
      {versions.error && <FaultNote error={versions.error} onRetry={() => void versions.refetch()} />}
      {release.isError && (
        <NotPublished agent={id} version={release.variables.version} error={release.error} />
      )}
      {versions.isPending && <Loading what="versions" />}
      {versions.data && <p>{inUse(versions.data)}</p>}
      {versions.data && (
        <Table
          label="Versions"
          rows={versions.data}
          keyOf={({ version }) => version}
          columns={{
            Version: ({ version, is_latest: isLatest }) => (
              <>
                {version} {isLatest && <span className="badge good">latest</span>}
              </>
            ),
            Created: ({ created_at: at }) => <When at={at} />,
            Change: ({ message, origin, restored_from: from }) => (
              <bdi>{message ?? (from === undefined ? words(origin) : `${words(origin)}, from ${from}`)}</bdi>
            ),
            By: ({ by, token_id: token }) => <bdi>{nameOf(token) ?? by}</bdi>,
            Live: (version) => <Share version={version} all={versions.data} />,
            Numbers: ({ numbers }) => numbers,
            Actions: (version) => (
              <span className="actions">
                {latest !== undefined && version.version !== latest && (
                  <button type="button" onClick={() => compare({ before: version.version, after: latest })}>
                    Compare
                  </button>
                )}
                <Publish
                  version={version}
                  live={liveOf(versions.data)}
                  busy={release.isPending}
                  onRelease={release.mutate}
                />
                {!version.is_latest && (
                  <Restore version={version.version} busy={release.isPending} onRelease={release.mutate} />
                )}
              </span>
            ),
          }}
        />
      )}
      {compared && versions.data && (
        <VersionComparison id={id} versions={versions.data} compared={compared} onCompare={compare} />
      )}
    </Section>
  );
}

/** A version to make live, itself or as the content of a new one. */
interface Release {
  readonly by: 'publish' | 'rollback';
  readonly version: number;
  /** It gets a part of the calls. @default all */
  readonly split?: { version: number; weight: number }[];
}

/** The live version in words. */
function inUse(all: readonly Schema<'ListedVersion'>[]): string {
  const used = all.filter(({ published_weight: weight }) => (weight ?? 0) > 0);
  return `Live version: ${used.map(({ version }) => version).join(' and ')}`;
}

function Share({
  version,
  all,
}: {
  readonly version: Schema<'ListedVersion'>;
  readonly all: readonly Schema<'ListedVersion'>[];
}) {
  if ((version.published_weight ?? 0) === 0) return '–';
  const sum = all.reduce((weights, { published_weight: weight }) => weights + (weight ?? 0), 0);
  return <span className="badge good">{percent((version.published_weight ?? 0) / sum)}</span>;
}

/** The version that most calls get. */
const liveOf = (all: readonly Schema<'ListedVersion'>[]): number | undefined =>
  all.toSorted((one, other) => (other.published_weight ?? 0) - (one.published_weight ?? 0))[0]?.version;

/** Makes a version live, for all calls or a part of them. The agent's settings stay as they are. */
function Publish({
  version: { version: number, is_latest: isLatest, published_weight: weight },
  live,
  busy,
  onRelease,
}: {
  readonly version: Schema<'ListedVersion'>;
  readonly live: number | undefined;
  readonly busy: boolean;
  readonly onRelease: (release: Release) => void;
}) {
  const [share, setShare] = useState(100);
  if ((weight ?? 0) > 0) return null;
  const split =
    share < 100 && live !== undefined
      ? {
          split: [
            { version: number, weight: share },
            { version: live, weight: 100 - share },
          ],
        }
      : {};
  return (
    <Confirm
      button="Publish"
      title={`Publish version ${number}?`}
      confirm={`Publish version ${number}`}
      disabled={busy}
      onConfirm={() => onRelease({ by: 'publish', version: number, ...split })}
    >
      <p>
        New calls use this version. Calls in progress keep theirs.
        {!isLatest && ' The form keeps its content; the next change you publish replaces this version.'}
      </p>
      {live !== undefined && (
        <label>
          Calls that get it: {percent(share / 100)}
          {share < 100 && `; the others get version ${live}`}
          <input
            type="range"
            min={5}
            max={100}
            step={5}
            value={share}
            onChange={({ target }) => setShare(Number(target.value))}
          />
        </label>
      )}
    </Confirm>
  );
}

/** Restores an older version as a new version, which is live at once. */
function Restore({
  version,
  busy,
  onRelease,
}: {
  readonly version: number;
  readonly busy: boolean;
  readonly onRelease: (release: Release) => void;
}) {
  return (
    <Confirm
      button="Roll back"
      title={`Roll back to version ${version}?`}
      confirm={`Roll back to version ${version}`}
      disabled={busy}
      onConfirm={() => onRelease({ by: 'rollback', version })}
    >
      <p>
        The agent, its prompt, its voice and its actions get the content of version {version} again, as a new
        version. New calls use it at once; calls in progress keep theirs.
      </p>
    </Confirm>
  );
}
