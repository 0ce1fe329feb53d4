/** Fills each `${name}` for which the context has a value; others stay as they are. */
export function fillTemplate(
  text: string,
  context: Readonly<Record<string, string>> | null | undefined,
): string {
  return text.replace(/\$\{([^${}]+)\}/g, (placeholder, name: string) => {
    const key = name.trim();
    return context && Object.hasOwn(context, key) ? (context[key] ?? placeholder) : placeholder;
  });
}
