import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { tableOf } from '../lambdas/store/table.ts';
import { createToken, findTokenOwner } from '../lambdas/store/tokens.ts';

/** The two users of the local service, so that one can see that neither reaches the other's records. */
const USERS = ['0199aaaa-0000-7000-8000-000000000001', '0199aaaa-0000-7000-8000-000000000002'] as const;

/** An access token for each of the two users: the ones given where they still work, otherwise new ones. */
export async function seedTokens(
  table: {
    readonly name: string;
    readonly endpoint: string;
    readonly region: string;
    readonly accessKeyId: string;
  },
  known: readonly (string | undefined)[],
): Promise<[string, string]> {
  const { endpoint, region, accessKeyId } = table;
  const client = new DynamoDBClient({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey: 'local' },
  });
  const target = tableOf(client, table.name);
  const tokenFor = async (userId: string, text: string | undefined) => {
    const now = new Date();
    if (text !== undefined && (await findTokenOwner(target, text, now)) === userId) return text;
    return (await createToken(target, { userId, now })).text;
  };
  const tokens: [string, string] = [await tokenFor(USERS[0], known[0]), await tokenFor(USERS[1], known[1])];
  client.destroy();
  return tokens;
}
