import { PolicyStatement } from 'aws-cdk-lib/aws-iam';

/** An environment as policies name it: its account, its region and the prefixes of its resources' names. */
export interface Reach {
  readonly partition: string;
  readonly account: string;
  readonly region: string;
  /** The environment's stage, which prefixes the names that CloudFormation generates, such as `Production`. */
  readonly stage: string;
  /** The environment's own name, such as `production`. */
  readonly name: string;
}

export const regional = ({ partition, region, account }: Reach, service: string, ...resources: string[]) =>
  resources.map((resource) => `arn:${partition}:${service}:${region}:${account}:${resource}`);

export const global = ({ partition, account }: Reach, service: string, ...resources: string[]) =>
  resources.map((resource) => `arn:${partition}:${service}::${account}:${resource}`);

export const allow = (
  service: string,
  actions: readonly string[],
  resources: readonly string[],
  conditions?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>,
) =>
  new PolicyStatement({
    actions: actions.map((action) => `${service}:${action}`),
    resources: [...resources],
    ...(conditions && { conditions }),
  });

/** An action for each verb and kind of resource. */
export const each = (verbs: readonly string[], kinds: readonly string[]) =>
  kinds.flatMap((kind) => verbs.map((verb) => `${verb}${kind}`));
