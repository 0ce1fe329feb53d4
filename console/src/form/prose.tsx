/** A description of the API's document: its `code` is set as code, and its paragraphs apart. */
export function Prose({ text }: { readonly text: string }) {
  return text.split(/(`[^`]+`)/).map((part, at) =>
    part.startsWith('`') && part.length > 2 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name.
      <code key={at}>{part.slice(1, -1)}</code>
    ) : (
      part
    ),
  );
}
