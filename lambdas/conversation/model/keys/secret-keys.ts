export const hiddenKeys = (digits: string) => '•'.repeat(digits.length);

/** Digits that the contact pressed and that no record may show, by the number of their turn. */
export type SecretKeys = Readonly<Record<string, string>>;

/** Fewest digits that are searched for: one or two are part of many numbers. */
const MIN_DIGITS = 3;

const GAP = '[\\s.,;:/()*#-]{0,3}';

/** A text in which the digits that the contact pressed are hidden, also if they are spaced or grouped. */
export function maskKeys(text: string, secrets: SecretKeys | undefined): string {
  let masked = text;
  for (const digits of longestFirst(secrets)) {
    if (digits.length < MIN_DIGITS) continue;
    masked = masked.replaceAll(new RegExp([...digits].join(GAP), 'g'), '•'.repeat(digits.length));
  }
  return masked;
}

/** Longest first: an entry that was corrected is part of the entry that replaced it. */
const longestFirst = (secrets: SecretKeys = {}) =>
  Object.values(secrets)
    .map((keys) => keys.replaceAll(/\D/g, ''))
    .sort((one, other) => other.length - one.length);

/** The same for each text and number within a JSON value. */
export function maskKeysWithin<T>(value: T, secrets: SecretKeys | undefined): T;
export function maskKeysWithin(value: unknown, secrets: SecretKeys | undefined): unknown {
  if (secrets === undefined) return value;
  if (typeof value === 'string') return maskKeys(value, secrets);
  if (typeof value === 'number') {
    const masked = maskKeys(String(value), secrets);
    return masked === String(value) ? value : masked;
  }
  if (Array.isArray(value)) return value.map((item) => maskKeysWithin(item, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [maskKeys(name, secrets), maskKeysWithin(inner, secrets)]),
  );
}
