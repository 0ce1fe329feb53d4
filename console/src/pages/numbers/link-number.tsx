import { useQuery } from '@tanstack/react-query';
import { sendForJson } from '../../api/client.ts';
import { openapi } from '../../api/document.ts';
import { useHasDraft } from '../../parts/drafts.ts';
import { useAct } from '../../parts/use-act.ts';
import { RecordForm } from '../../schema-form/record-form.tsx';

/** Links a number that the user holds at the vendor. */
export function LinkNumber() {
  const hasDraft = useHasDraft('NumberLinkInput');
  const document = useQuery(openapi);
  const link = useAct({
    act: (body: object) => sendForJson('POST', '/v1/numbers/link', { body: JSON.stringify(body) }),
    done: 'The number is linked: the vendor sends its calls here.',
    changes: [['numbers']],
    showsFault: true,
  });
  return (
    <details open={hasDraft}>
      <summary>Show the form</summary>
      {document.data && (
        <RecordForm
          document={document.data}
          schema="NumberLinkInput"
          submit="Link the number"
          busy={link.isPending}
          error={link.error}
          onSubmit={(body, saved) => link.mutate(body, { onSuccess: saved })}
        />
      )}
    </details>
  );
}
