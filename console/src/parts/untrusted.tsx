import { useState } from 'react';

/** Characters that a page shows of a text before the reader asks for all of it. */
const SHOWN = 2_000;

/** Characters of a block: the browser lays out only the blocks that are on the screen. */
const BLOCK = 10_000;

/**
 * Text from outside: words of a call, answers of a webhook. It is text, never markup. It stands apart from its
 * surroundings, so that marks of direction in it turn nothing around it. A long one is cut.
 */
export function Untrusted({ text, shown = SHOWN }: { readonly text: string; readonly shown?: number }) {
  const [all, setAll] = useState(false);
  if (text.length <= shown) return <bdi className="untrusted">{text}</bdi>;
  return (
    <span className="untrusted-long">
      {all ? <Blocks text={text} /> : <bdi className="untrusted">{text.slice(0, shown)}…</bdi>}{' '}
      <button type="button" className="link" onClick={() => setAll(!all)}>
        {all ? 'Show less' : `Show all (${text.length.toLocaleString()} characters)`}
      </button>
    </span>
  );
}

function Blocks({ text }: { readonly text: string }) {
  return Array.from({ length: Math.ceil(text.length / BLOCK) }, (_, at) => at * BLOCK).map((from) => (
    <bdi className="untrusted block" key={from}>
      {text.slice(from, from + BLOCK)}
    </bdi>
  ));
}
