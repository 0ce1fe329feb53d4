import type { Schema } from '@cfworker/json-schema';
import { judgePattern, type PatternCost } from './safe-pattern.ts';
import type { SchemaCopy } from './schema-copy.ts';
import { isObject } from './schema-graph.ts';

/** Steps (of about a microsecond each) that a validator may take for one value. */
const MAX_STEPS = 20_000;

/** Most schemas that apply within one another. Each takes space on the stack. */
const MAX_DEPTH = 100;

/** Checking a value against a schema would take too many steps. */
export class SchemaTooCostly extends Error {}

/**
 * Walks over a value as a validator would, which applies each schema, and counts more steps than that takes. Throws
 * SchemaTooCostly when they are too many. Removes refused patterns (see faultOfPattern) where the validator would reach
 * them: none is saved any more, but earlier releases saved some.
 */
export function boundCheck({ root, referred }: SchemaCopy, value: unknown): void {
  new CheckCost(referred).apply(root, value, 0);
}

class CheckCost {
  #steps = MAX_STEPS;
  readonly #referred: SchemaCopy['referred'];
  readonly #patterns = new Map<string, PatternCost | string>();
  readonly #sizes = new Map<object, number>();

  constructor(referred: SchemaCopy['referred']) {
    this.#referred = referred;
  }

  apply(schema: Schema, value: unknown, depth: number): void {
    if (depth > MAX_DEPTH) throw tooCostly();
    // Each fault is copied once for each schema around its own.
    this.#spend(2 + depth / 5);
    const { $ref: reference } = schema;
    const applied = reference === undefined ? undefined : this.#referred[reference];
    for (const same of [applied, schema.not, schema.if, schema.then, schema.else])
      if (same) this.apply(same, value, depth + 1);
    for (const list of [schema.allOf, schema.anyOf, schema.oneOf]) {
      this.#spend(isComposite(value) && list ? list.length * (5 + Object.keys(value).length / 2) : 0);
      for (const same of list ?? []) this.apply(same, value, depth + 1);
    }
    for (const compared of [schema.enum, schema.const])
      if (isComposite(compared)) this.#spend(this.#sizeOf(compared) / (isComposite(value) ? 10 : 60));
    if (schema.multipleOf !== undefined) this.#spend(10);
    if (typeof value === 'string') this.#text(schema, value);
    else if (Array.isArray(value)) this.#list(schema, value, depth + 1);
    else if (isObject(value)) this.#object(schema, value, depth + 1);
  }

  #spend(steps: number): void {
    this.#steps -= steps;
    if (this.#steps < 0) throw tooCostly();
  }

  #text(schema: Schema, text: string): void {
    this.#spend(text.length / 500);
    if (schema.format !== undefined) this.#spend(1 + text.length / 10);
    if (schema.pattern !== undefined && !this.#match(schema.pattern, [text])) delete schema.pattern;
  }

  /** Counts the steps of matching texts; whether the pattern may be used at all. */
  #match(pattern: string, texts: readonly string[]): boolean {
    let judged = this.#patterns.get(pattern);
    if (judged === undefined) {
      this.#spend(100 + Math.min(pattern.length, 500) ** 2 / 20);
      judged = judgePattern(pattern);
      this.#patterns.set(pattern, judged);
    }
    if (typeof judged === 'string') return false;
    for (const { length } of texts) this.#spend(1 + judged.steps(length) / 100);
    return true;
  }

  #list(schema: Schema, list: readonly unknown[], depth: number): void {
    const { prefixItems = [], items, additionalItems, unevaluatedItems, contains } = schema;
    const tuple: readonly unknown[] = Array.isArray(items) ? items : [];
    const each = [Array.isArray(items) ? undefined : items, additionalItems, unevaluatedItems, contains];
    for (const [index, item] of list.entries())
      for (const inner of [...each, prefixItems[index], tuple[index]])
        if (isObject(inner)) this.apply(inner, item, depth);
    if (!schema.uniqueItems) return;
    const composite = list.filter(isComposite).length;
    this.#spend(list.length ** 2 / 40 + (composite > 0 ? (composite * this.#sizeOf(list)) / 10 : 0));
  }

  #object(schema: Schema, value: Readonly<Record<string, unknown>>, depth: number): void {
    const { properties = {}, patternProperties = {}, required = [] } = schema;
    const names = Object.keys(value);
    this.#spend(
      (names.length + required.length * (1 + depth / 10)) / 2 + Object.keys(properties).length / 10,
    );
    for (const pattern of Object.keys(patternProperties))
      if (!this.#match(pattern, names)) delete patternProperties[pattern];
    for (const named of [schema.dependentSchemas, schema.dependencies])
      for (const [name, same] of Object.entries(named ?? {}))
        if (Object.hasOwn(value, name) && isObject(same)) this.apply(same, value, depth);
    this.#required(schema, value);
    const any = [...Object.values(patternProperties)];
    const other = [...any, schema.additionalProperties, schema.unevaluatedProperties];
    for (const name of names) {
      if (schema.propertyNames) this.apply(schema.propertyNames, name, depth);
      const isNamed = Object.hasOwn(properties, name);
      for (const inner of isNamed ? [properties[name], ...any] : other)
        if (isObject(inner)) this.apply(inner, value[name], depth);
    }
  }

  #required({ dependentRequired, dependencies }: Schema, value: object): void {
    for (const [name, required] of [
      ...Object.entries(dependentRequired ?? {}),
      ...Object.entries(dependencies ?? {}),
    ])
      this.#spend(Object.hasOwn(value, name) && Array.isArray(required) ? required.length / 2 : 0.1);
  }

  /** Characters of a list or object as JSON. */
  #sizeOf(value: object): number {
    const size = this.#sizes.get(value) ?? JSON.stringify(value).length;
    this.#sizes.set(value, size);
    return size;
  }
}

const isComposite = (value: unknown): value is object => typeof value === 'object' && value !== null;

const tooCostly = () => new SchemaTooCostly('Checking the value against its schema takes too many steps.');
