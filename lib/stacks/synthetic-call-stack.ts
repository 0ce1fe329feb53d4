import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { API_URL } from '../../lambdas/runtime/variables/resources.ts';
import { SYNTHETIC_CALL } from '../../lambdas/runtime/variables/synthetic-call.ts';
import type { Variable } from '../../lambdas/runtime/variables/variable.ts';
import type { Bundles } from '../bundles.ts';
import type { EnvironmentConfig } from '../config/environment-config.ts';
import { SyntheticCaller } from '../constructs/synthetic-caller.ts';
import { Workers } from '../constructs/workers.ts';
import type { DataStack } from './data-stack.ts';

/** How the stack of synthetic calls is created. */
export interface SyntheticCallStackProps extends StackProps {
  readonly config: EnvironmentConfig;
  readonly syntheticCall: NonNullable<EnvironmentConfig['syntheticCall']>;
  readonly bundles: Bundles;
  readonly data: DataStack;
  /** The API's public URL. */
  readonly apiUrl: string;
}

/** Calls a day besides the scheduled ones: for deployments, and for trials. */
const FURTHER_A_DAY = 12;

const MINUTES_A_DAY = 1440;

/** Places calls that test the environment. */
export class SyntheticCallStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { config, syntheticCall, bundles, data, apiUrl, ...props }: SyntheticCallStackProps,
  ) {
    super(scope, id, props);
    const { everyMinutes, to, hears } = syntheticCall;
    const mostADay = Math.ceil(MINUTES_A_DAY / everyMinutes) + FURTHER_A_DAY;
    const addresses = new Map<Variable<unknown>, string>([
      [API_URL, apiUrl],
      [SYNTHETIC_CALL, SYNTHETIC_CALL.codec.encode({ to, hears, mostADay })],
    ]);
    const syntheticCaller = new SyntheticCaller(this, 'Caller', { config });
    const workers = new Workers(this, {
      stack: 'SyntheticCall',
      config,
      bundles,
      data,
      addresses,
      syntheticCaller,
    });
    const [placing] = workers.triggeredBy('clock');
    if (!placing) throw new Error('No function places synthetic calls.');
    const { fn } = placing;
    new CfnOutput(this, 'SyntheticCallFunction', {
      value: fn.function.functionName,
      description: 'Name of the function that places a synthetic call: npm run smoke invokes it',
    });
  }
}
