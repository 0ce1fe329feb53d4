import type { Operation } from '../openapi/document.ts';
import { setCallee } from '../scene.ts';
import type { Answer } from '../service/api.ts';
import { type PlainRequest, plainRequest, type User } from '../service/plain-requests.ts';

const BUSY = { answer: 'busy', ring_ms: 0 };

/** The simplest request of an operation, with unanswered calls: conversations are tested elsewhere. */
export async function cheapRequest(operation: Operation, user: User): Promise<PlainRequest> {
  const request = await plainRequest(operation, user);
  for (const number of calledBy(request.body)) await setCallee(user.connection, number, BUSY);
  return request;
}

/** Sends the request as the user. Redirects are not followed, because they lead to other hosts. */
export function sendTo(
  { method }: Operation,
  { api }: User,
  { target, body }: PlainRequest,
): Promise<Answer> {
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  return api.send(target, { method, redirect: 'manual', ...content });
}

/** The numbers that a body has called. */
function calledBy(body: unknown): string[] {
  const { to_number, recipients = [] } = (body ?? {}) as {
    to_number?: string;
    recipients?: readonly { to_number: string }[];
  };
  return [...recipients.map((each) => each.to_number), ...(to_number === undefined ? [] : [to_number])];
}
