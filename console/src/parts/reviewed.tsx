import { useQuery } from '@tanstack/react-query';
import type { Schema } from '../api/client.ts';
import { tokensList } from '../api/lists.ts';
import { RelativeTime, Untrusted } from './values.tsx';

type Review = Schema<'CallReview'>;

/** What a reviewer may find. */
export const FOUND: Readonly<Record<Review['state'], string>> = {
  fine: 'Fine',
  test: 'Test',
  note: 'Note',
};

/** What a reviewer found in a call, who it was, and when. */
export const Reviewed = ({
  review: { state, note, by, token_id: token, at },
}: {
  readonly review: Review;
}) => (
  <>
    {FOUND[state]}
    {note !== undefined && (
      <>
        : <Untrusted text={note} />
      </>
    )}{' '}
    <span className="faint">
      <Author {...{ by, token, at }} />
    </span>
  </>
);

/** Who did something, by the name of the token, and when. */
export function Author({
  by,
  token,
  at,
}: {
  readonly by: 'token' | 'operator' | undefined;
  readonly token: string | undefined;
  readonly at: string;
}) {
  const tokens = useQuery(tokensList);
  const name = tokens.data?.find(({ id }) => id === token)?.name;
  return (
    <>
      <bdi>{name ?? (by === 'token' ? 'a token' : (by ?? ''))}</bdi>{' '}
      <span className="faint">
        <RelativeTime at={at} />
      </span>
    </>
  );
}
