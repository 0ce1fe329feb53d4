/**
 * Resource types without a local meaning: alarms and their topics, logs, keys (whose permissions are checked all the
 * same), gradual deployment, quotas and the like. Every other type must be supported.
 */
const ignoredTypes: readonly string[] = [
  'AWS::ApiGateway::Account',
  'AWS::ApiGateway::UsagePlan',
  'AWS::ApiGatewayV2::Deployment',
  'AWS::CDK::Metadata',
  'AWS::CloudWatch::Alarm',
  'AWS::CloudWatch::CompositeAlarm',
  'AWS::CloudWatch::Dashboard',
  'AWS::CodeDeploy::Application',
  'AWS::CodeDeploy::DeploymentConfig',
  'AWS::CodeDeploy::DeploymentGroup',
  'AWS::Events::Archive',
  'AWS::Logs::LogGroup',
  'AWS::Logs::MetricFilter',
  'AWS::Logs::QueryDefinition',
  'AWS::Logs::ResourcePolicy',
  'AWS::Logs::SubscriptionFilter',
  'AWS::SNS::Subscription',
  'AWS::SNS::Topic',
  'AWS::SNS::TopicPolicy',
  'AWS::SecretsManager::ResourcePolicy',
  'AWS::WAFv2::LoggingConfiguration',
];

const ignored = new Set(ignoredTypes);

/** Whether resources of the type are ignored on purpose. */
export function isIgnoredType(type: string): boolean {
  return ignored.has(type);
}
