import * as z from 'zod/mini';
import { freeFormObject, requiredText } from '../../platform/fields.ts';
import { issueOfSchema } from '../../platform/schemas/safe-schema.ts';

/** Maximum number of fields of an extraction, and of characters of their names. */
const MAX_FIELDS = 30;
const MAX_NAME = 100;

const extraction = freeFormObject.check((context) => {
  const { value: input } = context;
  const refuse = (path: readonly string[], message: string) =>
    context.issues.push({ code: 'custom', input, path: [...path], message });
  const { properties } = input;
  const names = typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
  if (names.length === 0 || names.length > MAX_FIELDS)
    refuse(['properties'], `Give 1 to ${MAX_FIELDS} fields to extract, as properties.`);
  if (names.some((name) => name.length > MAX_NAME))
    refuse(['properties'], `The name of a field may have at most ${MAX_NAME} characters.`);
  const issue = issueOfSchema(input);
  if (issue) refuse(issue.path, issue.msg);
});

/** The questions that are answered about a finished call. `extract`: how its schema is checked. */
const shape = <Extract extends z.ZodMiniType>(extract: Extract) => ({
  summary: z._default(z.boolean(), true),
  success_rubric: z.optional(z.nullable(requiredText(4000))),
  sentiment: z._default(z.boolean(), false),
  extract: z.optional(z.nullable(extract)),
});

export const analysisInput = () => z.strictObject(shape(extraction));

/** The stored analysis settings, whose schema was checked. */
export const analysisSettings = () => z.object(shape(z.record(z.string(), z.unknown())));
export type AnalysisSettings = z.infer<ReturnType<typeof analysisSettings>>;

export function extractedFields({
  extract,
}: Pick<AnalysisSettings, 'extract'>): ReadonlyMap<string, unknown> {
  const properties = extract?.properties;
  const isObject = typeof properties === 'object' && properties !== null;
  return new Map(isObject ? Object.entries(properties) : []);
}
