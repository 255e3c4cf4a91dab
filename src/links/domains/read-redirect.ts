import { t } from '../../kernel/translation/translate.ts';
import { invalid } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { readTarget } from '../record/fields/target-address.ts';
import { refuseHarmful } from '../safety/assessment/refuse-harmful.ts';

/**
 * The address that visitors without a link are sent to; blank: none. It passes what the target of a link does, and may not
 * lead back to the domain itself.
 */
export async function readRedirect(
  app: Pick<App, 'db' | 'config' | 'clock'>,
  field: 'redirectroot' | 'redirect404',
  text: string | null | undefined,
  host: string,
): Promise<string | null> {
  if (!text?.trim()) return null;
  const address = readTarget(text, app.config, field);
  if (new URL(address).hostname.split('.').filter(Boolean).join('.') === host)
    throw invalid(field, t('This redirects back to {host} and would loop', { host }));
  await refuseHarmful(app, field, address);
  return address;
}
