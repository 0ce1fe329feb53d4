import {
  Decoration,
  EditorView,
  MatchDecorator,
  placeholder,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { minimalSetup } from 'codemirror';

/** A value of the call, as the API fills it in. */
const values = new MatchDecorator({
  regexp: /\$\{[^${}]+\}/g,
  decoration: Decoration.mark({ class: 'value-chip' }),
});

const chips = ViewPlugin.define(
  (view) => ({
    decorations: values.createDeco(view),
    update(update: ViewUpdate) {
      this.decorations = values.updateDeco(update, this.decorations);
    },
  }),
  { decorations: ({ decorations }) => decorations },
);

/** The editor's look. Its colours are those of the page, which reach into its root. */
const look = EditorView.theme({
  '&': { minHeight: 'inherit' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { minHeight: 'inherit', fontFamily: 'inherit', lineHeight: '1.6', overflowX: 'hidden' },
  '.cm-content': { padding: '0.75rem 0', caretColor: 'var(--text)', minHeight: 'inherit' },
  '.cm-line': { padding: '0 0.875rem' },
  '.cm-placeholder': { color: 'var(--faint)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--accent-ground)',
  },
  '.value-chip': {
    padding: '0.0625rem 0.3125rem',
    borderRadius: '0.3125rem',
    background: 'var(--accent-ground)',
    color: 'var(--accent)',
    fontWeight: '550',
  },
});

/** What the page and the editor tell each other. */
export interface EditedText {
  readonly text: string;
  readonly isWrong: boolean;
  readonly onChange: (text: string) => void;
}

export interface PromptEditor {
  /** Takes what the page tells now, except the text: nothing else changes it while the editor is there. */
  readonly update: (now: EditedText) => void;
  /** Gives it the focus, with the cursor at this character. */
  readonly focus: (at: number) => void;
  readonly destroy: () => void;
}

/**
 * Puts an editor of a prompt into an element. The editor has a root of its own: there its styles come as style sheets,
 * where in the page it would need style elements, which the policy forbids.
 */
export function editPrompt(place: HTMLElement, label: string, edited: EditedText): PromptEditor {
  const root = place.shadowRoot ?? place.attachShadow({ mode: 'open' });
  let now = edited;
  const view = new EditorView({
    doc: now.text,
    root,
    parent: root,
    extensions: [
      minimalSetup,
      EditorView.lineWrapping,
      EditorView.contentAttributes.of(() => ({
        'aria-label': label,
        ...(now.isWrong && { 'aria-invalid': 'true' }),
        spellcheck: 'true',
      })),
      placeholder('Who the agent is, what it must achieve, and what it must not say.'),
      chips,
      look,
      EditorView.updateListener.of(({ docChanged, state }) => {
        if (docChanged) now.onChange(state.doc.toString());
      }),
    ],
  });
  // A form gives the focus to the place, which cannot have it.
  place.focus = (options) => view.contentDOM.focus(options);
  return {
    update(next) {
      const isOther = next.isWrong !== now.isWrong;
      now = next;
      // An update without changes computes the attributes anew.
      if (isOther) view.dispatch({});
    },
    focus(at) {
      view.dispatch({ selection: { anchor: Math.min(at, view.state.doc.length) } });
      view.focus();
    },
    destroy: () => view.destroy(),
  };
}
