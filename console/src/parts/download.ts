import { csvOf } from '../format/csv.ts';

/** Downloads a file. `parts`: its text. */
export function download(
  parts: readonly string[],
  { name, type }: { readonly name: string; readonly type: string },
): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([...parts], { type: `${type};charset=utf-8` }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Downloads rows as a spreadsheet reads them: it takes the mark at the beginning as the sign of UTF-8. */
export const downloadCsv = (name: string, header: readonly string[], rows: readonly (readonly unknown[])[]) =>
  download(['\uFEFF', csvOf(header, rows)], { name: `${name}.csv`, type: 'text/csv' });
