import { t } from '../../../kernel/translation/translate.ts';
import { invalid } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import { assessTarget } from './assess-target.ts';

/**
 * Refuses an address that a short link could not have either. A link that is only suspicious is shown with a warning;
 * a block, a button or a domain's own redirect has no place for one, so it is refused as well.
 */
export async function refuseHarmful(
  app: Pick<App, 'db' | 'config' | 'clock'>,
  field: string,
  url: string,
): Promise<void> {
  const { held_at } = await assessTarget(app, url, field);
  if (held_at) throw invalid(field, t('This URL looks deceptive and cannot be used here'));
}
