import * as z from 'zod/mini';
import { id, outboundUrl, ownerFields, readOnlyFields, requiredText, text } from '../../platform/fields.ts';
import { patchOf } from '../../platform/patch.ts';
import { referenceOr } from '../../platform/reference.ts';
import { when } from '../../platform/schemas/when.ts';
import type { Kind } from '../../records/model/kind.ts';

/** Maximum prompt length in characters: well below the 400 KB of an item, even with four-byte characters. */
export const PROMPT_MAX_LENGTH = 50_000;

export const collectField = () =>
  z.strictObject({
    field_type: z.enum(['field_type_email', 'field_type_address', 'field_type_keypad']),
    label: requiredText(200),
    name: requiredText(100),
    description: z.optional(text(2000)),
  });
export type CollectField = z.infer<ReturnType<typeof collectField>>;

const templateFields = () => ({
  required_context_keys: z.array(requiredText(100)).check(z.maxLength(50)),
  label: z._default(text(200), ''),
});

export const promptTemplateInput = z.lazy(() => z.strictObject({ ...readOnlyFields, ...templateFields() }));
export type PromptTemplateInput = z.infer<typeof promptTemplateInput>;

export const promptTemplate = z.lazy(() => z.object({ ...ownerFields, ...templateFields() }));
export type PromptTemplate = z.infer<typeof promptTemplate>;

export const promptTemplateKind: Kind<PromptTemplate> = {
  name: 'prompt_template',
  schema: promptTemplate,
  quota: 'prompt_templates',
  hasListItems: true,
};

const givenTemplate = () => z.optional(z.nullable(referenceOr(promptTemplateInput)));

const promptShape = () => ({
  content: z._default(text(PROMPT_MAX_LENGTH), ''),
  collect_fields: z.optional(z.nullable(z.array(collectField()).check(z.maxLength(50)))),
  context_endpoint: z.optional(z.nullable(outboundUrl)),
  prompt_template: givenTemplate(),
});

export const promptRelations = z.lazy(() => z.object({ prompt_template: givenTemplate() }));

export const promptUpdate = patchOf(promptShape);

/** The fields of a prompt in an update of its agent, which never empties it. */
const wholePromptShape = () => ({ ...promptShape(), content: requiredText(PROMPT_MAX_LENGTH) });

export const promptChange = patchOf(wholePromptShape);

export const wholePromptInput = z.lazy(() => z.strictObject({ ...readOnlyFields, ...wholePromptShape() }));

export const promptInput = z.lazy(() => z.strictObject({ ...readOnlyFields, ...promptShape() }));
export type PromptInput = z.infer<typeof promptInput>;

export const promptText = z.lazy(() =>
  z.pipe(
    requiredText(PROMPT_MAX_LENGTH),
    z.transform((content: string) => ({ content })),
  ),
);

const LOOKS_LIKE_ID = /^[0-9a-f-]{30,40}$/i;

/** Whether a value is the text of a prompt. A text that resembles a UUID counts as an id, even if malformed. */
export const isPromptText = (value: unknown): value is string =>
  typeof value === 'string' && !LOOKS_LIKE_ID.test(value);

/** A prompt as its text, or by its id or as an object: see reference.ts. A text is the same as an object with its content. */
export function promptTextOr<IdOrObject>(idOrObject: z.ZodMiniType<IdOrObject>) {
  const isOther = (value: unknown) => !isPromptText(value);
  return z.union([when(isOther, idOrObject), when(isPromptText, promptText)]);
}

export const promptFields = () => ({
  ...ownerFields,
  content: z.string(),
  collect_fields: z.optional(z.nullable(z.array(collectField()))),
  context_endpoint: z.optional(z.nullable(z.string())),
  prompt_template: z.optional(z.nullable(promptTemplate)),
});

export const prompt = z.lazy(() => z.object(promptFields()));
export type Prompt = z.infer<typeof prompt>;

export const promptKind: Kind<Prompt> = {
  name: 'prompt',
  schema: prompt,
  quota: 'prompts',
  hasListItems: true,
};

/** The prompt in a list: with its template by id. */
export const listedPrompt = z.lazy(() => z.object({ ...promptFields(), prompt_template: z.nullable(id) }));
