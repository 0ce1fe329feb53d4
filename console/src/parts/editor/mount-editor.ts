import { EditorView, type EditorViewConfig } from '@codemirror/view';
import { type LineIssue, remarks } from './remarks.ts';

/** What the page and the editor tell each other. */
export interface EditedText {
  readonly label: string;
  readonly text: string;
  readonly isWrong: boolean;
  /** What stands at the end of its lines. A plain field does not show it. */
  readonly issues?: readonly LineIssue[];
  /** What an editor of prompts completes, by name, with what it is. */
  readonly names?: Readonly<Record<string, string>>;
  /** What is selected, and gets the focus, once it is another one. */
  readonly selected?: readonly [from: number, to: number] | undefined;
  readonly onChange: (text: string) => void;
}

export interface Editor {
  /** Takes what the page tells now, except the text: nothing else changes it while the editor is there. */
  readonly update: (now: EditedText) => void;
  /** Gives it the focus, with the characters between these two selected. */
  readonly focus: (anchor: number, head: number) => void;
  readonly destroy: () => void;
}

/** Puts an editor of one kind into an element. */
export type Mount = (place: HTMLElement, edited: EditedText) => Editor;

/**
 * Puts an editor into an element. The editor has a root of its own: there its styles come as style sheets,
 * where in the page it would need style elements, which the policy forbids.
 */
export function mountEditor(
  place: HTMLElement,
  edited: EditedText,
  kind: (now: () => EditedText) => EditorViewConfig['extensions'],
): Editor {
  const root = place.shadowRoot ?? place.attachShadow({ mode: 'open' });
  let now = edited;
  const view = new EditorView({
    doc: now.text,
    root,
    parent: root,
    extensions: [
      kind(() => now) ?? [],
      EditorView.lineWrapping,
      EditorView.contentAttributes.of(() => ({
        'aria-label': now.label,
        ...(now.isWrong && { 'aria-invalid': 'true' }),
      })),
      remarks(() => now.issues ?? []),
      EditorView.updateListener.of(({ docChanged, state }) => {
        if (docChanged) now.onChange(state.doc.toString());
      }),
    ],
  });
  const focus = (anchor: number, head: number) => {
    view.dispatch({ selection: { anchor, head }, scrollIntoView: true });
    view.focus();
  };
  // A form gives the focus to the place, which cannot have it.
  place.focus = (options) => view.contentDOM.focus(options);
  return {
    update(next) {
      const isOther =
        next.isWrong !== now.isWrong || JSON.stringify(next.issues) !== JSON.stringify(now.issues);
      if (next.selected && next.selected !== now.selected) focus(...next.selected);
      now = next;
      // An update without changes computes attributes and remarks anew.
      if (isOther) view.dispatch({});
    },
    focus,
    destroy: () => view.destroy(),
  };
}
