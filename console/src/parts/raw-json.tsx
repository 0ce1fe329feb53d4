import { type ReactNode, useState } from 'react';
import { CopyButton } from './controls/copy-button.tsx';
import { Untrusted } from './values.tsx';

/** Something folded, which is made when it is opened. */
export function Fold({
  title,
  className,
  children,
}: {
  readonly title: ReactNode;
  readonly className?: string;
  readonly children: () => ReactNode;
}) {
  const [open, setOpen] = useState(false);
  return (
    <details className={className} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{title}</summary>
      {open && children()}
    </details>
  );
}

/** A value of the API as JSON. */
export const RawJson = ({
  value,
  title = 'Raw JSON',
}: {
  readonly value: unknown;
  readonly title?: string;
}) => (
  <Fold title={title} className="raw">
    {() => <Json value={value} />}
  </Fold>
);

/** A value as indented JSON. */
export function Json({ value }: { readonly value: unknown }) {
  const text = JSON.stringify(value, null, 2) ?? 'null';
  return (
    <div className="json">
      <CopyButton text={text}>Copy JSON</CopyButton>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it. */}
      <pre tabIndex={0}>
        <Untrusted text={text} shown={20_000} />
      </pre>
    </div>
  );
}
