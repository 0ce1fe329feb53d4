import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import * as z from 'zod';

const manifestSchema = z.object({
  artifacts: z.record(
    z.string(),
    z.object({
      type: z.string(),
      environment: z.string().optional(),
      properties: z
        .object({
          directoryName: z.string(),
          templateFile: z.string(),
          stackName: z.string(),
          file: z.string(),
        })
        .partial()
        .optional(),
    }),
  ),
});

const assetsSchema = z.object({
  files: z.record(
    z.string(),
    z.object({
      source: z.object({ path: z.string().optional() }),
      destinations: z.record(z.string(), z.object({ objectKey: z.string() })),
    }),
  ),
});

const valuesSchema = z.record(z.string(), z.unknown());

const noCondition = z.never('conditions are not known to the local runtime').optional();

const templateSchema = z.object({
  Resources: z.record(
    z.string(),
    z.object({ Type: z.string(), Properties: valuesSchema.default({}), Condition: noCondition }),
  ),
  Outputs: z
    .record(
      z.string(),
      z.object({
        Value: z.unknown(),
        Export: z.object({ Name: z.string() }).optional(),
        Condition: noCondition,
      }),
    )
    .default({}),
});

export type Template = z.infer<typeof templateSchema>;

/** A stack of a cloud assembly with its synthesized template; `environment` is `aws://account/region`. */
export interface AssemblyStack {
  readonly name: string;
  readonly environment: string;
  readonly template: Template;
}

/** The stacks of a cloud assembly, nested assemblies included, and the local path of each file asset by its S3 key. */
export interface Assembly {
  readonly stacks: readonly AssemblyStack[];
  readonly assets: ReadonlyMap<string, string>;
}

/** Reads a cloud assembly (`cdk.out` or one of its nested assemblies). Throws if a file is missing or malformed. */
export async function readAssembly(directory: string): Promise<Assembly> {
  const { artifacts } = manifestSchema.parse(await readJson(join(directory, 'manifest.json')));
  const stacks: AssemblyStack[] = [];
  const assets = new Map<string, string>();
  for (const [id, { type, environment = '', properties = {} }] of Object.entries(artifacts)) {
    if (type === 'aws:cloudformation:stack') {
      const template = templateSchema.parse(await readJson(join(directory, properties.templateFile ?? '')));
      stacks.push({ name: properties.stackName ?? id, environment, template });
    } else if (type === 'cdk:asset-manifest') {
      await addAssets(assets, directory, properties.file ?? '');
    } else if (type === 'cdk:cloud-assembly') {
      const nested = await readAssembly(join(directory, properties.directoryName ?? ''));
      stacks.push(...nested.stacks);
      for (const [key, path] of nested.assets) assets.set(key, path);
    }
  }
  return { stacks, assets };
}

async function addAssets(assets: Map<string, string>, directory: string, file: string): Promise<void> {
  const { files } = assetsSchema.parse(await readJson(join(directory, file)));
  for (const { source, destinations } of Object.values(files)) {
    for (const { objectKey } of Object.values(destinations)) {
      if (source.path !== undefined) assets.set(objectKey, resolve(directory, source.path));
    }
  }
}

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8'));
}
