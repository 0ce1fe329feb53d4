import { InvalidArgumentError } from 'commander';

/** Reads an option's whole number within bounds. */
export const wholeNumber =
  (least: number, most: number) =>
  (given: string): number => {
    const number = Number(given);
    if (/^\d{1,9}$/.test(given) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`It must be a number from ${least} to ${most}.`);
  };

/** Reads an option's value with `read`, which returns undefined for a wrong one. */
export const readBy =
  <Value>(read: (given: string) => Value | undefined, message: string) =>
  (given: string): Value => {
    const value = read(given);
    if (value === undefined) throw new InvalidArgumentError(message);
    return value;
  };

/** An http or https URL, without trailing slashes. */
export const httpUrl = readBy(
  (given) => (/^https?:$/.test(URL.parse(given)?.protocol ?? '') ? given.replace(/\/+$/, '') : undefined),
  'It must be an http or https URL.',
);

/** A time to the minute or second, in this machine's zone unless it names another. */
export const timeOf = readBy((given) => {
  const time = new Date(given);
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)?$/.test(given);
  return isTime && !Number.isNaN(time.getTime()) ? time : undefined;
}, 'It must be a time such as 2026-12-01T09:00.');

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
