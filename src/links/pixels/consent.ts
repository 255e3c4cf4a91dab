import { t } from '../../kernel/translation/translate.ts';
import { invalid } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';

/**
 * How consent for an owner's pixels is handled. `ask`: fire only with consent. `notice`: show a notice and
 * fire unless the visitor refuses. `legitimate`: always fire, because the owner has another legal basis.
 */
const modes = ['ask', 'notice', 'legitimate'] as const;
export type ConsentMode = (typeof modes)[number];

interface PixelConsent {
  mode: ConsentMode;
  /** URL of the owner's privacy policy. */
  privacyAddress: string | null;
}

/** Returns the owner's settings, with the operator's default. */
export async function getConsent(
  { db, config }: Pick<App, 'db' | 'config'>,
  accountId: string,
): Promise<PixelConsent> {
  const row = await db
    .selectFrom('links.pixel_consent')
    .select('privacy_url as privacyAddress')
    .select((row) => row.ref('mode').$castTo<ConsentMode>().as('mode'))
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row ?? { mode: config.PIXEL_CONSENT, privacyAddress: null };
}

export async function updateConsent(
  { db, clock }: App,
  viewer: Pick<Viewer, 'id'>,
  input: { mode: string; privacy?: string | undefined },
): Promise<void> {
  const mode = modes.find((each) => each === input.mode);
  if (!mode) throw invalid('mode', t('Choose one of {modes}', { modes: modes.join(', ') }));
  const values = { mode, privacy_url: parsePrivacy(input.privacy), updated_at: clock.now() };
  await db
    .insertInto('links.pixel_consent')
    .values({ account_id: viewer.id, ...values })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
    .execute();
}

function parsePrivacy(text = ''): string | null {
  const typed = text.trim();
  if (typed === '') return null;
  const url = /^https?:\/\//i.test(typed) ? URL.parse(typed) : null;
  if (!url || url.username || url.password || url.href.length > 2000)
    throw invalid('privacy', t('Enter a full URL starting with http:// or https://'));
  return url.href;
}
