/**
 * Resource types without a local meaning: budgets, topics, logs, backups, keys (whose permissions are still checked),
 * gradual deployment, quotas and the like. Every other type must be supported.
 */
const ignoredTypes: readonly string[] = [
  'AWS::ApiGateway::Account',
  'AWS::ApiGatewayV2::Deployment',
  'AWS::Backup::BackupPlan',
  'AWS::Backup::BackupSelection',
  'AWS::Backup::BackupVault',
  'AWS::Budgets::Budget',
  'AWS::CDK::Metadata',
  'AWS::CodeDeploy::Application',
  'AWS::CodeDeploy::DeploymentConfig',
  'AWS::CodeDeploy::DeploymentGroup',
  'AWS::Events::Archive',
  'AWS::Logs::LogGroup',
  'AWS::Logs::MetricFilter',
  'AWS::Logs::QueryDefinition',
  'AWS::Logs::ResourcePolicy',
  'AWS::Route53::RecordSet',
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
