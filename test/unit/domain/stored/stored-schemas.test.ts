import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { incompatibilities } from './compare-schemas.ts';
import { storedSchemas } from './stored-schemas.ts';

/**
 * What the versions read that may still be deployed. `RECORD_STORED_SCHEMAS=1` records it anew: do so when every environment
 * has the version of the last change, and not before (docs/rollout.md).
 */
const RECORD = join(import.meta.dirname, 'stored-schemas.json');
if (process.env.RECORD_STORED_SCHEMAS)
  writeFileSync(RECORD, `${JSON.stringify(storedSchemas('input'), undefined, 2)}\n`);

const recorded = z
  .record(
    z.string(),
    z.custom<z.core.JSONSchema.BaseSchema>((value) => typeof value === 'object'),
  )
  .parse(existsSync(RECORD) ? JSON.parse(readFileSync(RECORD, 'utf8')) : {});
const [reads, stores] = [storedSchemas('input'), storedSchemas('output')];

/** Differences that are right although two versions cannot tell, each with its reason: such as a value that is read, but not stored yet. */
const TOLERATED: ReadonlyMap<string, string> = new Map();

describe('the stored state of two versions', () => {
  it('is recorded for every schema', () => {
    expect(Object.keys(recorded)).toEqual(Object.keys(reads));
  });

  it.each(Object.keys(reads))('of a %s can be read by the earlier and the present one', (name) => {
    const [earlier, present, stored] = [recorded[name], reads[name], stores[name]];
    if (!earlier || !present || !stored) throw new Error(`${name} is not recorded.`);

    const found = incompatibilities(earlier, { reads: present, stores: stored }, name);

    expect(found.filter((line) => !TOLERATED.has(line))).toEqual([]);
  });
});

/** The differences between an earlier and a present schema, which stores what it reads. */
function between(before: z.ZodType, now: z.ZodType): string[] {
  const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
    const { $schema: _, ...written } = z.toJSONSchema(schema, { io });
    return written;
  };
  const present = { reads: schemaOf(now, 'input'), stores: schemaOf(now, 'output') };
  return incompatibilities(schemaOf(before, 'input'), present, 'it');
}

describe('two versions', () => {
  const text = z.string();
  const before = z.object({ a: text, b: text.optional() });

  it.each([
    ['an optional attribute is new', z.object({ a: text, b: text.optional(), c: text.optional() })],
    ['an attribute with a default is new', z.object({ a: text, b: text.optional(), c: text.default('') })],
    ['nothing changed', before],
  ])('run side by side if %s', (_, now) => {
    expect(between(before, now)).toEqual([]);
  });

  it.each([
    [
      'an attribute is new and needed',
      z.object({ a: text, b: text.optional(), c: text }),
      'it.c is needed, and earlier versions did not always store it',
    ],
    [
      'an optional attribute became needed',
      z.object({ a: text, b: text }),
      'it.b is needed, and earlier versions did not always store it',
    ],
    [
      'a needed attribute became optional',
      z.object({ a: text.optional(), b: text.optional() }),
      'it.a may be missing, and earlier versions need it',
    ],
    ['an attribute is gone', z.object({ a: text }), 'it.b is no longer read'],
    [
      'an attribute is something else',
      z.object({ a: z.number(), b: text.optional() }),
      'it.a is no longer what it was',
    ],
  ])('do not run side by side if %s', (_, now, line) => {
    expect(between(before, now)).toEqual([line]);
  });

  it('do not run side by side if one of them knows a value or an alternative that the other does not', () => {
    const kinds = (...names: string[]) => z.object({ kind: z.enum(names) });
    const one = z.object({ type: z.literal('one'), a: text });
    const two = z.object({ type: z.literal('two') });

    expect(between(kinds('x'), kinds('x', 'y'))).toEqual(['it.kind may be y, which earlier versions refuse']);
    expect(between(kinds('x', 'y'), kinds('x'))).toEqual(['it.kind is no longer read as y']);
    expect(between(z.union([one]), z.union([one, two]))).toEqual([
      'it has an alternative that earlier versions refuse',
    ]);
    expect(between(z.union([one, two]), z.union([one]))).toEqual([
      'it has an alternative that is no longer read as it was',
    ]);
    expect(between(z.array(one), z.array(z.object({ ...one.shape, a: text.optional() })))).toEqual([
      'it[].a may be missing, and earlier versions need it',
    ]);
  });
});
