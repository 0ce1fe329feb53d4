// Responses that contain a number with its agent, by version: see "Versions of the API" in docs/api.md.
import { answerByVersion } from '../../http/api-version.ts';
import { compactNumber, expandedNumber } from '../model/number.ts';

export const foundNumber = () =>
  answerByVersion({
    '2023-08': compactNumber,
    '2024-08': compactNumber,
    '2026-11': expandedNumber,
  });

export const changedNumber = () =>
  answerByVersion({
    '2023-08': compactNumber,
    '2024-08': expandedNumber,
    '2026-11': expandedNumber,
  });
