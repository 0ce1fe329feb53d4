import { SchemaTooCostly, schemaIssues } from '../../../actions/model/json-schema.ts';
import { isObject, tryParseJson } from '../../../platform/parse-json.ts';
import type { Tool } from './tools.ts';

/** Bounds of a model's arguments: their depth, and the characters of the issues that are reported to the model. */
const MAX_DEPTH = 20;
const MAX_ITEMS = 1_000;
const MAX_ISSUE_LENGTH = 2_000;

/** A tool call that may run. `consent`: how the contact agreed, as the model quotes it. */
export interface ValidCall {
  readonly tool: Tool;
  readonly input: Readonly<Record<string, unknown>>;
  readonly consent?: string;
}

/** A tool call that may run, or the reason why it may not, in words for the language model. */
export type CheckedCall = ValidCall | { readonly issue: string };

export function checkToolCall(
  tools: readonly Tool[],
  call: { readonly name: string; readonly arguments: string },
): CheckedCall {
  const tool = tools.find(({ name }) => name === call.name);
  if (!tool) return { issue: 'There is no such tool.' };
  const given = parseObject(call.arguments);
  if (!given) return { issue: 'The arguments are not a JSON object.' };
  const { [tool.consent ?? '']: quotation, ...rest } = given;
  const input = tool.consent === undefined ? given : rest;
  const consent = tool.consent !== undefined && typeof quotation === 'string' && { consent: quotation };
  if (!isWithinBounds(input, MAX_DEPTH))
    return { issue: 'The arguments are nested too deep, or have too long a list.' };
  if (!hasTextNames(input)) return { issue: 'A name in the arguments is not valid Unicode.' };
  try {
    const issues = schemaIssues(tool.parameters, input);
    return issues.length > 0
      ? { issue: issues.join(' ').slice(0, MAX_ISSUE_LENGTH) }
      : { tool, input, ...consent };
  } catch (error) {
    if (error instanceof SchemaTooCostly)
      return { issue: 'The arguments are too complex to be checked: make texts and lists shorter.' };
    throw error;
  }
}

/** Whether a value is neither nested too deep nor contains lists that are too long for an item-by-item comparison. */
export function isWithinBounds(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depth === 0 || (Array.isArray(value) && value.length > MAX_ITEMS)) return false;
  return Object.values(value).every((inner) => isWithinBounds(inner, depth - 1));
}

/** Whether all names are valid Unicode: the validator cannot report others. */
export function hasTextNames(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, inner]) => name.isWellFormed() && hasTextNames(inner));
}

function parseObject(text: string): Record<string, unknown> | undefined {
  const value = tryParseJson(text === '' ? '{}' : text);
  return isObject(value) ? { ...value } : undefined;
}
