import { type PlatformModels, platformModels as schema } from '../domain/records/platform-models.ts';
import { environment } from './environment.ts';

/** The models that the configuration lets users have on the platform's own accounts. */
export function platformModels(): PlatformModels {
  return schema.parse(JSON.parse(environment('PLATFORM_MODELS')));
}
