import { readdirSync } from 'node:fs';
import * as z from 'zod';

/** The folder of the records' schemas. */
const DOMAIN = new URL('../../lambdas/domain/', import.meta.url);

/** Names of the schemas that are components of the document. */
export type SchemaNames = z.core.$ZodRegistry<{ id: string }>;

/** Every schema that a file of the domain exports, by the name of the export. */
export async function schemaNames(): Promise<SchemaNames> {
  const names: SchemaNames = z.registry<{ id: string }>();
  const files = readdirSync(DOMAIN, { encoding: 'utf8', recursive: true }).filter((file) =>
    file.endsWith('.ts'),
  );
  for (const file of files.sort()) {
    const exported: Record<string, unknown> = await import(new URL(file, DOMAIN).href);
    for (const [id, schema] of Object.entries(exported)) {
      if (schema instanceof z.core.$ZodType && !names.has(schema)) names.add(schema, { id });
    }
  }
  return names;
}
