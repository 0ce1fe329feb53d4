import * as z from 'zod';

export const targetInputSchema = z.object({
  Input: z.string().optional(),
  InputPath: z.string().optional(),
  InputTransformer: z
    .object({ InputPathsMap: z.record(z.string(), z.string()).default({}), InputTemplate: z.string() })
    .optional(),
});

/** The input of a target as text: the event, a part of it, a constant, or a filled template. */
export function targetInput(event: object, target: z.infer<typeof targetInputSchema>): string {
  const { Input, InputPath, InputTransformer: transformer } = target;
  if (Input !== undefined) return Input;
  if (InputPath !== undefined) return JSON.stringify(valueAt(event, InputPath) ?? null);
  if (!transformer) return JSON.stringify(event);
  return fill(transformer.InputTemplate, event, transformer.InputPathsMap);
}

/**
 * A string in a template gets quotes unless the template quotes it.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-transform-target-input.html
 */
function fill(template: string, event: object, paths: Readonly<Record<string, string>>): string {
  const isJson = template.trimStart().startsWith('{') || template.trimStart().startsWith('[');
  return template.replace(
    /(")?<([^<>]+)>(")?/g,
    (whole, before: string | undefined, name: string, after: string | undefined) => {
      const value = valueNamed(name, event, paths);
      if (value === undefined && !(name in paths)) return whole;
      const text = typeof value === 'string' ? value : JSON.stringify(value ?? '');
      if (before && after) return JSON.stringify(text);
      const quoted = isJson && !before && !after && typeof value === 'string';
      return `${before ?? ''}${quoted ? JSON.stringify(text) : text}${after ?? ''}`;
    },
  );
}

function valueNamed(name: string, event: object, paths: Readonly<Record<string, string>>): unknown {
  if (name === 'aws.events.event.json' || name === 'aws.events.event') return event;
  return paths[name] === undefined ? undefined : valueAt(event, paths[name]);
}

/** The value at a JSON path made of names and list positions, such as `$.detail.items[0].id`. */
function valueAt(event: object, path: string): unknown {
  const steps = [...path.matchAll(/\.([A-Za-z0-9_-]+)|\[(\d+)\]|\['([^']+)'\]/g)];
  return steps.reduce<unknown>((value, [, name, index, quoted]) => {
    const key = name ?? index ?? quoted ?? '';
    return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
      ? Reflect.get(value, key)
      : undefined;
  }, event);
}
