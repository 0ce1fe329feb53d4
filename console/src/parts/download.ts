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
