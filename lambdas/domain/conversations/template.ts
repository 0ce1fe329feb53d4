/** Values by the names that placeholders have. */
type Values = Readonly<Record<string, string>> | null | undefined;

const PLACEHOLDER = /\$\{([^${}]+)\}/g;

/** Fills each `${name}` for which the context has a value; others stay as they are. What comes of it may be large: see filledBytes. */
export function fillTemplate(text: string, context: Values): string {
  return text.replace(PLACEHOLDER, (placeholder, name: string) => contextValue(name, context) ?? placeholder);
}

/** How many bytes (UTF-8) a filled text has, without filling it; placeholders that have no value count in full, or as nothing. */
export function filledBytes(text: string, context: Values, unfilled: 'kept' | 'left out' = 'kept'): number {
  let bytes = Buffer.byteLength(text);
  const gains = new Map<string, number>();
  for (const [placeholder, name = ''] of text.matchAll(PLACEHOLDER)) {
    const known = gains.get(placeholder);
    const value = contextValue(name, context) ?? (unfilled === 'kept' ? placeholder : '');
    const gain = known ?? Buffer.byteLength(value) - Buffer.byteLength(placeholder);
    gains.set(placeholder, gain);
    bytes += gain;
  }
  return bytes;
}

function contextValue(name: string, context: Values): string | undefined {
  const key = name.trim();
  return context && Object.hasOwn(context, key) ? context[key] : undefined;
}
