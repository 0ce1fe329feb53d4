import { autocompletion, type CompletionContext } from '@codemirror/autocomplete';
import { search, searchKeymap } from '@codemirror/search';
import {
  Decoration,
  EditorView,
  keymap,
  MatchDecorator,
  placeholder,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { minimalSetup } from 'codemirror';
import { BUILT_IN } from '../../../format/context.ts';
import { type EditedText, type Mount, mountEditor } from '../../../parts/editor/mount-editor.ts';

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

/** Completes `${` with the values that the prompt has already, how often, and with others that calls have. */
function completeValue(context: CompletionContext, names: EditedText['names']) {
  const begun = context.matchBefore(/\$\{?[^${}\s]*/);
  if (!begun) return null;
  const text = context.state.doc.toString();
  const used = [...text.matchAll(/\$\{([^${}]+)\}/g)].map(([, name = '']) => name.trim());
  const known = { ...names, ...Object.fromEntries(BUILT_IN.map((name) => [name, 'of every call'])) };
  const options = [...new Set([...used, ...Object.keys(known)])].map((name) => {
    const times = used.filter((one) => one === name).length;
    const detail = [known[name], times > 0 && `used ${times} ×`].filter(Boolean).join(', ');
    return { label: `\${${name}}`, detail };
  });
  return { from: begun.from, options };
}

/** Height of the bar that saves what is typed, with the space around it, in pixels. */
const BAR_PX = 80;

/** The editor's look. Its colours are those of the page, which reach into its root. */
const look = EditorView.theme({
  '&': { minHeight: 'inherit' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { minHeight: 'inherit', fontFamily: 'inherit', lineHeight: '1.6', overflowX: 'hidden' },
  // Values to complete are shown beside a line only if it is above the margin that the bar takes.
  '.cm-content': { padding: `0.75rem 0 ${BAR_PX}px`, caretColor: 'var(--text)', minHeight: 'inherit' },
  '.cm-panels, .cm-tooltip': { background: 'var(--raised)', color: 'var(--text)' },
  '.cm-button, .cm-textfield': { background: 'var(--surface)' },
  '.cm-line': { padding: '0 0.875rem' },
  '.doubtful-line': { background: 'none' },
  '.doubtful-line .remark': { color: 'var(--busy)', fontSize: 'var(--text-xs)' },
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

/** An editor of a prompt. */
export const editPrompt: Mount = (place, edited) =>
  mountEditor(place, edited, (now) => [
    minimalSetup,
    EditorView.contentAttributes.of({ spellcheck: 'true' }),
    placeholder('Who the agent is, what it must achieve, and what it must not say.'),
    chips,
    autocompletion({ override: [(context) => completeValue(context, now().names)], icons: false }),
    search({ top: true }),
    keymap.of(searchKeymap),
    // What is typed stays above the bar that saves it.
    EditorView.scrollMargins.of(() => ({ bottom: BAR_PX })),
    look,
  ]);
