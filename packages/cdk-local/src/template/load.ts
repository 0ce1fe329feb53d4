import { basename } from 'node:path';
import * as z from 'zod';
import { type AssemblyStack, readAssembly } from './assembly.ts';
import { EMPTIED_BUCKET, identities } from './identities.ts';
import { isIgnoredType } from './ignored-types.ts';
import { resolveIntrinsics } from './intrinsics.ts';
import { type LocalUrls, localizeUrls } from './local-urls.ts';
import type { Resource, Resources } from './resource.ts';
import { createStackScope, type StackScope, unknownType } from './stack-scope.ts';

export interface LoadOptions {
  /** For stacks without a region or account. */
  readonly region: string;
  readonly account: string;
  /** Local replacements for the URLs of APIs and buckets. @default AWS's URLs */
  readonly urls?: LocalUrls;
}

export interface LoadedAssembly {
  readonly resources: Resources;
  /** The directory of a function's code. Throws if the code is not an asset. */
  assetDirectory(resource: Resource): string;
  /** The path of a file asset, by its key in the asset bucket. Throws if it doesn't exist. */
  assetAt(key: string): string;
  readonly outputs: Readonly<Record<string, string>>;
}

interface LoadedStack {
  readonly stack: AssemblyStack;
  readonly scope: StackScope;
}

const codeSchema = z.object({ Code: z.object({ S3Key: z.string() }) });

/** Reads the stacks of a cloud assembly and resolves them like CloudFormation. Throws for what is unsupported. */
export async function loadResources(directory: string, options: LoadOptions): Promise<LoadedAssembly> {
  const assembly = await readAssembly(directory);
  const stacks: LoadedStack[] = [];
  const { region, account, urls } = options;
  const awsEndpoint = urls?.aws ?? 'http://127.0.0.1';
  const importValue = (name: string) => findExport(stacks, name);
  for (const stack of assembly.stacks) {
    const scope = createStackScope(stack, { region, account, awsEndpoint, importValue });
    stacks.push({ stack, scope });
  }

  const raw = withoutDeployers(stacks.flatMap(resolveStack));
  const assetAt = (key: string) => {
    const path = assembly.assets.get(basename(key));
    if (path === undefined) throw new Error(`the cloud assembly has no asset ${key}`);
    return path;
  };
  const local = localizer(raw, urls);
  return {
    resources: raw.map((resource) => ({
      ...resource,
      properties: z.record(z.string(), z.unknown()).parse(local(resource.properties)),
    })),
    outputs: z.record(z.string(), z.string()).parse(local(Object.fromEntries(stacks.flatMap(outputsOf)))),
    assetDirectory: (resource) => {
      const key = codeSchema.safeParse(resource.properties).data?.Code.S3Key;
      if (key === undefined) throw new Error(`${resource.stack}: ${resource.logicalId} has no code asset`);
      return assetAt(key);
    },
    assetAt,
  };
}

function resolveStack({ stack, scope }: LoadedStack): Resource[] {
  const resources: Resource[] = [];
  for (const [logicalId, { Type: type, Properties }] of Object.entries(stack.template.Resources)) {
    if (isIgnoredType(type)) continue;
    if (!identities[type]) throw unknownType(stack.name, logicalId, type);
    const properties = naming(`${stack.name}/${logicalId}`, () => resolveIntrinsics(Properties, scope));
    resources.push({
      stack: stack.name,
      logicalId,
      type,
      ...naming(`${stack.name}/${logicalId}`, () => scope.identity(logicalId)),
      properties: z.record(z.string(), z.unknown()).parse(properties),
    });
  }
  return resources;
}

function outputsOf({ stack, scope }: LoadedStack): [string, string][] {
  return Object.entries(stack.template.Outputs).map(([name, output]) => [
    `${stack.name}.${name}`,
    naming(`${stack.name}, output ${name}`, () => String(resolveIntrinsics(output.Value, scope))),
  ]);
}

function findExport(stacks: readonly LoadedStack[], name: string): unknown {
  for (const { stack, scope } of stacks) {
    for (const output of Object.values(stack.template.Outputs)) {
      if (output.Export?.Name === name) return resolveIntrinsics(output.Value, scope);
    }
  }
  throw new Error(`Fn::ImportValue: no stack of this assembly exports ${name}`);
}

function localizer(resources: Resources, urls: LocalUrls | undefined): (value: unknown) => unknown {
  if (!urls) return (value) => value;
  const webSocketApis = new Set(
    resources.filter(({ type }) => type === 'AWS::ApiGatewayV2::Api').map(({ ref }) => ref),
  );
  const distributions = resources.flatMap(({ type, attributes }) =>
    type === 'AWS::CloudFront::Distribution' ? [attributes.DomainName ?? ''] : [],
  );
  return (value) => localizeUrls(value, urls, { webSocketApis, distributions });
}

function naming<T>(where: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new Error(`${where}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

const deploymentSchema = z.object({ ServiceToken: z.string() });

/** The resources without the CDK's functions that deploy files to buckets, in Python, and empty buckets. */
function withoutDeployers(resources: Resources): Resources {
  const deployers = new Set(
    resources
      .filter(({ type }) => type === 'Custom::CDKBucketDeployment' || type === EMPTIED_BUCKET)
      .map(({ properties }) => deploymentSchema.parse(properties).ServiceToken),
  );
  return resources.filter(
    ({ type, attributes }) =>
      type !== 'AWS::Lambda::LayerVersion' &&
      type !== EMPTIED_BUCKET &&
      !(type === 'AWS::Lambda::Function' && deployers.has(attributes.Arn ?? '')),
  );
}
