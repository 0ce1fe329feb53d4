import { type PlatformModels, platformModels } from '../../domain/records/platform-models.ts';
import { json } from './codecs.ts';
import type { Variable } from './variable.ts';

export const PLATFORM_MODELS: Variable<PlatformModels> = {
  name: 'PLATFORM_MODELS',
  codec: json(platformModels),
};
