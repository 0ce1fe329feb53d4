import './json.css';
import { json } from '@codemirror/lang-json';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import { basicSetup } from 'codemirror';
import { useEffect, useRef } from 'react';
import { UNFINISHED } from '../../schema-form/unfinished.ts';
import type { JsonInput, LineIssue } from './json-textarea.tsx';

/** What is wrong, at the end of its line. */
class Remark extends WidgetType {
  readonly #text: string;

  constructor(text: string) {
    super();
    this.#text = text;
  }

  override eq(other: Remark): boolean {
    return other.#text === this.#text;
  }

  toDOM(): HTMLElement {
    const remark = document.createElement('span');
    remark.className = 'remark';
    remark.textContent = this.#text;
    return remark;
  }
}

const NONE: readonly LineIssue[] = [];

const wrongLine = Decoration.line({ class: 'wrong-line' });

/** Its colours are for a light ground, as all of the editor. */
const look = EditorView.theme({
  '.wrong-line': { background: '#fdebea' },
  '.remark': { paddingInlineStart: '1rem', color: '#b3201b' },
});

function remarksOn({ state: { doc } }: EditorView, issues: readonly LineIssue[]): DecorationSet {
  const ranges = issues
    .filter(({ line }) => line <= doc.lines)
    .flatMap(({ line, text }) => {
      const { from, to } = doc.line(line);
      return [wrongLine.range(from), Decoration.widget({ widget: new Remark(text), side: 1 }).range(to)];
    });
  return Decoration.set(ranges, true);
}

/**
 * An editor of JSON. It lies in a shadow root: there, its styles are objects, and not the style elements that the policy
 * forbids. The text that it begins with is its own from then on.
 */
export default function JsonEditor({ label, text, isWrong, issues = NONE, onChange }: JsonInput) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(undefined);
  const latest = useRef({ text, issues, onChange });
  latest.current.onChange = onChange;
  useEffect(() => {
    latest.current.issues = issues;
    // An update without changes draws the remarks anew.
    editor.current?.dispatch({});
  }, [issues]);
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
        look,
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': label }),
        EditorView.decorations.of((shown) => remarksOn(shown, latest.current.issues)),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) latest.current.onChange(state.doc.toString());
        }),
      ],
    });
    editor.current = view;
    return () => view.destroy();
  }, [label]);
  return <div ref={host} className="json-editor" {...(isWrong && { [UNFINISHED]: true })} />;
}
