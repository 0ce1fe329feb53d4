/** Reads values, `name=value` on a line each. */
export function contextOf(written: string): {
  readonly values: Readonly<Record<string, string>> | null;
  readonly fault?: string;
} {
  const lines = written.split('\n').filter((line) => line.trim() !== '');
  const wrong = lines.find((line) => !/^\s*[^=\s][^=]*=/.test(line));
  if (wrong !== undefined)
    return { values: null, fault: `Write name=value, not "${wrong.trim().slice(0, 50)}".` };
  if (lines.length === 0) return { values: null };
  const entries = lines.map((line) => {
    const at = line.indexOf('=');
    return [line.slice(0, at).trim(), line.slice(at + 1).trim()] as const;
  });
  return { values: Object.fromEntries(entries) };
}

/** A placeholder of a text, as the API fills it in. */
const PLACEHOLDER = /\$\{([^${}]+)\}/g;

/** Names of values that every call has. */
export const BUILT_IN = ['now', 'today', 'contact_number'];

/** The context keys that an agent uses: placeholders `${name}` in its texts, and required keys. */
export function variablesOf(texts: readonly string[], needed: readonly string[]): readonly string[] {
  const written = texts.flatMap((text) =>
    [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name.trim()),
  );
  return [...new Set([...needed, ...written])].filter((name) => name !== '' && !BUILT_IN.includes(name));
}
