import { useState } from 'react';
import { CopyButton } from './copy-button.tsx';

/** A secret that is shown when it is asked for. */
export function Secret({ text, what }: { readonly text: string; readonly what: string }) {
  const [shown, setShown] = useState(false);
  return (
    <span className="secret">
      <code>{shown ? text : '••••••••••••'}</code>{' '}
      <button type="button" className="quiet" aria-pressed={shown} onClick={() => setShown(!shown)}>
        {shown ? 'Hide' : 'Show'} {what}
      </button>
      {shown && <CopyButton text={text}>Copy</CopyButton>}
    </span>
  );
}
