import { CloudAssembly } from 'aws-cdk-lib/cx-api';
import * as z from 'zod';
import { sharedAssembly } from './assembly.ts';

/** The environments as `cdk deploy` names them. */
export const ENVIRONMENTS = ['Staging', 'Production'] as const;
export type EnvironmentName = (typeof ENVIRONMENTS)[number];

const STACKS = ['Data', 'Events', 'Api', 'Calls', 'Monitoring'] as const;
export type StackName = (typeof STACKS)[number];

const resource = z.object({
  Type: z.string(),
  /** As in CloudFormation: each test parses what it needs. */
  Properties: z.record(z.string(), z.any()).default({}),
  DeletionPolicy: z.string().optional(),
  UpdateReplacePolicy: z.string().optional(),
  UpdatePolicy: z.record(z.string(), z.any()).optional(),
  DependsOn: z.array(z.string()).optional(),
});
const template = z.object({
  Resources: z.record(z.string(), resource),
  Outputs: z.record(z.string(), z.object({ Value: z.unknown() })).default({}),
});

/** A resource of a template, with its logical id. */
export type Resource = z.infer<typeof resource> & { readonly id: string };

/** A synthesized stack. */
export interface StackTemplate {
  readonly terminationProtection: boolean;
  readonly resources: readonly Resource[];
  /** The values of its outputs, by their logical ids. */
  readonly outputs: ReadonlyMap<string, unknown>;
  /** Its resources of one CloudFormation type. */
  ofType(type: string): Resource[];
}

/** One environment's stacks. */
export interface EnvironmentTemplates {
  readonly stacks: Readonly<Record<StackName, StackTemplate>>;
  /** The resources of one CloudFormation type in all stacks. */
  ofType(type: string): Resource[];
  /** The value of a stack's output, as `Fn::GetStackOutput` names it. */
  outputOf(named: { readonly StackName: string; readonly OutputName: string }): unknown;
}

/** The templates of both environments, which are synthesized once in a test run. */
export async function synthesizedEnvironments(): Promise<Record<EnvironmentName, EnvironmentTemplates>> {
  const [stagingAssembly, productionAssembly] = await Promise.all([
    sharedAssembly('staging'),
    sharedAssembly('production'),
  ]);
  return {
    Staging: environmentOf(new CloudAssembly(stagingAssembly), 'Staging'),
    Production: environmentOf(new CloudAssembly(productionAssembly), 'Production'),
  };
}

function environmentOf(assembly: CloudAssembly, name: EnvironmentName): EnvironmentTemplates {
  const { stacks: artifacts } = assembly.getNestedAssembly(`assembly-${name}`);
  const stack = (stackName: StackName): StackTemplate => {
    const artifact = artifacts.find((candidate) => candidate.stackName === `${name}-${stackName}`);
    if (!artifact) throw new Error(`There is no stack ${name}-${stackName}.`);
    const { Resources, Outputs } = template.parse(artifact.template);
    const resources = Object.entries(Resources).map(([id, value]) => ({ id, ...value }));
    const ofType = (type: string) => resources.filter(({ Type }) => Type === type);
    const outputs = new Map(Object.entries(Outputs).map(([id, { Value }]) => [id, Value]));
    return { terminationProtection: artifact.terminationProtection ?? false, resources, outputs, ofType };
  };
  const stacks = {
    Data: stack('Data'),
    Events: stack('Events'),
    Api: stack('Api'),
    Calls: stack('Calls'),
    Monitoring: stack('Monitoring'),
  };
  const all = Object.values(stacks);
  return {
    stacks,
    ofType: (type) => all.flatMap((each) => each.ofType(type)),
    outputOf: ({ StackName, OutputName }) =>
      stacks[z.enum(STACKS).parse(StackName.replace(`${name}-`, ''))].outputs.get(OutputName),
  };
}
