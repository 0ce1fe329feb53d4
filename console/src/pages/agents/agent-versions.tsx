import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schema } from '../../api/client.ts';
import { versionOf, versionsOf } from '../../api/lists.ts';
import { labelOf } from '../../format/label.ts';
import { percent } from '../../format/numbers.ts';
import { useAddress } from '../../parts/address.ts';
import { Button } from '../../parts/controls.tsx';
import { Section } from '../../parts/page.tsx';
import { QueryState } from '../../parts/query-state.tsx';
import { Author } from '../../parts/reviewed.tsx';
import { Table } from '../../parts/table.tsx';
import { StatusBadge } from '../../parts/values.tsx';
import { differencesOf } from './differences.ts';
import { type Compared, ReleasePanel } from './release-panel.tsx';
import { actionNames, changesInLine, liveOf, shareOf } from './version-words.ts';

type Listed = Schema<'ListedVersion'>;

/** Rows at first: each reads its version, to say what changed. */
const MOST_ROWS = 10;

/** The versions of an agent as releases: what changed, who changed it, its tests and its share of calls. */
export default function AgentVersions({ id }: { readonly id: string }) {
  const versions = useQuery(versionsOf(id));
  const [{ from, to, replay, ...others }, setSearch] = useAddress();
  const [isWhole, setIsWhole] = useState(false);
  const compared = from && to ? { from: Number(from), to: Number(to), replay } : undefined;
  const compare = (next: Compared | undefined) =>
    setSearch({ ...others, ...(next && { ...next, from: String(next.from), to: String(next.to) }) });
  const all = versions.data ?? [];
  const formerOf = (version: number) => all.find((one) => one.version < version)?.version;
  const live = liveOf(all);
  return (
    <>
      {compared && versions.data && (
        <ReleasePanel key={compared.to} id={id} versions={all} compared={compared} onCompare={compare} />
      )}
      <Section title="Versions">
        <QueryState query={versions} what="versions" />
        {versions.data && (
          <Table
            label="Versions"
            rows={isWhole ? all : all.slice(0, MOST_ROWS)}
            keyOf={({ version }) => version}
            columns={{
              Version: ({ version }) => version,
              Change: (version) => <Change id={id} version={version} former={formerOf(version.version)} />,
              By: ({ by, token_id: token, created_at: at }) => <Author {...{ by, token, at }} />,
              Tests: ({ version }) => <Tests id={id} version={version} />,
              Live: ({ version, numbers }) => (
                <>
                  {shareOf(all, version) > 0 ? (
                    <span className="badge good">{percent(shareOf(all, version))}</span>
                  ) : (
                    numbers === 0 && '–'
                  )}
                  {numbers > 0 && <span className="faint"> {numbers} numbers</span>}
                </>
              ),
              Actions: ({ version, published_weight: weight }) => (
                <Button
                  onClick={() =>
                    compare({
                      from: (version === live ? formerOf(version) : live) ?? version,
                      to: version,
                    })
                  }
                >
                  {(weight ?? 0) > 0 ? 'Compare' : 'Publish'}{' '}
                  <span className="hidden">version {version}</span>
                </Button>
              ),
            }}
          />
        )}
        {all.length > MOST_ROWS && !isWhole && (
          <Button onClick={() => setIsWhole(true)}>Show all {all.length} versions</Button>
        )}
      </Section>
    </>
  );
}

/** What its author said of a version, and what changed, in a line. */
function Change({
  id,
  version: { version, message, origin, restored_from: restored },
  former,
}: {
  readonly id: string;
  readonly version: Listed;
  readonly former: number | undefined;
}) {
  const own = useQuery({ ...versionOf(id, version), enabled: former !== undefined });
  const before = useQuery({ ...versionOf(id, former ?? version), enabled: former !== undefined });
  const [now, then] = [own.data?.content, before.data?.content];
  const line = now && then ? changesInLine(differencesOf(then, now), actionNames(then, now)) : '';
  return (
    <>
      {message && (
        <div>
          <bdi>{message}</bdi>
        </div>
      )}
      <div className={message ? 'faint' : ''}>
        {restored !== undefined && `${labelOf(origin)} to version ${restored}. `}
        <bdi>{line || (former === undefined ? labelOf(origin) : '')}</bdi>
      </div>
    </>
  );
}

/** What the tests of a version last came to, in a word. */
function Tests({ id, version }: { readonly id: string; readonly version: number }) {
  const { data } = useQuery(versionOf(id, version));
  if (!data) return null;
  const { tests, required_tests: required } = data;
  const isMissing = required.some(({ reason }) => reason !== null);
  if (tests.length === 0 && !isMissing) return <span className="faint">–</span>;
  const failed = tests.filter(({ status }) => status !== 'passed').length;
  if (failed > 0) return <StatusBadge status="failed" />;
  return <StatusBadge status={isMissing ? 'not run' : 'passed'} />;
}
