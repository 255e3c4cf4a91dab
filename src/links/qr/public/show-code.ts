import { t } from '../../../kernel/translation/translate.ts';
import { missing } from '../../../kernel/problem.ts';
import type { ShowFollowed } from '../../redirect/followed.ts';
import { selectCodes, toCode } from '../codes/queries.ts';
import { codeView } from '../views/public-code-view.ts';

/** The page of a scanned code that is not a link: its text, contact or network. */
export const showCode: ShowFollowed = async (app, { linkId }) => {
  const row = await selectCodes(app).where('link.id', '=', linkId).executeTakeFirst();
  if (!row) throw missing(t('QR code'));
  return codeView(toCode(row));
};
