import { t } from '../../kernel/translation/translate.ts';
import { invalid } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { parseTarget } from '../record/fields/target-address.ts';
import { refuseHarmful } from '../safety/assessment/refuse-harmful.ts';

/**
 * Validates a redirect URL with the rules for link destinations. It must not point to the domain itself.
 * Blank: none.
 */
export async function getRedirect(
  app: Pick<App, 'db' | 'config' | 'clock'>,
  field: 'redirectroot' | 'redirect404',
  text: string | null | undefined,
  host: string,
): Promise<string | null> {
  if (!text?.trim()) return null;
  const address = parseTarget(text, app.config, field);
  if (new URL(address).hostname.split('.').filter(Boolean).join('.') === host)
    throw invalid(field, t('This redirects back to {host} and would loop', { host }));
  await refuseHarmful(app, field, address);
  return address;
}
