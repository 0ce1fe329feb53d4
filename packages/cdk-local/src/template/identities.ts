/** The identity of a resource for others: its Ref and its Fn::GetAtt attributes. */
export interface Identity {
  readonly ref: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** A resource while its identity is computed; its properties are resolved one by one, on demand. */
export interface UnresolvedResource {
  readonly region: string;
  readonly account: string;
  /** The origin of the local AWS endpoint, as in queue URLs. */
  readonly awsEndpoint: string;
  name(property: string): string;
  property(property: string): string;
  id(length: number, alphabet: string): string;
}

export type IdentityOf = (resource: UnresolvedResource) => Identity;

/** Empties a bucket before CloudFormation deletes it. */
export const EMPTIED_BUCKET = 'Custom::S3AutoDeleteObjects';

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Types whose resources are only referred to, by an id. */
const PLAIN_TYPES = [
  'AWS::ApiGateway::Authorizer',
  'AWS::ApiGateway::Deployment',
  'AWS::ApiGateway::GatewayResponse',
  'AWS::ApiGateway::Method',
  'AWS::ApiGateway::Resource',
  'AWS::ApiGatewayV2::Integration',
  'AWS::ApiGatewayV2::IntegrationResponse',
  'AWS::ApiGatewayV2::Route',
  'AWS::CloudFront::ResponseHeadersPolicy',
  'AWS::IAM::Policy',
  'AWS::Lambda::EventInvokeConfig',
  'AWS::Lambda::EventSourceMapping',
  'AWS::Lambda::LayerVersion',
  'AWS::Lambda::Permission',
  'AWS::S3::BucketPolicy',
  'AWS::SQS::QueuePolicy',
  'Custom::CDKBucketDeployment',
  EMPTIED_BUCKET,
];

/** A resource whose Ref is its name, with an ARN. */
const named =
  (property: string, arn: (r: UnresolvedResource, name: string) => string): IdentityOf =>
  (r) => ({ ref: r.name(property), attributes: { Arn: arn(r, r.name(property)) } });
const plain: IdentityOf = (r) => ({ ref: r.id(12, alphabet), attributes: {} });
const stage: IdentityOf = (r) => ({ ref: r.property('StageName'), attributes: {} });
/** Ten characters, as in the URLs of APIs. */
const apiId = (r: UnresolvedResource) => r.id(10, alphabet);

/** The AWS names of API Gateway's resources (REST and WebSocket). */
const apiIdentities: Readonly<Record<string, IdentityOf>> = {
  'AWS::ApiGateway::RestApi': (r) => ({
    ref: apiId(r),
    attributes: { RootResourceId: `${r.id(9, alphabet)}0` },
  }),
  'AWS::ApiGateway::Stage': stage,
  'AWS::ApiGatewayV2::Api': (r) => ({ ref: apiId(r), attributes: {} }),
  'AWS::ApiGatewayV2::Stage': stage,
};

/** The AWS names of CloudFront's resources. */
const edgeIdentities: Readonly<Record<string, IdentityOf>> = {
  'AWS::CloudFront::Distribution': (r) => ({
    ref: `E${r.id(13, alphabet.toUpperCase())}`,
    attributes: { DomainName: `d${r.id(13, alphabet)}.cloudfront.net` },
  }),
  'AWS::CloudFront::Function': (r) => {
    const arn = `arn:aws:cloudfront::${r.account}:function/${r.name('Name')}`;
    return { ref: arn, attributes: { FunctionARN: arn } };
  },
  'AWS::CloudFront::OriginAccessControl': (r) => {
    const id = r.id(14, alphabet);
    return { ref: id, attributes: { Id: id } };
  },
};

/** The version of every alias: only the template's code exists. */
const VERSION = '1';

const hex = '0123456789abcdef';

/** The AWS names of resources of each known type: their Ref, ARN and other attributes. */
export const identities: Readonly<Record<string, IdentityOf>> = {
  ...Object.fromEntries(PLAIN_TYPES.map((type) => [type, plain])),
  ...apiIdentities,
  ...edgeIdentities,
  'AWS::DynamoDB::Table': (r) => {
    const arn = `${arnOf(r, 'dynamodb')}:table/${r.name('TableName')}`;
    return {
      ref: r.name('TableName'),
      attributes: { Arn: arn, StreamArn: `${arn}/stream/2024-01-01T00:00:00.000` },
    };
  },
  'AWS::KMS::Key': (r) => {
    const digits = r.id(32, hex);
    const id = digits.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');
    return { ref: id, attributes: { Arn: `${arnOf(r, 'kms')}:key/${id}` } };
  },
  'AWS::SecretsManager::Secret': (r) => {
    const arn = `${arnOf(r, 'secretsmanager')}:secret:${r.name('Name')}-${r.id(6, alphabet)}`;
    return { ref: arn, attributes: {} };
  },
  'AWS::Lambda::Function': named('FunctionName', (r, name) => `${arnOf(r, 'lambda')}:function:${name}`),
  'AWS::Lambda::Version': (r) => {
    const arn = `${functionArn(r)}:${VERSION}`;
    return { ref: arn, attributes: { Version: VERSION } };
  },
  'AWS::Lambda::Alias': (r) => {
    const arn = `${functionArn(r)}:${r.property('Name')}`;
    return { ref: arn, attributes: {} };
  },
  'AWS::IAM::Role': named('RoleName', (r, name) => `arn:aws:iam::${r.account}:role/${name}`),
  'AWS::Events::EventBus': named('Name', (r, name) => `${arnOf(r, 'events')}:event-bus/${name}`),
  'AWS::Events::Rule': (r) => {
    const bus = r.property('EventBusName').split('/').at(-1) ?? '';
    const path = bus === '' || bus === 'default' ? r.name('Name') : `${bus}/${r.name('Name')}`;
    return {
      ref: path.replace('/', '|'),
      attributes: { Arn: `${arnOf(r, 'events')}:rule/${path}` },
    };
  },
  'AWS::S3::Bucket': (r) => {
    // Names of buckets have no capital letters.
    const name = r.name('BucketName').toLowerCase();
    return {
      ref: name,
      attributes: {
        Arn: `arn:aws:s3:::${name}`,
        RegionalDomainName: `${name}.s3.${r.region}.amazonaws.com`,
      },
    };
  },
  'AWS::Scheduler::ScheduleGroup': named(
    'Name',
    (r, name) => `${arnOf(r, 'scheduler')}:schedule-group/${name}`,
  ),
  'AWS::SQS::Queue': (r) => {
    const name = r.name('QueueName');
    const url = `${r.awsEndpoint}/${r.account}/${name}`;
    return {
      ref: url,
      attributes: { Arn: `${arnOf(r, 'sqs')}:${name}`, QueueName: name },
    };
  },
};

function arnOf(resource: UnresolvedResource, service: string): string {
  return `arn:aws:${service}:${resource.region}:${resource.account}`;
}

function functionArn(resource: UnresolvedResource): string {
  const name = resource.property('FunctionName');
  return name.startsWith('arn:') ? name : `${arnOf(resource, 'lambda')}:function:${name}`;
}
