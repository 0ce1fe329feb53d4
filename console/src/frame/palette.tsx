import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Bot, FlaskConical, Hash, History, type LucideIcon, Phone, PhoneOutgoing, Plus } from 'lucide-react';
import { useState } from 'react';
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
import { dateTime } from '../format/date-time.ts';
import { agentChoices, agentName } from '../format/label.ts';
import { shortOutcome } from '../format/outcome.ts';
import { contactOf, isPartOfNumber, phoneNumber, wholeNumbers } from '../format/phone-number.ts';
import { visitedPages } from '../parts/page.tsx';
import { pageActions } from '../parts/page-actions.ts';
import { usePlaceCall } from '../parts/place-call.ts';
import { MORE_PAGES, PAGES } from './pages.ts';

/** Something that the palette leads to. */
interface Entry {
  readonly id: string;
  readonly text: string;
  readonly note?: string | undefined;
  readonly icon: LucideIcon;
  readonly href: string;
  /** Whether it was found by what is typed, however that is written. */
  readonly isFound?: boolean | undefined;
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
  const recent = [...visitedPages]
    .filter(([path]) => text === '' && path !== location.pathname)
    .map(([path, title]) => entryOf(History, title, path))
    .reverse();
  const actions = pageActions().map(
    ({ label, icon = Plus, href = '', onAction }, at): Entry => ({
      ...entryOf(icon, label, href, `${label} ${at}`),
      ...(onAction && { act: onAction }),
    }),
  );
  const sections = [
    { title: 'This page', entries: actions },
    { title: 'Recent', entries: recent },
    ...useSections(text.trim()),
  ]
    .map(({ title, entries }) => ({
      title,
      entries: entries
        .filter(
          ({ text: name, note, id, isFound }) =>
            isFound ||
            contains(`${name} ${note ?? ''} ${id}`, text.trim()) ||
            isPartOfNumber(text.trim(), name),
        )
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
                    {({ id, text: name, note, icon: Icon, href, act }) => (
                      <MenuItem
                        id={`${title} ${id}`}
                        textValue={name}
                        onAction={() => {
                          onClose();
                          if (act) act();
                          else void navigate({ href });
                        }}
                      >
                        <Icon size={16} aria-hidden="true" />
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
function useSections(
  text: string,
): readonly { readonly title: string; readonly entries: readonly Entry[] }[] {
  const act = usePlaceCall();
  const agents = useQuery(agentsList).data ?? [];
  const tests = useQuery(testsList).data ?? [];
  const numbers = useQuery(numbersList).data ?? [];
  const calls = useQuery({
    queryKey: ['calls', 'latest'],
    queryFn: ({ signal }) => callsPage({}, { size: LATEST_CALLS, signal }),
    staleTime: 10_000,
  }).data;
  const known = [...numbers.map(({ number }) => number), ...(calls?.items ?? []).map(contactOf)];
  const wanted = wholeNumbers(text, known);
  const found = useQuery({
    queryKey: ['calls', 'of number', wanted],
    queryFn: ({ signal }) => callsOfNumbers(wanted, signal),
    enabled: wanted.length > 0,
    staleTime: 10_000,
  }).data;
  const names = new Map(agents.map((agent) => [agent.id, agentName(agent)] as const));
  const shown = new Map([...(found ?? []), ...(calls?.items ?? [])].map((call) => [call.id, call] as const));
  return [
    {
      title: 'Pages',
      entries: [...PAGES, ...MORE_PAGES].map(({ to, name, icon }) => entryOf(icon, name, to)),
    },
    {
      title: 'Actions',
      entries: [{ ...entryOf(PhoneOutgoing, 'Place a call', '/calls', 'call'), act }, ...ACTIONS],
    },
    {
      title: 'Agents',
      entries: agentChoices(agents).map(([id, name]) => entryOf(Bot, name, `/agents/${id}`, id)),
    },
    {
      title: 'Tests',
      entries: tests.map(({ id, name }) => entryOf(FlaskConical, name, `/tests/${id}`, id)),
    },
    {
      title: 'Numbers',
      entries: numbers.map(({ number, label }) => ({
        ...entryOf(Hash, phoneNumber(number), '/numbers', number),
        note: label,
      })),
    },
    {
      title: 'Calls',
      entries: [...shown.values()].map((call) => ({
        ...callOfId(call.id),
        isFound: found?.some(({ id }) => id === call.id),
        text: `${call.direction === 'inbound' ? 'From' : 'To'} ${phoneNumber(contactOf(call))}`,
        note: [names.get(call.agent), dateTime(call.created_at), shortOutcome(call).text]
          .filter(Boolean)
          .join(' · '),
      })),
    },
  ];
}

/** The newest calls to and from numbers, however old. */
async function callsOfNumbers(numbers: readonly string[], signal: AbortSignal) {
  const filters = numbers.flatMap((number) => [{ to_number: number }, { from_number: number }]);
  const pages = await Promise.all(filters.map((filter) => callsPage(filter, { size: 5, signal })));
  return pages.flatMap(({ items }) => items);
}

const entryOf = (icon: LucideIcon, text: string, href: string, id = href): Entry => ({
  id,
  text,
  icon,
  href,
});

const callOfId = (id: string): Entry => entryOf(Phone, `Call ${id}`, `/calls/${id}`, id);

const ACTIONS: readonly Entry[] = [
  entryOf(Plus, 'Place calls from a CSV', '/calls/batch'),
  entryOf(Plus, 'New agent', '/agents/new'),
  entryOf(Plus, 'New test', '/tests/new'),
  entryOf(Plus, 'Buy a number', '/numbers'),
  entryOf(Plus, 'New token', '/settings?tab=tokens'),
  entryOf(Plus, 'Add numbers to the do-not-call list', '/settings?tab=do-not-call'),
];
