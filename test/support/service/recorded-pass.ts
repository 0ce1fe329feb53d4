import { type RawAnswer, sendPatiently, undocumented } from '../openapi/answers.ts';
import { type Operation, operations } from '../openapi/document.ts';
import { plainRequest, type User } from './plain-requests.ts';

interface Recorded {
  readonly operation: Operation;
  readonly answer: RawAnswer;
}

/**
 * Sends each operation of the document once, as simply as possible, with a token of the user, and records the answers.
 * An operation without a request in plain-requests.ts fails by name.
 */
export async function recordPass(user: User, access_token: string): Promise<Recorded[]> {
  const recorded: Recorded[] = [];
  for (const operation of operations) {
    const { target, body } = await plainRequest(operation, user);
    const text = body === undefined ? undefined : JSON.stringify(body);
    const connection = { ...user.connection, access_token };
    recorded.push({ operation, answer: await sendPatiently(connection, operation, { target, text }) });
  }
  return recorded;
}

/** What the document of a version does not allow in the answers. */
export const faultsIn = (recorded: readonly Recorded[], version?: string): string[] =>
  recorded.flatMap(({ operation, answer }) => {
    const wanted = operation.statuses.includes(302) ? 302 : 200;
    if (answer.status !== wanted) return [`${operation.id}: ${answer.status} ${answer.text}`];
    return undocumented(operation, answer, version).map((fault) => `${operation.id}: ${fault}`);
  });
