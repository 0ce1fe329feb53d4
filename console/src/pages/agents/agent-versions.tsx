import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { api, bodyOf, type Schema } from '../../api/client.ts';
import { versionsOf } from '../../api/lists.ts';
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

/** The versions of an agent: what changed between them, and which of them calls use. The address has those that are compared. */
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
  const publish = useAct({
    act: (version: number) =>
      bodyOf(api.POST('/v1/agents/publish', { params: { query: { id } }, body: { version } })),
    done: (_, version) => `Calls use version ${version} from now on.`,
    changes: [['agents']],
    showsFault: true,
  });
  const latest = versions.data?.find(({ is_latest: isLatest }) => isLatest)?.version;
  return (
    <Section title="Versions">
      {versions.error && <FaultNote error={versions.error} onRetry={() => void versions.refetch()} />}
      {publish.isError && <NotPublished agent={id} version={publish.variables} error={publish.error} />}
      {versions.isPending && <Loading what="versions" />}
      {versions.data && <p>{inUse(versions.data)}</p>}
      {versions.data && (
        <Table
          label="Versions"
          columns={['Version', 'Made', 'By', 'Calls use it', 'Numbers', 'Actions']}
          rows={versions.data.map((version) => ({
            key: String(version.version),
            cells: [
              <span key="version">
                {version.version} {version.is_latest && <span className="badge good">latest</span>}
              </span>,
              <When key="made" at={version.created_at} />,
              version.restored_from === undefined
                ? words(version.origin)
                : `${words(version.origin)}, from ${version.restored_from}`,
              (version.published_weight ?? 0) > 0 ? (
                <Share key="share" version={version} all={versions.data} />
              ) : (
                '–'
              ),
              version.numbers,
              <span key="actions" className="actions">
                {latest !== undefined && version.version !== latest && (
                  <button type="button" onClick={() => compare({ before: version.version, after: latest })}>
                    Compare
                  </button>
                )}
                <Publish version={version} busy={publish.isPending} onPublish={publish.mutate} />
                {!version.is_latest && <Restore agent={id} version={version.version} />}
              </span>,
            ],
          }))}
        />
      )}
      {compared && versions.data && (
        <VersionComparison id={id} versions={versions.data} compared={compared} onCompare={compare} />
      )}
    </Section>
  );
}

/** Which version calls use, in words. */
function inUse(all: readonly Schema<'ListedVersion'>[]): string {
  const used = all.filter(({ published_weight: weight }) => (weight ?? 0) > 0);
  return `Calls use version ${used.map(({ version }) => version).join(' or ')}.`;
}

function Share({
  version,
  all,
}: {
  readonly version: Schema<'ListedVersion'>;
  readonly all: readonly Schema<'ListedVersion'>[];
}) {
  const sum = all.reduce((weights, { published_weight: weight }) => weights + (weight ?? 0), 0);
  return <span className="badge good">{percent((version.published_weight ?? 0) / sum)}</span>;
}

/** Lets calls use a version from now on. The agent's settings stay as they are. */
function Publish({
  version: { version: number, is_latest: isLatest, published_weight: weight },
  busy,
  onPublish,
}: {
  readonly version: Schema<'ListedVersion'>;
  readonly busy: boolean;
  readonly onPublish: (version: number) => void;
}) {
  if ((weight ?? 0) > 0) return null;
  return (
    <Confirm
      button="Publish"
      title={`Publish version ${number}?`}
      confirm={`Let calls use version ${number}`}
      disabled={busy}
      onConfirm={() => onPublish(number)}
    >
      <p>
        New calls use this version. Calls that are under way keep theirs.
        {!isLatest && ' The form stays as it is: its next change is published over this version.'}
      </p>
    </Confirm>
  );
}

/** Gives the agent the content of an older version again, as a new version that calls use at once. */
function Restore({ agent, version }: { readonly agent: string; readonly version: number }) {
  const restore = useAct({
    act: () =>
      bodyOf(api.POST('/v1/agents/rollback', { params: { query: { id: agent } }, body: { version } })),
    done: `The agent is as it was in version ${version}.`,
    changes: [['agents'], ['prompt'], ['choices']],
  });
  return (
    <Confirm
      button="Roll back"
      title={`Roll back to version ${version}?`}
      confirm={`Roll back to version ${version}`}
      disabled={restore.isPending}
      onConfirm={() => restore.mutate(undefined)}
    >
      <p>
        The agent, its prompt, its voice and its actions get the content of version {version} again, as a new
        version. New calls use it at once; calls that are under way keep theirs.
      </p>
    </Confirm>
  );
}
