import { type PlatformModels, platformModels as schema } from '../domain/records/platform-models.ts';
import { environment } from './environment.ts';

/** The models that users may use on the platform's own accounts, from the configuration. */
export function platformModels(): PlatformModels {
  return schema.parse(JSON.parse(environment('PLATFORM_MODELS')));
}
