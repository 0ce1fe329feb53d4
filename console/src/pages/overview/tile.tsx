import type { ReactNode } from 'react';

/** A figure with its name. */
export function Tile({
  name,
  value,
  children,
}: {
  readonly name: string;
  readonly value: string;
  readonly children?: ReactNode;
}) {
  return (
    <div className="tile">
      <h2>{name}</h2>
      <p className="figure">{value}</p>
      {children && <div className="faint">{children}</div>}
    </div>
  );
}
