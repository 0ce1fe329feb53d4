import { json } from '@codemirror/lang-json';
import { EditorView } from '@codemirror/view';
import { basicSetup } from 'codemirror';
import { useEffect, useRef } from 'react';
import { UNFINISHED } from '../../../schema-form/unfinished.ts';
import type { JsonInput } from './json-textarea.tsx';

/**
 * An editor of JSON. It lies in a shadow root: there, its styles are objects, and not the style elements that the policy
 * forbids. The text that it begins with is its own from then on.
 */
export default function JsonEditor({ label, text, isWrong, onChange }: JsonInput) {
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef({ text, onChange });
  latest.current.onChange = onChange;
  useEffect(() => {
    const { current } = host;
    if (!current) return undefined;
    const root = current.shadowRoot ?? current.attachShadow({ mode: 'open', delegatesFocus: true });
    const view = new EditorView({
      doc: latest.current.text,
      root,
      parent: root,
      extensions: [
        basicSetup,
        json(),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': label }),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) latest.current.onChange(state.doc.toString());
        }),
      ],
    });
    return () => view.destroy();
  }, [label]);
  return <div ref={host} className="json-editor" {...(isWrong && { [UNFINISHED]: true })} />;
}
