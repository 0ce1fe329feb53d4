/** Characters that take two columns of a terminal: those of Chinese, Japanese and Korean. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uff60]/gu;

/** Columns of a text in a terminal. */
export function columnsOf(text: string): number {
  return [...text].length + (text.match(WIDE)?.length ?? 0);
}

/**
 * Breaks a text into rows of at most `columns`, between words if possible. All rows but the last are final: appended
 * words do not change them.
 */
export function wrap(text: string, columns: number): string[] {
  const rows: string[] = [];
  let row = '';
  for (const word of text.match(/\s*\S+/g) ?? []) {
    if (columnsOf(row + word) <= columns) {
      row += word;
      continue;
    }
    if (row !== '') rows.push(row);
    row = '';
    for (const character of word.trimStart()) {
      if (columnsOf(row + character) > columns) {
        rows.push(row);
        row = '';
      }
      row += character;
    }
  }
  return [...rows, row];
}
