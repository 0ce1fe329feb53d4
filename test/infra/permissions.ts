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
/** The actions of every POST, for its idempotency key, and those of creating records. */
const CREATE = write('GetItem', 'PutItem', 'UpdateItem');
const DELETE = write('GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem');
/** The additional action of every endpoint; alone, it writes only budgets. */
const BUDGETS = write('UpdateItem');
const LIST = read('GetItem', 'Query');
const CONVERSE = write('GetItem', 'Query', 'PutItem', 'UpdateItem');
const FINISH_CALL = [...CONVERSE, 'dynamodb:DeleteItem'];

/** The permissions of each function, by entry: stated a second time, so that no grant is added by accident. */
export const PERMISSIONS: Readonly<Record<string, readonly string[]>> = {
  'api/authorizer': [...LOG, ...write('GetItem', 'UpdateItem')],
  'api/openapi': LOG,
  'api/agents/create': [...LOG, ...CREATE, 'dynamodb:BatchGetItem', 'dynamodb:Query'],
  'api/agents/delete': [...LOG, ...DELETE],
  'api/agents/get': [...LOG, ...BUDGETS, ...read('BatchGetItem', 'GetItem')],
  'api/agents/list': [...LOG, ...BUDGETS, ...LIST, 'dynamodb:BatchGetItem'],
  'api/calls/batch': [...LOG, ...CREATE, 'dynamodb:BatchGetItem', 'dynamodb:Query'],
  'api/calls/create': [...LOG, ...CREATE, 'dynamodb:BatchGetItem', 'dynamodb:Query'],
  'api/calls/end': [...LOG, ...FINISH_CALL],
  'api/calls/get': [...LOG, ...BUDGETS, ...read('GetItem')],
  'api/account-connections/add-to-steering-pool': [...LOG, ...CREATE, 'dynamodb:Query'],
  'api/account-connections/remove-from-steering-pool': [...LOG, ...CREATE],
  'api/numbers/buy': [...LOG, ...SECRET, ...CREATE, 'dynamodb:BatchGetItem', 'dynamodb:DeleteItem'],
  'api/numbers/delete': [...LOG, ...CREATE, 'dynamodb:DeleteItem'],
  'api/numbers/link': [...LOG, ...SECRET, ...DELETE, 'dynamodb:BatchGetItem'],
  'api/numbers/update': [...LOG, ...DELETE, 'dynamodb:BatchGetItem'],
  'api/calls/delete': [...LOG, ...write('GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'), 's3:DeleteObject'],
  'api/calls/recording': [...LOG, ...BUDGETS, ...read('GetItem'), 's3:GetObject'],
  'api/calls/list': [...LOG, ...BUDGETS, ...read('BatchGetItem', 'GetItem', 'Query')],
  'api/numbers/cancel': [...LOG, ...SECRET, ...CREATE, 'dynamodb:BatchGetItem', 'dynamodb:DeleteItem'],
  'api/numbers/list': [...LOG, ...BUDGETS, ...LIST],
  'api/numbers/get': [...LOG, ...BUDGETS, ...read('BatchGetItem', 'GetItem')],
  'api/prompts/create': [...LOG, ...CREATE, 'dynamodb:BatchGetItem'],
  'api/tokens/create': [...LOG, ...DELETE],
  'api/tokens/get': [...LOG, ...BUDGETS, ...read('GetItem')],
  'api/tokens/list': [...LOG, ...BUDGETS, ...read('Query')],
  'api/tokens/revoke': [...LOG, ...DELETE],
  'api/tokens/rotate': [...LOG, ...DELETE],
  'api/voices/create': [...LOG, ...CREATE],
  'api/webhooks/create': [...LOG, ...CREATE, 'dynamodb:BatchGetItem', 'dynamodb:Query'],
  'api/prompts/delete': [...LOG, ...DELETE],
  'api/prompts/get': [...LOG, ...BUDGETS, ...read('GetItem')],
  'api/prompts/list': [...LOG, ...BUDGETS, ...LIST],
  'api/prompts/update': [...LOG, ...CREATE, 'dynamodb:BatchGetItem'],
  'api/webhooks/delete': [...LOG, ...DELETE],
  'api/webhooks/deliveries/get': [...LOG, ...BUDGETS, ...LIST],
  'api/webhooks/deliveries/list': [...LOG, ...BUDGETS, ...read('Query')],
  'api/webhooks/deliveries/retry': [...LOG, ...CREATE],
  'api/webhooks/replay': [...LOG, ...CREATE],
  'api/webhooks/rotate-secret': [...LOG, ...CREATE],
  'api/webhooks/test': [...LOG, ...CREATE],
  'api/webhooks/get': [...LOG, ...BUDGETS, ...read('GetItem')],
  'api/webhooks/list': [...LOG, ...BUDGETS, ...LIST],
  'api/webhooks/update': [...LOG, ...DELETE, 'dynamodb:BatchGetItem'],
  'api/vector-databases/delete': [...LOG, ...DELETE],
  'api/vector-databases/get': [...LOG, ...BUDGETS, ...read('GetItem')],
  'api/vector-databases/list': [...LOG, ...BUDGETS, ...LIST],
  'api/vector-databases/update': [...LOG, ...CREATE],
  'api/voices/delete': [...LOG, ...DELETE],
  'api/voices/get': [...LOG, ...BUDGETS, ...read('GetItem')],
  'api/voices/list': [...LOG, ...BUDGETS, ...LIST],
  'api/voices/update': [...LOG, ...CREATE],
  'api/actions/delete': [...LOG, ...DELETE],
  'api/actions/get': [...LOG, ...BUDGETS, ...read('GetItem')],
  'api/actions/list': [...LOG, ...BUDGETS, ...LIST],
  'api/actions/update': [...LOG, ...CREATE],
  'api/account-connections/delete': [...LOG, ...DELETE],
  'api/account-connections/get': [...LOG, ...BUDGETS, ...read('GetItem')],
  'api/account-connections/list': [...LOG, ...BUDGETS, ...LIST],
  'api/account-connections/update': [...LOG, ...CREATE],
  'api/vector-databases/create': [...LOG, ...CREATE],
  'api/actions/create': [...LOG, ...CREATE],
  'api/account-connections/create': [...LOG, ...CREATE],
  'api/agents/update': [...LOG, ...DELETE, 'dynamodb:BatchGetItem'],
  'api/usage/get': [...LOG, ...BUDGETS, ...read('BatchGetItem', 'GetItem', 'Query')],
  'api/audit/list': [...LOG, ...BUDGETS, ...read('Query')],
  'audit/record-changes': [
    ...LOG,
    ...write('BatchWriteItem', 'Query'),
    ...read('DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'),
    'sqs:SendMessage',
  ],
  'callbacks/answer': [...LOG, ...SECRET, ...FINISH_CALL],
  'conversation/check-silence': [
    ...LOG,
    ...TAKE,
    'execute-api:ManageConnections',
    ...write('GetItem', 'PutItem'),
  ],
  'after-call/collect-fields': [...LOG, ...SECRET, ...TAKE, ...write('GetItem', 'UpdateItem')],
  'conversation/connect': [...LOG, ...write('PutItem')],
  'dialing/dial': [...LOG, ...SECRET, ...TAKE, ...FINISH_CALL],
  'conversation/disconnect': [...LOG, ...write('GetItem', 'PutItem')],
  'dialing/hang-up': [...LOG, ...SECRET, ...TAKE, ...read('GetItem')],
  'callbacks/incoming': [...LOG, ...SECRET, ...FINISH_CALL, 'dynamodb:BatchGetItem'],
  'callbacks/incoming-status': [...LOG, ...SECRET, ...FINISH_CALL],
  'callbacks/machine-detection': [...LOG, ...SECRET, ...FINISH_CALL],
  'after-call/keep-recording': [
    ...LOG,
    ...SECRET,
    ...TAKE,
    ...write('GetItem', 'UpdateItem'),
    's3:DeleteObject',
    's3:PutObject',
  ],
  'conversation/message': [
    ...LOG,
    ...SECRET,
    'execute-api:ManageConnections',
    'sqs:SendMessage',
    ...CONVERSE,
  ],
  'callbacks/relay-ended': [...LOG, ...SECRET, ...write('GetItem', 'PutItem', 'UpdateItem')],
  'callbacks/recording-status': [...LOG, ...SECRET, ...write('GetItem', 'UpdateItem')],
  'dialing/schedule-dialing': [
    ...LOG,
    ...TAKE,
    ...read('GetItem'),
    'iam:PassRole',
    'scheduler:CreateSchedule',
    'scheduler:DeleteSchedule',
    'sqs:SendMessage',
  ],
  'reconciliation/reconcile': [...LOG, ...SECRET, 'sqs:SendMessage', ...FINISH_CALL],
  'callbacks/transfer-ended': [...LOG, ...SECRET, ...write('GetItem', 'PutItem', 'UpdateItem')],
  'callbacks/transfer-status': [...LOG, ...SECRET, ...write('GetItem', 'UpdateItem')],
  'callbacks/call-status': [...LOG, ...SECRET, ...FINISH_CALL],
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
  ],
  'webhooks/fan-out': [...LOG, ...TAKE, ...write('BatchGetItem', 'Query', 'PutItem'), 'sqs:SendMessage'],
  'webhooks/redeliver': [
    ...LOG,
    ...TAKE,
    ...write('GetItem', 'Query', 'PutItem', 'UpdateItem'),
    'iam:PassRole',
    'scheduler:CreateSchedule',
    'sqs:SendMessage',
  ],
};

/** The indexes of the table that functions may query, by entry; others may query none. */
export const INDEXES: Readonly<Record<string, readonly string[]>> = {
  'api/calls/list': ['calls'],
  'api/usage/get': ['calls'],
  'reconciliation/reconcile': ['open-calls'],
};
