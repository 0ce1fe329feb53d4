import batchGetItem from 'dynalite/actions/batchGetItem.js';
import batchWriteItem from 'dynalite/actions/batchWriteItem.js';
import createTable from 'dynalite/actions/createTable.js';
import deleteItem from 'dynalite/actions/deleteItem.js';
import describeTable from 'dynalite/actions/describeTable.js';
import getItem from 'dynalite/actions/getItem.js';
import putItem from 'dynalite/actions/putItem.js';
import query from 'dynalite/actions/query.js';
import scan from 'dynalite/actions/scan.js';
import updateItem from 'dynalite/actions/updateItem.js';
import batchGetItemInput from 'dynalite/validations/batchGetItem.js';
import batchWriteItemInput from 'dynalite/validations/batchWriteItem.js';
import createTableInput from 'dynalite/validations/createTable.js';
import deleteItemInput from 'dynalite/validations/deleteItem.js';
import describeTableInput from 'dynalite/validations/describeTable.js';
import getItemInput from 'dynalite/validations/getItem.js';
import putItemInput from 'dynalite/validations/putItem.js';
import queryInput from 'dynalite/validations/query.js';
import scanInput from 'dynalite/validations/scan.js';
import updateItemInput from 'dynalite/validations/updateItem.js';

/** The operations that dynalite implements and users of this package need; tables are created from templates only. */
export const dynaliteOperations = {
  BatchGetItem: { action: batchGetItem, input: batchGetItemInput },
  BatchWriteItem: { action: batchWriteItem, input: batchWriteItemInput },
  CreateTable: { action: createTable, input: createTableInput },
  DeleteItem: { action: deleteItem, input: deleteItemInput },
  DescribeTable: { action: describeTable, input: describeTableInput },
  GetItem: { action: getItem, input: getItemInput },
  PutItem: { action: putItem, input: putItemInput },
  Query: { action: query, input: queryInput },
  Scan: { action: scan, input: scanInput },
  UpdateItem: { action: updateItem, input: updateItemInput },
};

export type DynaliteOperation = keyof typeof dynaliteOperations;

export function isDynaliteOperation(operation: string): operation is DynaliteOperation {
  return Object.hasOwn(dynaliteOperations, operation);
}
