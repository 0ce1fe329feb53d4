import { InvalidArgumentError } from 'commander';

/** Reads an option's whole number within bounds. */
export const wholeNumber =
  (least: number, most: number) =>
  (given: string): number => {
    const number = Number(given);
    if (/^\d{1,9}$/.test(given) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`It must be a number from ${least} to ${most}.`);
  };

/** Collects the options `--context name=value`. */
export function eachContextValue(
  given: string,
  former: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(given) ?? [];
  if (name === undefined || value === undefined) throw new InvalidArgumentError('It must be name=value.');
  return { ...former, [name]: value };
}

/** A version of an agent: a number, or a word that the API knows. */
export const versionIn = (given: string): number | string =>
  /^\d{1,9}$/.test(given) ? Number(given) : given;
