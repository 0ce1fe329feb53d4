import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { allow, each, global, type Reach, regional, TAGS_AND_LIST } from './reach.ts';

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
        ...each(['Create', 'Delete', 'Get', 'Update'], ['WebACL']),
        ...TAGS_AND_LIST,
        'AssociateWebACL',
        'DisassociateWebACL',
        'GetWebACLForResource',
      ],
      [...regional(reach, 'wafv2', 'regional/*'), gateway('restapis/*')],
    ),
    allow(
      'cloudfront',
      [
        ...each(
          ['Create', 'Delete', 'Get', 'Update'],
          ['Distribution', 'Function', 'OriginAccessControl', 'ResponseHeadersPolicy'],
        ),
        ...TAGS_AND_LIST,
        'CreateDistributionWithTags',
        'DescribeFunction',
        'GetDistributionConfig',
        'PublishFunction',
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
        ...each(['Get', 'Set'], ['SubscriptionAttributes', 'TopicAttributes']),
        ...TAGS_AND_LIST,
        'CreateTopic',
        'DeleteTopic',
        'GetDataProtectionPolicy',
        'ListSubscriptionsByTopic',
        'Subscribe',
        'Unsubscribe',
      ],
      regional(reach, 'sns', `${stage}-*`),
    ),
    allow(
      'cloudwatch',
      [
        ...TAGS_AND_LIST,
        'DeleteAlarms',
        'DeleteDashboards',
        'GetDashboard',
        'PutCompositeAlarm',
        'PutDashboard',
        'PutMetricAlarm',
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
