import { counted } from '../../../format/numbers.ts';
import { Untrusted } from '../../../parts/values.tsx';
import type { BadRow } from './recipients.ts';

/** Rows that are displayed; the rest only counts. */
const SHOWN = 100;

/** The rows that are left out, by their lines in the file. */
export function BadRows({
  rows,
  title = `${counted(rows.length, 'row')} skipped`,
}: {
  readonly rows: readonly BadRow[];
  readonly title?: string;
}) {
  if (rows.length === 0) return null;
  return (
    <details className="bad-rows" open={rows.length <= 10}>
      <summary>{title}</summary>
      <ul>
        {rows.slice(0, SHOWN).map(({ line, text, why }) => (
          <li key={`${line} ${text}`}>
            <strong>Line {line}:</strong> {why}{' '}
            <span className="faint">
              <Untrusted text={text} shown={120} />
            </span>
          </li>
        ))}
      </ul>
      {rows.length > SHOWN && <p className="help">Showing the first {SHOWN}.</p>}
    </details>
  );
}
