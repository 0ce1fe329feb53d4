import { useQuery } from '@tanstack/react-query';
import { api, type Schema } from '../../api/client.ts';
import { SelectField } from '../../parts/controls/select-field.tsx';
import { QueryState } from '../../parts/query-state.tsx';
import { Untrusted } from '../../parts/untrusted.tsx';
import { type Difference, differencesOf, type Piece, wordDifference } from './differences.ts';

/** Two versions that are compared. */
export interface Compared {
  readonly before: number;
  readonly after: number;
}

/** What differs between two versions of an agent, word by word. */
export function VersionComparison({
  id,
  versions,
  compared,
  onCompare,
}: {
  readonly id: string;
  readonly versions: readonly Schema<'ListedVersion'>[];
  readonly compared: Compared;
  readonly onCompare: (compared: Compared | undefined) => void;
}) {
  const { before, after } = compared;
  const contents = useQuery({
    queryKey: ['agents', id, 'versions', before, after],
    queryFn: () =>
      Promise.all(
        [before, after].map((version) => api.get('/v1/agents/version', { query: { id, version } })),
      ),
  });
  return (
    <section aria-label="Difference of two versions" className="comparison">
      <div className="filters">
        {(['before', 'after'] as const).map((side) => (
          <SelectField
            key={side}
            label={side === 'before' ? 'From version' : 'To version'}
            options={versions.map(({ version }) => [String(version), String(version)])}
            value={String(compared[side])}
            onChange={(version) => onCompare({ ...compared, [side]: Number(version) })}
          />
        ))}
        <button type="button" className="quiet" onClick={() => onCompare(undefined)}>
          Close
        </button>
      </div>
      <QueryState query={contents} what="the difference" />
      {contents.data && (
        <Differences differences={differencesOf(contents.data[0]?.content, contents.data[1]?.content)} />
      )}
    </section>
  );
}

/** What differs, word by word. */
export function Differences({ differences }: { readonly differences: readonly Difference[] }) {
  if (differences.length === 0) return <p role="status">No differences</p>;
  return (
    <dl className="differences">
      {differences.map(({ path, before, after }) => (
        <div key={path}>
          <dt>
            <code>{path}</code>
          </dt>
          <dd>
            {wordDifference(before, after).map((piece, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have no other name.
              <Shown key={at} piece={piece} />
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Characters of what stayed that are shown on either side of a change. */
const AROUND = 120;

function Shown({ piece: { kind, text } }: { readonly piece: Piece }) {
  if (kind === 'same')
    return text.length <= AROUND * 3 ? (
      <bdi>{text}</bdi>
    ) : (
      <bdi>
        {text.slice(0, AROUND)} <span className="faint">[…]</span> {text.slice(-AROUND)}
      </bdi>
    );
  const Mark = kind === 'removed' ? 'del' : 'ins';
  return (
    <Mark>
      <span className="hidden">{kind}: </span>
      <Untrusted text={text} />
    </Mark>
  );
}
