import './call-cells.css';
import { Link } from '@tanstack/react-router';
import { PhoneIncoming, PhoneOutgoing } from 'lucide-react';
import type { MouseEvent } from 'react';
import type { ListedCall } from '../../api/lists.ts';
import { duration, secondsBetween } from '../../format/duration.ts';
import { shortOutcome } from '../../format/outcome.ts';
import { contactOf } from '../../format/phone-number.ts';
import type { Column } from '../../parts/table.tsx';
import { Phone, RelativeTime } from '../../parts/values.tsx';

/** The person on the phone, and who called. */
export function Contact({
  call,
}: {
  readonly call: Pick<ListedCall, 'direction' | 'from_number' | 'to_number'>;
}) {
  const Icon = call.direction === 'inbound' ? PhoneIncoming : PhoneOutgoing;
  return (
    <span className="contact">
      <Icon size={14} aria-hidden="true" />
      <span className="hidden">{call.direction === 'inbound' ? 'Call from' : 'Call to'} </span>
      <Phone number={contactOf(call)} />
    </span>
  );
}

/** How a call stands or ended. */
export function Outcome({ call }: { readonly call: Parameters<typeof shortOutcome>[0] }) {
  const { text, kind } = shortOutcome(call);
  return <span className={`outcome ${kind}`}>{text}</span>;
}

/** How long a call lasted. */
export function Length({ call }: { readonly call: Pick<ListedCall, 'start_time' | 'end_time'> }) {
  const seconds = secondsBetween(call.start_time, call.end_time);
  return <span className="number">{seconds === undefined ? '–' : duration(seconds)}</span>;
}

/** The contact, as a link to the call. */
export const ContactLink = ({
  call,
  onClick,
}: {
  readonly call: ListedCall;
  readonly onClick?: (event: MouseEvent) => void;
}) => (
  <Link to="/calls/$id" params={{ id: call.id }} className="row-link" onClick={onClick}>
    <Contact call={call} />
  </Link>
);

/** The column of contacts, which leads to their calls. */
export const CONTACT: Column<ListedCall> = {
  width: '11rem',
  sort: contactOf,
  cell: (call) => <ContactLink call={call} />,
};

/** The column that tells when a call was made. */
export const WHEN: Column<ListedCall> = {
  width: '6.5rem',
  sort: ({ created_at: at }) => at,
  cell: ({ created_at: at }) => <RelativeTime at={at} />,
};
