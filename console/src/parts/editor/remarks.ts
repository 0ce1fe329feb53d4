import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';

/** What is wrong with a line, counted from 1. */
export interface LineIssue {
  readonly line: number;
  readonly text: string;
  /** Whether the line is only doubtful. */
  readonly isWarning?: boolean;
}

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

const wrongLine = Decoration.line({ class: 'wrong-line' });
const doubtfulLine = Decoration.line({ class: 'doubtful-line' });

/** The editor's light ground is turned into a dark one with all that is on it. */
const look = EditorView.theme({
  '.wrong-line': { background: '#fdebea' },
  '.doubtful-line': { background: '#fdf3d8' },
  '.doubtful-line .remark': { color: '#7a5200' },
  '.remark': { paddingInlineStart: '1rem', color: '#b3201b' },
});

/** Shows what is wrong with lines, which it asks for at each update. */
export const remarks = (issues: () => readonly LineIssue[]) => [
  look,
  EditorView.decorations.of(({ state: { doc } }): DecorationSet => {
    const ranges = issues()
      .filter(({ line }) => line <= doc.lines)
      .flatMap(({ line, text, isWarning }) => {
        const { from, to } = doc.line(line);
        const mark = isWarning ? doubtfulLine : wrongLine;
        return [mark.range(from), Decoration.widget({ widget: new Remark(text), side: 1 }).range(to)];
      });
    return Decoration.set(ranges, true);
  }),
];
