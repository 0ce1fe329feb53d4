/** Actions on the table, and what each needs of the table's key. */
const READ_KEY = ['kms:Decrypt', 'kms:DescribeKey'];
const WRITE_KEY = [
  ...READ_KEY,
  'kms:Encrypt',
  'kms:GenerateDataKey',
  'kms:GenerateDataKeyWithoutPlaintext',
  'kms:ReEncryptFrom',
  'kms:ReEncryptTo',
];
const LOG = ['logs:CreateLogStream', 'logs:PutLogEvents'];
const SECRET = ['secretsmanager:GetSecretValue'];
const TAKE = [
  'sqs:ChangeMessageVisibility',
  'sqs:DeleteMessage',
  'sqs:GetQueueAttributes',
  'sqs:ReceiveMessage',
];

const read = (...actions: string[]) => [...actions.map((action) => `dynamodb:${action}`), ...READ_KEY];
const write = (...actions: string[]) => [...actions.map((action) => `dynamodb:${action}`), ...WRITE_KEY];
/** What every POST does, for its idempotency key, and what creating records does. */
const CREATE = write('GetItem', 'PutItem', 'UpdateItem');
const DELETE = write('GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem');
const LIST = read('GetItem', 'Query');
const CONVERSE = write('GetItem', 'Query', 'PutItem', 'UpdateItem');
const FINISH_CALL = [...CONVERSE, 'dynamodb:DeleteItem'];

/** What each function may do, by entry: stated here a second time, so that no grant is added by accident. */
export const PERMISSIONS: Readonly<Record<string, readonly string[]>> = {
  'api/authorizer': [...LOG, ...read('GetItem')],
  'api/openapi': LOG,
  'api/agents/create': [...LOG, ...CREATE, 'dynamodb:BatchGetItem'],
  'api/agents/delete': [...LOG, ...DELETE],
  'api/agents/get': [...LOG, ...read('BatchGetItem', 'GetItem')],
  'api/agents/list': [...LOG, ...LIST],
  'api/calls/batch': [...LOG, ...CREATE, 'dynamodb:BatchGetItem', 'dynamodb:Query'],
  'api/calls/create': [...LOG, ...CREATE, 'dynamodb:BatchGetItem', 'dynamodb:Query'],
  'api/calls/end': [...LOG, ...FINISH_CALL],
  'api/calls/get': [...LOG, ...read('GetItem')],
  'api/account_connections/add_to_steering_pool': [...LOG, ...CREATE, 'dynamodb:Query'],
  'api/account_connections/remove_from_steering_pool': [...LOG, ...CREATE],
  'api/numbers/buy': [...LOG, ...SECRET, ...CREATE, 'dynamodb:BatchGetItem', 'dynamodb:DeleteItem'],
  'api/numbers/delete': [...LOG, ...CREATE, 'dynamodb:DeleteItem'],
  'api/numbers/link': [...LOG, ...SECRET, ...DELETE, 'dynamodb:BatchGetItem'],
  'api/numbers/update': [...LOG, ...CREATE, 'dynamodb:BatchGetItem'],
  'api/calls/delete': [...LOG, ...write('GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'), 's3:DeleteObject'],
  'api/calls/recording': [...LOG, ...read('GetItem'), 's3:GetObject'],
  'api/calls/list': [...LOG, ...read('BatchGetItem', 'GetItem', 'Query')],
  'api/numbers/cancel': [...LOG, ...SECRET, ...CREATE, 'dynamodb:BatchGetItem', 'dynamodb:DeleteItem'],
  'api/numbers/list': [...LOG, ...LIST],
  'api/numbers/get': [...LOG, ...read('BatchGetItem', 'GetItem')],
  'api/prompts/create': [...LOG, ...CREATE, 'dynamodb:BatchGetItem'],
  'api/voices/create': [...LOG, ...CREATE],
  'api/webhooks/create': [...LOG, ...CREATE],
  'api/prompts/delete': [...LOG, ...DELETE],
  'api/prompts/get': [...LOG, ...read('GetItem')],
  'api/prompts/list': [...LOG, ...LIST],
  'api/prompts/update': [...LOG, ...CREATE, 'dynamodb:BatchGetItem'],
  'api/webhooks/delete': [...LOG, ...DELETE],
  'api/webhooks/deliveries/get': [...LOG, ...LIST],
  'api/webhooks/deliveries/list': [...LOG, ...read('Query')],
  'api/webhooks/deliveries/retry': [...LOG, ...CREATE],
  'api/webhooks/replay': [...LOG, ...CREATE],
  'api/webhooks/rotate_secret': [...LOG, ...CREATE],
  'api/webhooks/test': [...LOG, ...CREATE],
  'api/webhooks/get': [...LOG, ...read('GetItem')],
  'api/webhooks/list': [...LOG, ...LIST],
  'api/webhooks/update': [...LOG, ...CREATE, 'dynamodb:DeleteItem'],
  'api/vector_databases/delete': [...LOG, ...DELETE],
  'api/vector_databases/get': [...LOG, ...read('GetItem')],
  'api/vector_databases/list': [...LOG, ...LIST],
  'api/vector_databases/update': [...LOG, ...CREATE],
  'api/voices/delete': [...LOG, ...DELETE],
  'api/voices/get': [...LOG, ...read('GetItem')],
  'api/voices/list': [...LOG, ...LIST],
  'api/voices/update': [...LOG, ...CREATE],
  'api/actions/delete': [...LOG, ...DELETE],
  'api/actions/get': [...LOG, ...read('GetItem')],
  'api/actions/list': [...LOG, ...LIST],
  'api/actions/update': [...LOG, ...CREATE],
  'api/account_connections/delete': [...LOG, ...DELETE],
  'api/account_connections/get': [...LOG, ...read('GetItem')],
  'api/account_connections/list': [...LOG, ...LIST],
  'api/account_connections/update': [...LOG, ...CREATE],
  'api/vector_databases/create': [...LOG, ...CREATE],
  'api/actions/create': [...LOG, ...CREATE],
  'api/account_connections/create': [...LOG, ...CREATE],
  'api/agents/update': [...LOG, ...CREATE, 'dynamodb:BatchGetItem'],
  'api/usage/get': [...LOG, ...read('GetItem', 'Query')],
  'calls/answer': [...LOG, ...SECRET, ...FINISH_CALL],
  'calls/check-idle': [
    ...LOG,
    ...TAKE,
    'execute-api:ManageConnections',
    'sqs:SendMessage',
    ...write('GetItem', 'PutItem'),
  ],
  'calls/collect-fields': [...LOG, ...SECRET, ...TAKE, ...write('GetItem', 'UpdateItem')],
  'calls/connect': [...LOG, ...SECRET, ...read('GetItem', 'Query')],
  'calls/dial': [...LOG, ...SECRET, ...TAKE, ...FINISH_CALL],
  'calls/disconnect': [...LOG, ...write('GetItem', 'PutItem')],
  'calls/hang-up': [...LOG, ...SECRET, ...TAKE, ...read('GetItem')],
  'calls/incoming': [...LOG, ...SECRET, ...FINISH_CALL, 'dynamodb:BatchGetItem'],
  'calls/incoming-status': [...LOG, ...SECRET, ...FINISH_CALL],
  'calls/machine-detection': [...LOG, ...SECRET, ...FINISH_CALL],
  'calls/keep-recording': [
    ...LOG,
    ...SECRET,
    ...TAKE,
    ...write('GetItem', 'UpdateItem'),
    's3:DeleteObject',
    's3:PutObject',
  ],
  'calls/message': [...LOG, ...SECRET, 'execute-api:ManageConnections', 'sqs:SendMessage', ...CONVERSE],
  'calls/relay-ended': [...LOG, ...SECRET, ...write('GetItem', 'PutItem', 'UpdateItem')],
  'calls/recording': [...LOG, ...SECRET, ...write('GetItem', 'UpdateItem')],
  'calls/schedule': [
    ...LOG,
    ...TAKE,
    ...read('GetItem'),
    'iam:PassRole',
    'scheduler:CreateSchedule',
    'scheduler:DeleteSchedule',
    'sqs:SendMessage',
  ],
  'calls/settle': [...LOG, ...SECRET, 'sqs:SendMessage', ...FINISH_CALL],
  'calls/transfer-ended': [...LOG, ...SECRET, ...write('GetItem', 'PutItem', 'UpdateItem')],
  'calls/transfer-status': [...LOG, ...SECRET, ...write('GetItem', 'UpdateItem')],
  'calls/status': [...LOG, ...SECRET, ...FINISH_CALL],
  'events/publish': [
    ...LOG,
    ...read('DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'),
    'events:PutEvents',
    'sqs:SendMessage',
  ],
  'webhooks/deliver': [
    ...LOG,
    ...TAKE,
    ...write('BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'),
    'iam:PassRole',
    'scheduler:CreateSchedule',
    'sqs:SendMessage',
  ],
  'webhooks/fan-out': [...LOG, ...TAKE, ...write('BatchGetItem', 'Query', 'PutItem'), 'sqs:SendMessage'],
  'webhooks/redeliver': [
    ...LOG,
    ...TAKE,
    ...write('GetItem', 'Query', 'PutItem', 'UpdateItem'),
    'sqs:SendMessage',
  ],
};

/** The indexes of the table that functions may query, by entry; others may query none. */
export const INDEXES: Readonly<Record<string, readonly string[]>> = {
  'api/calls/list': ['calls'],
  'api/usage/get': ['calls'],
  'calls/settle': ['open-calls'],
};
