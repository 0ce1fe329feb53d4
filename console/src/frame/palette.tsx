import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Bot, FlaskConical, Hash, Phone, PhoneOutgoing, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import {
  Autocomplete,
  Collection,
  Dialog,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  Modal,
  ModalOverlay,
  SearchField,
  useFilter,
} from 'react-aria-components';
import { agentsList, callsPage, numbersList, testsList } from '../api/lists.ts';
import { agentChoices } from '../format/label.ts';
import { shortOutcome } from '../format/outcome.ts';
import { phoneNumber } from '../format/phone-number.ts';
import { usePlaceCall } from '../parts/place-call.ts';
import { PAGES } from './pages.ts';

/** Something that the palette leads to. */
interface Entry {
  readonly id: string;
  readonly text: string;
  readonly note?: string | undefined;
  readonly icon: ReactNode;
  readonly href: string;
  /** What it does, if it leads to no page. */
  readonly act?: () => void;
}

/** Entries of a kind that are shown: more are found by typing. */
const MOST_SHOWN = 6;

/** Calls that the palette searches. */
const LATEST_CALLS = 50;

/** What looks like the id of a record, whole. */
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Finds pages, agents, tests, calls, numbers and what can be done, by their words or ids. */
export default function Palette({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('');
  const { contains } = useFilter({ sensitivity: 'base' });
  const navigate = useNavigate();
  const sections = useSections()
    .map(({ title, entries }) => ({
      title,
      entries: entries
        .filter(({ text: name, note, id }) => contains(`${name} ${note ?? ''} ${id}`, text.trim()))
        .slice(0, title === 'Pages' ? entries.length : MOST_SHOWN),
    }))
    .concat(ID.test(text.trim()) ? [{ title: 'By id', entries: [callOfId(text.trim())] }] : [])
    .filter(({ entries }) => entries.length > 0);
  return (
    <ModalOverlay className="overlay" isOpen isDismissable onOpenChange={(open) => open || onClose()}>
      <Modal className="modal palette">
        <Dialog aria-label="Jump to">
          <Autocomplete inputValue={text} onInputChange={setText}>
            <SearchField aria-label="Jump to" autoFocus>
              <Input placeholder="Pages, agents, tests, calls, numbers …" />
            </SearchField>
            <Menu
              aria-label="Found"
              items={sections}
              renderEmptyState={() => <p className="empty">No results</p>}
            >
              {({ title, entries }) => (
                <MenuSection id={title}>
                  <Header>{title}</Header>
                  <Collection items={entries}>
                    {({ id, text: name, note, icon, href, act }) => (
                      <MenuItem
                        id={`${title} ${id}`}
                        textValue={name}
                        onAction={() => {
                          onClose();
                          if (act) act();
                          else void navigate({ href });
                        }}
                      >
                        {icon}
                        <bdi className="cut">{name}</bdi>
                        {note !== undefined && <span className="help">{note}</span>}
                      </MenuItem>
                    )}
                  </Collection>
                </MenuSection>
              )}
            </Menu>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** What can be found, by kind. What was read a moment ago is not read again. */
function useSections(): readonly { readonly title: string; readonly entries: readonly Entry[] }[] {
  const act = usePlaceCall();
  const agents = useQuery(agentsList).data ?? [];
  const tests = useQuery(testsList).data ?? [];
  const numbers = useQuery(numbersList).data ?? [];
  const calls = useQuery({
    queryKey: ['calls', 'latest'],
    queryFn: ({ signal }) => callsPage({}, { size: LATEST_CALLS, signal }),
    staleTime: 10_000,
  }).data;
  return [
    {
      title: 'Pages',
      entries: PAGES.map(({ to, name, icon: Icon }) => ({
        id: to,
        text: name,
        icon: <Icon size={16} aria-hidden="true" />,
        href: to,
      })),
    },
    { title: 'Actions', entries: [{ ...PLACE_CALL, act }, ...ACTIONS] },
    {
      title: 'Agents',
      entries: agentChoices(agents).map(([id, text]) => ({
        id,
        text,
        icon: <Bot size={16} aria-hidden="true" />,
        href: `/agents/${id}`,
      })),
    },
    {
      title: 'Tests',
      entries: tests.map(({ id, name }) => ({
        id,
        text: name,
        icon: <FlaskConical size={16} aria-hidden="true" />,
        href: `/tests/${id}`,
      })),
    },
    {
      title: 'Numbers',
      entries: numbers.map(({ number, label }) => ({
        id: number,
        text: phoneNumber(number),
        note: label ?? undefined,
        icon: <Hash size={16} aria-hidden="true" />,
        href: '/numbers',
      })),
    },
    {
      title: 'Latest calls',
      entries: (calls?.items ?? []).map(({ id, to_number, from_number, direction, ...call }) => ({
        ...callOfId(id),
        text: `${direction === 'inbound' ? 'From' : 'To'} ${phoneNumber(direction === 'inbound' ? from_number : to_number)}`,
        note: shortOutcome(call).text,
      })),
    },
  ];
}

const callOfId = (id: string): Entry => ({
  id,
  text: `Call ${id}`,
  icon: <Phone size={16} aria-hidden="true" />,
  href: `/calls/${id}`,
});

const PLACE_CALL: Entry = {
  id: 'call',
  text: 'Place a call',
  href: '/calls',
  icon: <PhoneOutgoing size={16} aria-hidden="true" />,
};

const ACTIONS: readonly Entry[] = (
  [
    ['Place calls from a CSV', '/calls/batch'],
    ['New agent', '/agents/new'],
    ['New test', '/tests/new'],
    ['Buy a number', '/numbers'],
    ['New token', '/settings?tab=tokens'],
    ['Add numbers to the do-not-call list', '/settings?tab=do-not-call'],
  ] as const
).map(([text, href]) => ({ id: text, text, href, icon: <Plus size={16} aria-hidden="true" /> }));
