import { useState } from 'react';
import { Button } from '../controls.tsx';

/** Copies a text to the clipboard and says so. */
export function CopyButton({
  text,
  children,
}: {
  readonly text: string | (() => string);
  readonly children: string;
}) {
  const [said, setSaid] = useState<string>();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : text());
      setSaid('Copied');
    } catch {
      setSaid('The browser blocked copying');
    }
    setTimeout(() => setSaid(undefined), 2000);
  };
  return (
    <Button onClick={copy}>
      <span aria-live="polite">{said ?? children}</span>
    </Button>
  );
}
