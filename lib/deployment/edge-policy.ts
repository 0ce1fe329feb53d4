import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { allow, global, type Reach, regional } from './reach.ts';

/** The paths of API Gateway's resources: those of an API have random ids. */
const API_PATHS = ['account', 'apis*', 'domainnames*', 'restapis*', 'tags/*'];

/** APIs with their domains and web ACLs, the console's distribution, alarms, dashboards and the budget. */
export function edgePolicy(reach: Reach): PolicyStatement[] {
  const { partition, region, stage, name } = reach;
  const gateway = (path: string) => `arn:${partition}:apigateway:${region}::/${path}`;
  return [
    allow(
      'apigateway',
      ['DELETE', 'GET', 'PATCH', 'POST', 'PUT', 'TagResource', 'UntagResource'],
      API_PATHS.map(gateway),
    ),
    allow('apigateway', ['SetWebACL'], [gateway('restapis/*')]),
    allow(
      'wafv2',
      [
        'AssociateWebACL',
        'CreateWebACL',
        'DeleteWebACL',
        'DisassociateWebACL',
        'GetWebACL',
        'GetWebACLForResource',
        'ListTagsForResource',
        'TagResource',
        'UntagResource',
        'UpdateWebACL',
      ],
      [...regional(reach, 'wafv2', 'regional/*'), gateway('restapis/*')],
    ),
    allow(
      'cloudfront',
      [
        'CreateDistribution',
        'CreateDistributionWithTags',
        'CreateFunction',
        'CreateOriginAccessControl',
        'CreateResponseHeadersPolicy',
        'DeleteDistribution',
        'DeleteFunction',
        'DeleteOriginAccessControl',
        'DeleteResponseHeadersPolicy',
        'DescribeFunction',
        'GetDistribution',
        'GetDistributionConfig',
        'GetFunction',
        'GetOriginAccessControl',
        'GetResponseHeadersPolicy',
        'ListTagsForResource',
        'PublishFunction',
        'TagResource',
        'UntagResource',
        'UpdateDistribution',
        'UpdateFunction',
        'UpdateOriginAccessControl',
        'UpdateResponseHeadersPolicy',
      ],
      global(reach, 'cloudfront', '*'),
    ),
    allow(
      'route53',
      ['ChangeResourceRecordSets', 'GetChange', 'GetHostedZone', 'ListResourceRecordSets'],
      [`arn:${partition}:route53:::hostedzone/*`, `arn:${partition}:route53:::change/*`],
    ),
    allow(
      'sns',
      [
        'CreateTopic',
        'DeleteTopic',
        'GetDataProtectionPolicy',
        'GetSubscriptionAttributes',
        'GetTopicAttributes',
        'ListSubscriptionsByTopic',
        'ListTagsForResource',
        'SetSubscriptionAttributes',
        'SetTopicAttributes',
        'Subscribe',
        'TagResource',
        'Unsubscribe',
        'UntagResource',
      ],
      regional(reach, 'sns', `${stage}-*`),
    ),
    allow(
      'cloudwatch',
      [
        'DeleteAlarms',
        'DeleteDashboards',
        'GetDashboard',
        'ListTagsForResource',
        'PutCompositeAlarm',
        'PutDashboard',
        'PutMetricAlarm',
        'TagResource',
        'UntagResource',
      ],
      [
        ...regional(reach, 'cloudwatch', `alarm:${stage}*`, `alarm:phone-call-agents-${name}-*`),
        ...global(reach, 'cloudwatch', `dashboard/phone-call-agents-${name}`),
      ],
    ),
    allow('cloudwatch', ['DescribeAlarms'], ['*']),
    allow(
      'budgets',
      ['ListTagsForResource', 'ModifyBudget', 'TagResource', 'UntagResource', 'ViewBudget'],
      global(reach, 'budgets', 'budget/*'),
    ),
  ];
}
