import { type CopiedRequest, curlOf } from '../../api/curl.ts';
import { CopyButton } from './copy-button.tsx';

/** Copies a request to this service as a `curl` command. */
export function CopyCurl({
  children = 'Copy as curl',
  ...request
}: CopiedRequest & {
  /** The words on the button. */
  readonly children?: string;
}) {
  return <CopyButton text={() => curlOf(location.origin, request)}>{children}</CopyButton>;
}
