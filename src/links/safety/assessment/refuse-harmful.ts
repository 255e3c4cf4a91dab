import { t } from '../../../kernel/translation/translate.ts';
import { invalid } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import { assessTarget } from './assess-target.ts';

/**
 * Rejects URLs that a short link could not have either. Suspicious URLs, for which links show a warning, are
 * also rejected, because blocks, buttons and domain redirects cannot show one.
 */
export async function refuseHarmful(
  app: Pick<App, 'db' | 'config' | 'clock'>,
  field: string,
  url: string,
): Promise<void> {
  const { held_at } = await assessTarget(app, url, field);
  if (held_at) throw invalid(field, t('This URL looks deceptive and cannot be used here'));
}
