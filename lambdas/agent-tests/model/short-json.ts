const MAX_LENGTH = 200;

/** A value as JSON, cut off if it is long. */
export const shortJson = (value: unknown): string => shortText(JSON.stringify(value) ?? 'nothing');

export const shortText = (text: string): string =>
  text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text;
