import { Stack } from 'aws-cdk-lib';
import * as wafv2 from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { API_STAGE, type RestApi } from './rest-api.ts';

/** Seconds over which AWS WAF counts requests: its shortest window. */
const WINDOW_SECONDS = 60;

/** The answer above a limit, in the form of the API's errors. */
const REFUSAL = {
  detail: [{ loc: [], msg: 'Too many requests; try again in a minute.', type: 'too_many_requests' }],
};
const REFUSAL_KEY = 'too-many-requests';

/** The limits of an API, enforced before any function runs. */
export interface WebAclProps {
  readonly api: RestApi;
  /** Requests a minute from one address. */
  readonly perAddress: number;
  /** Requests a minute with one Authorization header. @default not limited */
  readonly perToken?: number;
}

/** A web ACL in front of a REST API, against floods by their source. WebSocket APIs cannot have one. */
export class WebAcl extends Construct {
  constructor(scope: Construct, id: string, { api, perAddress, perToken }: WebAclProps) {
    super(scope, id);
    const perHeader = perToken === undefined ? [] : [tokenRule(perToken)];
    const acl = new wafv2.CfnWebACL(this, 'Acl', {
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      customResponseBodies: {
        [REFUSAL_KEY]: { contentType: 'APPLICATION_JSON', content: JSON.stringify(REFUSAL) },
      },
      rules: [addressRule(perAddress), ...perHeader].map((rule, priority) => ({ ...rule, priority })),
      visibilityConfig: visibility('WebAcl'),
    });
    const { partition, region } = Stack.of(this);
    const association = new wafv2.CfnWebACLAssociation(this, 'Association', {
      webAclArn: acl.attrArn,
      resourceArn: `arn:${partition}:apigateway:${region}::/restapis/${api.api.restApiId}/stages/${API_STAGE}`,
    });
    association.node.addDependency(api.api.deploymentStage);
  }
}

type Rule = Omit<wafv2.CfnWebACL.RuleProperty, 'priority'>;

const addressRule = (limit: number): Rule =>
  rateRule('PerAddress', { limit, aggregateKeyType: 'IP', evaluationWindowSec: WINDOW_SECONDS });

const tokenRule = (limit: number): Rule =>
  rateRule('PerToken', {
    limit,
    aggregateKeyType: 'CUSTOM_KEYS',
    customKeys: [{ header: { name: 'authorization', textTransformations: [{ priority: 0, type: 'NONE' }] } }],
    evaluationWindowSec: WINDOW_SECONDS,
  });

function rateRule(name: string, rateBasedStatement: wafv2.CfnWebACL.RateBasedStatementProperty): Rule {
  const customResponse = {
    responseCode: 429,
    customResponseBodyKey: REFUSAL_KEY,
    responseHeaders: [{ name: 'retry-after', value: String(WINDOW_SECONDS) }],
  };
  return {
    name,
    statement: { rateBasedStatement },
    action: { block: { customResponse } },
    visibilityConfig: visibility(name),
  };
}

const visibility = (metricName: string): wafv2.CfnWebACL.VisibilityConfigProperty => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  // Samples would contain headers.
  sampledRequestsEnabled: false,
});
