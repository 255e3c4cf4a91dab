import { interfaceLanguages } from '../../kernel/translation/languages.ts';
import { t } from '../../kernel/translation/translate.ts';
import { invalid } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { getSiteSettings } from '../../platform/settings/site-settings.ts';

/** The language chosen in the account settings. Blank: use the browser's languages. */
export async function getLanguage({ db }: Pick<App, 'db'>, accountId: string): Promise<string> {
  const row = await db
    .selectFrom('identity.account')
    .select('language')
    .where('id', '=', accountId)
    .executeTakeFirst();
  return row?.language ?? '';
}

export async function changeLanguage(app: App, accountId: string, language: string): Promise<void> {
  if (language !== '' && !(await listSelectableLanguages(app)).includes(language))
    throw invalid('language', t('That language is not available'));
  await app.db.updateTable('identity.account').set({ language }).where('id', '=', accountId).execute();
}

/** The languages of the interface and those in which the operator wrote pages. */
export async function listSelectableLanguages(app: Pick<App, 'db' | 'config'>): Promise<string[]> {
  const { languages } = await getSiteSettings(app);
  return [...new Set([...interfaceLanguages, ...languages])];
}

/** The languages to use for a request: the account's setting, or else the browser's. */
export async function requestedLanguages(
  app: Pick<App, 'db'>,
  viewer: { id: string } | undefined,
  acceptLanguage: string,
): Promise<string> {
  const chosen = viewer ? await getLanguage(app, viewer.id) : '';
  return chosen === '' ? acceptLanguage : `${chosen},${acceptLanguage}`;
}
