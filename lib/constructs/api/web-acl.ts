import { ArnFormat, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import * as wafv2 from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import type { EnvironmentConfig } from '../../config/environment-config.ts';
import { API_STAGE, type RestApi } from './rest-api.ts';

/** Seconds over which AWS WAF counts requests: its shortest window. */
const WINDOW_SECONDS = 60;

/** The response above a limit, in the format of the API's errors. */
const REFUSAL = {
  detail: [{ loc: [], msg: 'Too many requests; try again in a minute.', type: 'too_many_requests' }],
};
const REFUSAL_KEY = 'too-many-requests';

/** The same response to a body that is too large as the functions give. */
const TOO_LARGE = {
  detail: [{ loc: ['body'], msg: 'The body may have at most 300000 bytes.', type: 'body_too_large' }],
};
const TOO_LARGE_KEY = 'body-too-large';

/** AWS's managed rules against known bad inputs and addresses: 925 of 1,500 capacity units. */
const MANAGED = [
  'AWSManagedRulesCommonRuleSet',
  'AWSManagedRulesKnownBadInputsRuleSet',
  'AWSManagedRulesAmazonIpReputationList',
] as const;

/** Rules of the common rule set that match valid requests here, such as long agents. They only count. */
const RIGHT_HERE = [
  'SizeRestrictions_BODY',
  'CrossSiteScripting_BODY',
  'GenericRFI_BODY',
  'EC2MetaDataSSRF_BODY',
  'NoUserAgent_HEADER',
];

/** What logs and samples redact: tokens, search terms, and people's words. The path can't be redacted. */
const PROTECTED = [
  { fieldType: 'SINGLE_HEADER', fieldKeys: ['authorization'] },
  { fieldType: 'QUERY_STRING' },
  { fieldType: 'BODY' },
].map((field) => ({ field, action: 'SUBSTITUTION' }));

/** Logs only requests that a rule counts or blocks; the API's access log has the others. */
const MATCHED = {
  DefaultBehavior: 'DROP',
  Filters: [
    {
      Behavior: 'KEEP',
      Requirement: 'MEETS_ANY',
      Conditions: ['BLOCK', 'COUNT', 'EXCLUDED_AS_COUNT'].map((Action) => ({ ActionCondition: { Action } })),
    },
  ],
};

/** The limits of an API, enforced before any function runs. */
export interface WebAclProps {
  readonly config: Pick<EnvironmentConfig, 'logRetentionDays'>;
  readonly api: RestApi;
  readonly perAddress: number;
  /** Requests a minute per Authorization header. @default not limited */
  readonly perToken?: number;
  /** What to do with requests that AWS's managed rules match. @default the rules are not used */
  readonly managedRules?: 'count' | 'block' | undefined;
  /**
   * Whether paths contain keys: these are then redacted in the log, and requests aren't sampled, because samples can't
   * redact paths. @default requests are sampled, as AWS advises for testing rules:
   * https://docs.aws.amazon.com/waf/latest/developerguide/web-acl-testing-prep.html
   */
  readonly hasSecretPaths?: boolean;
}

/** A web ACL in front of a REST API, against floods by their source. WebSocket APIs cannot have one. */
export class WebAcl extends Construct {
  constructor(scope: Construct, id: string, props: WebAclProps) {
    super(scope, id);
    const { api, perAddress, perToken, managedRules, hasSecretPaths = false } = props;
    const visibility = (metricName: string) => ({
      metricName,
      cloudWatchMetricsEnabled: true,
      sampledRequestsEnabled: !hasSecretPaths,
    });
    // Only this name distinguishes the metrics of two web ACLs.
    const name = api.api.restApiName;
    const rules = [
      addressRule(perAddress),
      ...(perToken === undefined ? [] : [tokenRule(perToken)]),
      BODY_RULE,
      ...(managedRules === undefined ? [] : MANAGED.map((name) => managedRule(name, managedRules))),
    ];
    const acl = new wafv2.CfnWebACL(this, 'Acl', {
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      customResponseBodies: {
        [REFUSAL_KEY]: { contentType: 'APPLICATION_JSON', content: JSON.stringify(REFUSAL) },
        [TOO_LARGE_KEY]: { contentType: 'APPLICATION_JSON', content: JSON.stringify(TOO_LARGE) },
      },
      rules: rules.map((rule, priority) => ({ ...rule, priority, visibilityConfig: visibility(rule.name) })),
      visibilityConfig: visibility(name),
      dataProtectionConfig: { dataProtections: PROTECTED },
    });
    this.#log(acl, name, props);
    const { partition, region } = Stack.of(this);
    const association = new wafv2.CfnWebACLAssociation(this, 'Association', {
      webAclArn: acl.attrArn,
      resourceArn: `arn:${partition}:apigateway:${region}::/restapis/${api.api.restApiId}/stages/${API_STAGE}`,
    });
    association.node.addDependency(api.api.deploymentStage);
  }

  #log(acl: wafv2.CfnWebACL, name: string, { config, hasSecretPaths }: WebAclProps): void {
    const { logGroupName } = new LogGroup(this, 'Log', {
      // AWS WAF requires this prefix.
      logGroupName: `aws-waf-logs-${name}`,
      retention: config.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const group = { service: 'logs', resource: 'log-group', resourceName: logGroupName };
    new wafv2.CfnLoggingConfiguration(this, 'Logging', {
      resourceArn: acl.attrArn,
      logDestinationConfigs: [
        Stack.of(this).formatArn({ ...group, arnFormat: ArnFormat.COLON_RESOURCE_NAME }),
      ],
      loggingFilter: MATCHED,
      ...(hasSecretPaths && { redactedFields: [{ uriPath: {} }] }),
    });
  }
}

type Rule = Omit<wafv2.CfnWebACL.RuleProperty, 'priority' | 'visibilityConfig'>;

const addressRule = (limit: number): Rule =>
  rateRule('PerAddress', { limit, aggregateKeyType: 'IP', evaluationWindowSec: WINDOW_SECONDS });

const tokenRule = (limit: number): Rule =>
  rateRule('PerToken', {
    limit,
    aggregateKeyType: 'CUSTOM_KEYS',
    customKeys: [{ header: { name: 'authorization', textTransformations: [{ priority: 0, type: 'NONE' }] } }],
    evaluationWindowSec: WINDOW_SECONDS,
  });

/**
 * Refuses a body by its declared length: from 310,000 bytes, a little more than the functions' limit of 300,000. AWS
 * WAF itself sees 16 KB of a body (https://docs.aws.amazon.com/waf/latest/APIReference/API_Body.html). The functions
 * refuse large bodies without a declared length, and API Gateway those above 10 MB.
 */
const BODY_RULE: Rule = {
  name: 'BodySize',
  statement: {
    regexMatchStatement: {
      regexString: '^0*([1-9][0-9]{6,}|[4-9][0-9]{5}|3[1-9][0-9]{4})$',
      fieldToMatch: { singleHeader: { Name: 'content-length' } },
      textTransformations: [{ priority: 0, type: 'NONE' }],
    },
  },
  action: { block: { customResponse: { responseCode: 413, customResponseBodyKey: TOO_LARGE_KEY } } },
};

/** A group of AWS's rules: https://docs.aws.amazon.com/waf/latest/developerguide/aws-managed-rule-groups-list.html */
function managedRule(name: (typeof MANAGED)[number], action: 'count' | 'block'): Rule {
  const isCommon = name === 'AWSManagedRulesCommonRuleSet';
  const ruleActionOverrides = isCommon
    ? RIGHT_HERE.map((rule) => ({ name: rule, actionToUse: { count: {} } }))
    : [];
  return {
    name,
    statement: {
      managedRuleGroupStatement: {
        vendorName: 'AWS',
        name,
        ...(action === 'block' && { ruleActionOverrides }),
      },
    },
    overrideAction: action === 'count' ? { count: {} } : { none: {} },
  };
}

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
  };
}
