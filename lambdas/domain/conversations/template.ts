/** Values by placeholder. */
type Values = Readonly<Record<string, string>> | null | undefined;

const PLACEHOLDER = /\$\{([^${}]+)\}/g;

/** Replaces each `${name}` that the context has a value for; keeps the others. The result may be large: see filledBytes. */
export function fillTemplate(text: string, context: Values): string {
  return text.replace(PLACEHOLDER, (placeholder, name: string) => contextValue(name, context) ?? placeholder);
}

/** Bytes (UTF-8) of a filled text, computed without filling it. Placeholders without a value count in full, or as nothing. */
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
