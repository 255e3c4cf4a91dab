import { t } from '../../kernel/translation/translate.ts';
import { invalid } from '../../kernel/problem.ts';
import { lengthOf } from '../../kernel/text.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { parseName } from '../account/names.ts';
import { getProfile, type Profile } from '../account/get-profile.ts';
import { refuseLookalike } from '../account/refuse-lookalike.ts';

/** A person's public profile. */
export async function changeProfile(app: App, accountId: string, given: Profile): Promise<void> {
  const firstName = parseName(given.firstName, 'first_name', t('Enter your first name'));
  // Some people have only one name.
  const lastName =
    given.lastName.trim() === '' ? '' : parseName(given.lastName, 'last_name', t('Enter your last name'));
  const biography = given.biography.trim();
  if (lengthOf(biography) > 1000) throw invalid('biography', t('Bio must be at most 1,000 characters'));
  await inTransaction(app, async (app) => {
    const present = await getProfile(app, accountId);
    if (firstName !== present.firstName || lastName !== present.lastName) {
      const name = { text: `${firstName} ${lastName}`.trim(), field: 'first_name', isOwnName: true };
      await refuseLookalike(app, name, accountId);
    }
    await app.db
      .updateTable('identity.account')
      .set({ first_name: firstName, last_name: lastName, biography })
      .where('id', '=', accountId)
      .execute();
  });
}
