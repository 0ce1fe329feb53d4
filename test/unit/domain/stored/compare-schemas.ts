import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod';

type Schema = z.core.JSONSchema.BaseSchema;

/** A schema of the present version: what it reads, and what it stores. */
export interface Present {
  readonly reads: Schema;
  readonly stores: Schema;
}

/**
 * What keeps two versions from running side by side on the same stored state: one line for each place where the present one cannot
 * read what the earlier one stored, or the earlier one cannot read what the present one stores.
 */
export function incompatibilities(earlier: Schema, { reads, stores }: Present, path = ''): string[] {
  const alternatives = alternativesOf(earlier);
  if (alternatives || alternativesOf(reads)) {
    const [ofReads, ofStores] = [alternativesOf(reads) ?? [reads], alternativesOf(stores) ?? [stores]];
    return compareAlternatives(
      alternatives ?? [earlier],
      ofReads.map((each, index) => ({ reads: each, stores: ofStores[index] ?? each })),
      path,
    );
  }
  const { properties: _, required: __, enum: values, items, ...rest } = earlier;
  const { properties: ___, required: ____, enum: present, items: presentItems, ...presentRest } = reads;
  return [
    ...compareProperties(earlier, { reads, stores }, path),
    ...compareValues(values ?? [], present ?? [], path),
    ...(isDeepStrictEqual(rest, presentRest) ? [] : [`${path} is no longer what it was`]),
    ...compareItems(items, { reads: presentItems, stores: stores.items }, path),
  ];
}

const alternativesOf = ({ anyOf, oneOf }: Schema): readonly Schema[] | undefined => anyOf ?? oneOf;

function compareAlternatives(
  earlier: readonly Schema[],
  present: readonly Present[],
  path: string,
): string[] {
  const fits = (one: Schema, other: Present) => incompatibilities(one, other, path).length === 0;
  const lost = earlier.filter((one) => !present.some((other) => fits(one, other)));
  const added = present.filter((other) => !earlier.some((one) => fits(one, other)));
  const [closest, changed] = lost.length === 1 && added.length === 1 ? [lost[0], added[0]] : [];
  if (closest && changed) return incompatibilities(closest, changed, path);
  return [
    ...lost.map(() => `${path} has an alternative that is no longer read as it was`),
    ...added.map(() => `${path} has an alternative that earlier versions refuse`),
  ];
}

function compareProperties(earlier: Schema, { reads, stores }: Present, path: string): string[] {
  const [before, now] = [earlier.properties ?? {}, reads.properties ?? {}];
  const needed = (earlier.required ?? []).filter((name) => !stores.required?.includes(name));
  const missing = (reads.required ?? []).filter((name) => !earlier.required?.includes(name));
  const kept = Object.keys(before).filter((name) => name in now);
  return [
    ...needed.map((name) => `${path}.${name} may be missing, and earlier versions need it`),
    ...missing.map((name) => `${path}.${name} is needed, and earlier versions did not always store it`),
    ...Object.keys(before)
      .filter((name) => !(name in now))
      .map((name) => `${path}.${name} is no longer read`),
    ...kept.flatMap((name) => {
      const [one, other] = [before[name], now[name]];
      if (!isSchema(one) || !isSchema(other)) return [];
      const stored = stores.properties?.[name];
      return incompatibilities(
        one,
        { reads: other, stores: isSchema(stored) ? stored : other },
        `${path}.${name}`,
      );
    }),
  ];
}

function compareValues(before: readonly unknown[], now: readonly unknown[], path: string): string[] {
  return [
    ...before.filter((value) => !now.includes(value)).map((value) => `${path} is no longer read as ${value}`),
    ...now
      .filter((value) => !before.includes(value))
      .map((value) => `${path} may be ${value}, which earlier versions refuse`),
  ];
}

function compareItems(
  before: unknown,
  { reads, stores }: { reads: unknown; stores: unknown },
  path: string,
): string[] {
  if (!isSchema(before) || !isSchema(reads))
    return isDeepStrictEqual(before, reads) ? [] : [`${path} is no longer what it was`];
  return incompatibilities(before, { reads, stores: isSchema(stores) ? stores : reads }, `${path}[]`);
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
