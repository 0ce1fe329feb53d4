import { type ExtractedField, extractedFields, schemaOf } from '../../../form/extracted-fields.ts';
import type { Values } from '../../../form/field.ts';

/** A value that the language model sends to a service: a property of the action's `input_schema`. */
export interface Parameter extends ExtractedField {
  readonly required: boolean;
}

/** The parameters of a schema; undefined if it says something that a list cannot show. */
export function parametersOf(schema: unknown): readonly Parameter[] | undefined {
  if (typeof schema !== 'object' || schema === null) return undefined;
  const { required, ...rest }: Values = { ...schema };
  const names: readonly unknown[] = Array.isArray(required) ? required : [];
  const fields = extractedFields(rest);
  const isKnown = names.every((name) => fields?.some((field) => field.name === name));
  return isKnown ? fields?.map((field) => ({ ...field, required: names.includes(field.name) })) : undefined;
}

/** The schema of these parameters. One without a name is left out. */
export function inputSchemaOf(parameters: readonly Parameter[]): object {
  const required = parameters.filter((one) => one.required && one.name !== '').map(({ name }) => name);
  return {
    ...(schemaOf(parameters) ?? { type: 'object', properties: {} }),
    ...(required.length > 0 && { required }),
  };
}

/** The arguments of a test request, from what was entered for each parameter. What is empty is left out. */
export function argumentsOf(
  parameters: readonly Parameter[],
  entered: Values,
): Readonly<Record<string, unknown>> {
  const filled = parameters.filter(({ name }) => (entered[name] ?? '') !== '');
  return Object.fromEntries(filled.map(({ name, kind }) => [name, argumentOf(kind, String(entered[name]))]));
}

function argumentOf(kind: Parameter['kind'], text: string): unknown {
  if (kind === 'yes or no') return text === 'yes';
  if (kind === 'number' || kind === 'whole number') return Number.isNaN(Number(text)) ? text : Number(text);
  return text;
}
