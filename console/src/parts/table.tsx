import './row-link.css';
import type { ReactNode } from 'react';

/** A table that scrolls sideways if it is too wide. On a phone, each row is a card. */
export function Table<Row>({
  label,
  columns,
  rows,
  keyOf = (row) => String(Reflect.get(Object(row), 'id')),
}: {
  readonly label: string;
  /** What each column shows of a row, by the column's name. */
  readonly columns: Readonly<Record<string, (row: Row, at: number) => ReactNode>>;
  readonly rows: readonly Row[];
  /** @default the row's id */
  readonly keyOf?: (row: Row, at: number) => string | number;
}) {
  const cells = Object.entries(columns);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it.
    <section className="table" aria-label={`${label}, table`} tabIndex={0}>
      <table>
        <caption className="hidden">{label}</caption>
        <thead>
          <tr>
            {cells.map(([name]) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={keyOf(row, at)}>
              {cells.map(([name, cellOf]) => (
                <td key={name} data-name={name}>
                  {cellOf(row, at)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
