import './row-link.css';
import type { ReactNode } from 'react';

/** A row with its cells, in the order of the columns. */
export interface Row {
  readonly key: string;
  readonly cells: readonly ReactNode[];
}

/** A table that scrolls sideways if it is too wide. On a phone, each row is a card. */
export function Table({
  label,
  columns,
  rows,
}: {
  readonly label: string;
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it.
    <section className="table" aria-label={`${label}, table`} tabIndex={0}>
      <table>
        <caption className="hidden">{label}</caption>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, at) => (
                <td key={columns[at] ?? at} data-name={columns[at]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
