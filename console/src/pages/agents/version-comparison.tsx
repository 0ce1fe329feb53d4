import { Untrusted } from '../../parts/values.tsx';
import { type Difference, type Piece, wordDifference } from './differences.ts';
import { nameOfDifference, valuesInWords } from './version-words.ts';

/** What differs, word by word. */
export function Differences({
  differences,
  actions,
}: {
  readonly differences: readonly Difference[];
  /** The names of actions by their ids. */
  readonly actions?: ReadonlyMap<string, string>;
}) {
  if (differences.length === 0) return <p role="status">No differences</p>;
  return (
    <dl className="differences">
      {differences.map((difference) => (
        <div key={difference.path}>
          <dt>
            <bdi>{nameOfDifference(difference.path, actions)}</bdi>
          </dt>
          <dd>
            <Values difference={difference} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Short values as the form has them, others word by word. */
function Values({ difference }: { readonly difference: Difference }) {
  const [before, after] = valuesInWords(difference) ?? [];
  if (before === undefined || after === undefined)
    return wordDifference(difference.before, difference.after).map((piece, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have no other name.
      <Shown key={at} piece={piece} />
    ));
  return (
    <>
      <Shown piece={{ kind: 'removed', text: before }} /> → <Shown piece={{ kind: 'added', text: after }} />
    </>
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
