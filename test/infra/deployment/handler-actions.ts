/**
 * What CloudFormation needs to create, read, update and delete a resource of each type, by service: the permissions of
 * the handlers in the type's schema (https://docs.aws.amazon.com/cloudformation-cli/latest/userguide/resource-type-schema.html),
 * as `aws cloudformation describe-type --type RESOURCE --type-name <type> --query Schema` prints it; of 2026-08-07.
 * Without those of properties that no template has, such as the replicas of a table. The schema of record sets has no
 * handlers, and budgets have no schema; theirs are from
 * https://docs.aws.amazon.com/Route53/latest/DeveloperGuide/r53-api-permissions-ref.html and
 * https://docs.aws.amazon.com/cost-management/latest/userguide/billing-permissions-ref.html. The custom resource is a function.
 */
export const HANDLER_ACTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'AWS::ApiGateway::Account': { apigateway: 'GET PATCH', iam: 'GetRole PassRole' },
  'AWS::ApiGateway::ApiKey': { apigateway: 'DELETE GET PATCH POST PUT' },
  'AWS::ApiGateway::Authorizer': { apigateway: 'DELETE GET PATCH POST', iam: 'PassRole' },
  'AWS::ApiGateway::BasePathMapping': { apigateway: 'DELETE GET PATCH POST' },
  'AWS::ApiGateway::Deployment': { apigateway: 'DELETE GET PATCH POST PUT' },
  'AWS::ApiGateway::DomainName': { apigateway: 'DELETE GET PATCH POST PUT' },
  'AWS::ApiGateway::GatewayResponse': { apigateway: 'DELETE GET PUT' },
  'AWS::ApiGateway::Method': { apigateway: 'DELETE GET PUT', iam: 'PassRole' },
  'AWS::ApiGateway::Resource': { apigateway: 'DELETE GET PATCH POST' },
  'AWS::ApiGateway::RestApi': { apigateway: 'DELETE GET PATCH POST PUT' },
  'AWS::ApiGateway::Stage': { apigateway: 'DELETE GET PATCH POST PUT' },
  'AWS::ApiGateway::UsagePlan': { apigateway: 'DELETE GET PATCH POST PUT' },
  'AWS::ApiGateway::UsagePlanKey': { apigateway: 'DELETE GET POST' },
  'AWS::ApiGatewayV2::Api': { apigateway: 'DELETE GET PATCH POST PUT' },
  'AWS::ApiGatewayV2::ApiMapping': { apigateway: 'DELETE GET PATCH POST PUT' },
  'AWS::ApiGatewayV2::DomainName': { apigateway: 'DELETE GET PATCH POST PUT' },
  'AWS::ApiGatewayV2::Integration': { apigateway: 'DELETE GET PATCH POST PUT', iam: 'PassRole' },
  'AWS::ApiGatewayV2::Route': { apigateway: 'DELETE GET PATCH POST PUT' },
  'AWS::ApiGatewayV2::Stage': { apigateway: 'DELETE GET PATCH POST TagResource UntagResource' },
  'AWS::Backup::BackupPlan': {
    backup:
      'CreateBackupPlan DeleteBackupPlan GetBackupPlan ListTags TagResource UntagResource UpdateBackupPlan',
  },
  'AWS::Backup::BackupSelection': {
    backup: 'CreateBackupSelection DeleteBackupSelection GetBackupSelection',
    iam: 'CreateServiceLinkedRole GetRole PassRole',
  },
  'AWS::Backup::BackupVault': {
    backup:
      'CreateBackupVault DeleteBackupVault DeleteBackupVaultLockConfiguration DescribeBackupVault GetBackupVaultAccessPolicy GetBackupVaultNotifications ListTags PutBackupVaultLockConfiguration TagResource UntagResource',
    'backup-storage': 'Mount MountCapsule',
    kms: 'CreateGrant Decrypt DescribeKey GenerateDataKey RetireGrant',
  },
  'AWS::Budgets::Budget': {
    budgets: 'ListTagsForResource ModifyBudget TagResource UntagResource ViewBudget',
  },
  'AWS::CloudFront::Distribution': {
    cloudfront:
      'CreateDistribution CreateDistributionWithTags DeleteDistribution GetDistribution GetDistributionConfig ListTagsForResource TagResource UntagResource UpdateDistribution',
  },
  'AWS::CloudFront::Function': {
    cloudfront:
      'CreateFunction DeleteFunction DescribeFunction GetFunction ListTagsForResource PublishFunction TagResource UntagResource UpdateFunction',
  },
  'AWS::CloudFront::OriginAccessControl': {
    cloudfront:
      'CreateOriginAccessControl DeleteOriginAccessControl GetOriginAccessControl UpdateOriginAccessControl',
  },
  'AWS::CloudFront::ResponseHeadersPolicy': {
    cloudfront:
      'CreateResponseHeadersPolicy DeleteResponseHeadersPolicy GetResponseHeadersPolicy UpdateResponseHeadersPolicy',
  },
  'AWS::CloudWatch::Alarm': {
    cloudwatch: 'DeleteAlarms DescribeAlarms ListTagsForResource PutMetricAlarm TagResource UntagResource',
  },
  'AWS::CloudWatch::CompositeAlarm': {
    cloudwatch: 'DeleteAlarms DescribeAlarms ListTagsForResource PutCompositeAlarm TagResource UntagResource',
  },
  'AWS::CloudWatch::Dashboard': {
    cloudwatch: 'DeleteDashboards GetDashboard ListTagsForResource PutDashboard TagResource UntagResource',
  },
  'AWS::CodeDeploy::Application': {
    codedeploy:
      'CreateApplication DeleteApplication GetApplication ListTagsForResource TagResource UntagResource',
  },
  'AWS::CodeDeploy::DeploymentGroup': {
    codedeploy:
      'CreateDeployment CreateDeploymentGroup DeleteDeploymentGroup GetApplicationRevision GetDeployment GetDeploymentConfig GetDeploymentGroup ListDeployments ListTagsForResource RegisterApplicationRevision StopDeployment TagResource UntagResource UpdateDeploymentGroup',
    iam: 'PassRole',
  },
  'AWS::DynamoDB::Table': {
    dynamodb:
      'CreateTable DeleteTable DescribeContinuousBackups DescribeContributorInsights DescribeKinesisStreamingDestination DescribeTable DescribeTimeToLive GetResourcePolicy ListTagsOfResource TagResource UntagResource UpdateContinuousBackups UpdateTable UpdateTimeToLive',
    kms: 'CreateGrant Decrypt DescribeKey Encrypt ListAliases RevokeGrant',
  },
  'AWS::Events::Archive': {
    events: 'CreateArchive DeleteArchive DescribeArchive UpdateArchive',
    kms: 'Decrypt DescribeKey GenerateDataKey ReEncryptFrom ReEncryptTo',
  },
  'AWS::Events::EventBus': {
    events:
      'CreateEventBus DeleteEventBus DescribeEventBus ListTagsForResource TagResource UntagResource UpdateEventBus',
  },
  'AWS::Events::Rule': {
    events:
      'DeleteRule DescribeRule ListTagsForResource ListTargetsByRule PutRule PutTargets RemoveTargets TagResource UntagResource',
  },
  'AWS::IAM::Role': {
    iam: 'AttachRolePolicy CreateRole DeleteRole DeleteRolePolicy DetachRolePolicy GetRole GetRolePolicy ListAttachedRolePolicies ListRolePolicies PutRolePermissionsBoundary PutRolePolicy TagRole UntagRole UpdateAssumeRolePolicy UpdateRole UpdateRoleDescription',
  },
  'AWS::KMS::Key': {
    kms: 'CreateKey DescribeKey DisableKey DisableKeyRotation EnableKey EnableKeyRotation GetKeyPolicy GetKeyRotationStatus ListResourceTags PutKeyPolicy ScheduleKeyDeletion TagResource UntagResource UpdateKeyDescription',
  },
  'AWS::Lambda::Alias': {
    codedeploy: 'CreateDeployment GetDeployment GetDeploymentConfig GetDeploymentGroup StopDeployment',
    lambda: 'CreateAlias DeleteAlias GetAlias GetProvisionedConcurrencyConfig UpdateAlias',
  },
  'AWS::Lambda::EventInvokeConfig': {
    lambda:
      'DeleteFunctionEventInvokeConfig GetFunctionEventInvokeConfig PutFunctionEventInvokeConfig UpdateFunctionEventInvokeConfig',
  },
  'AWS::Lambda::EventSourceMapping': {
    lambda:
      'CreateEventSourceMapping DeleteEventSourceMapping GetEventSourceMapping ListTags TagResource UntagResource UpdateEventSourceMapping',
  },
  'AWS::Lambda::Function': {
    iam: 'PassRole',
    lambda:
      'CreateFunction DeleteFunction DeleteFunctionConcurrency GetFunction GetFunctionCodeSigningConfig GetFunctionRecursionConfig GetFunctionScalingConfig GetLayerVersion GetRuntimeManagementConfig PublishVersion PutFunctionConcurrency TagResource UntagResource UpdateFunctionCode UpdateFunctionConfiguration',
    s3: 'GetObject GetObjectVersion',
  },
  'AWS::Lambda::LayerVersion': {
    lambda: 'DeleteLayerVersion GetLayerVersion PublishLayerVersion',
    s3: 'GetObject GetObjectVersion',
  },
  'AWS::Lambda::Permission': { lambda: 'AddPermission GetPolicy RemovePermission' },
  'AWS::Lambda::Version': {
    lambda:
      'DeleteFunction GetFunctionConfiguration GetFunctionScalingConfig GetProvisionedConcurrencyConfig GetRuntimeManagementConfig ListVersionsByFunction PublishVersion',
  },
  'AWS::Logs::LogGroup': {
    logs: 'CreateLogGroup DeleteLogGroup DescribeIndexPolicies DescribeLogGroups DescribeResourcePolicies GetDataProtectionPolicy ListTagsForResource PutRetentionPolicy TagResource UntagResource',
  },
  'AWS::Logs::QueryDefinition': { logs: 'DeleteQueryDefinition DescribeQueryDefinitions PutQueryDefinition' },
  'AWS::Logs::SubscriptionFilter': {
    logs: 'DeleteSubscriptionFilter DescribeSubscriptionFilters PutSubscriptionFilter',
  },
  'AWS::Route53::RecordSet': {
    route53: 'ChangeResourceRecordSets GetChange GetHostedZone ListResourceRecordSets',
  },
  'AWS::S3::Bucket': {
    s3: 'CreateBucket DeleteBucket GetAccelerateConfiguration GetAnalyticsConfiguration GetBucketAbac GetBucketAcl GetBucketCORS GetBucketLogging GetBucketMetadataTableConfiguration GetBucketNotification GetBucketObjectLockConfiguration GetBucketOwnershipControls GetBucketPublicAccessBlock GetBucketTagging GetBucketVersioning GetBucketWebsite GetEncryptionConfiguration GetIntelligentTieringConfiguration GetInventoryConfiguration GetLifecycleConfiguration GetMetricsConfiguration GetReplicationConfiguration ListBucket ListTagsForResource PutBucketOwnershipControls PutBucketPublicAccessBlock PutBucketTagging PutBucketVersioning PutEncryptionConfiguration PutLifecycleConfiguration TagResource UntagResource',
  },
  'AWS::S3::BucketPolicy': { s3: 'DeleteBucketPolicy GetBucketPolicy PutBucketPolicy' },
  'AWS::SNS::Subscription': {
    sns: 'GetSubscriptionAttributes SetSubscriptionAttributes Subscribe Unsubscribe',
  },
  'AWS::SNS::Topic': {
    sns: 'CreateTopic DeleteTopic GetDataProtectionPolicy GetTopicAttributes ListSubscriptionsByTopic ListTagsForResource SetTopicAttributes TagResource UntagResource',
  },
  'AWS::SNS::TopicPolicy': { sns: 'SetTopicAttributes' },
  'AWS::SQS::Queue': {
    sqs: 'CreateQueue DeleteQueue GetQueueAttributes GetQueueUrl ListQueueTags SetQueueAttributes TagQueue UntagQueue',
  },
  'AWS::SQS::QueuePolicy': { sqs: 'SetQueueAttributes' },
  'AWS::Scheduler::ScheduleGroup': {
    scheduler:
      'CreateScheduleGroup DeleteSchedule DeleteScheduleGroup GetScheduleGroup ListTagsForResource TagResource UntagResource',
  },
  'AWS::SecretsManager::Secret': {
    secretsmanager:
      'CreateSecret DeleteSecret DescribeSecret GetRandomPassword GetSecretValue TagResource UntagResource UpdateSecret',
  },
  'AWS::WAFv2::WebACL': {
    wafv2: 'CreateWebACL DeleteWebACL GetWebACL ListTagsForResource TagResource UntagResource UpdateWebACL',
  },
  'AWS::WAFv2::WebACLAssociation': {
    apigateway: 'SetWebACL',
    wafv2: 'AssociateWebACL DisassociateWebACL GetWebACL GetWebACLForResource',
  },
  'Custom::CDKBucketDeployment': { lambda: 'InvokeFunction' },
};
