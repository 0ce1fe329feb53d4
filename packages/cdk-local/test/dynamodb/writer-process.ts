// Writes to a database until it is killed, and prints acknowledged writes. node writer-process.ts <round> <folder>
import { writeSync } from 'node:fs';
import { openDynamoDb } from '../../src/dynamodb/dynamodb.ts';
import { keyOf, put, TABLE, tableProperties } from './calls-table.ts';

const [round, directory] = process.argv.slice(2);
const db = await openDynamoDb({ directory, region: 'us-east-1' });
await db.ensureTable(TABLE, tableProperties);

/** Each transaction creates three items and increases a counter. */
async function write(writer: number): Promise<never> {
  for (let number = 0; ; number += 1) {
    const name = `${round}-${writer}-${number}`;
    const attributes = { number: { S: name }, filler: { S: 'x'.repeat(500) } };
    const count = {
      TableName: TABLE,
      Key: keyOf(`counter-${writer}`),
      UpdateExpression: 'ADD n :one',
      ExpressionAttributeValues: { ':one': { N: '1' } },
    };
    const { status } = await db.execute('TransactWriteItems', {
      TransactItems: [
        { Put: put(`${name}.a`, attributes) },
        { Put: put(`${name}.b`, attributes) },
        { Put: put(`${name}.c`, attributes) },
        { Update: count },
      ],
    });
    if (status === 200) writeSync(1, `${name}\n`);
  }
}

await Promise.all([0, 1, 2].map(write));
