import { t } from '../../../kernel/translation/translate.ts';
import { invalid } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { moderateText } from '../../moderation/moderate.ts';
import { linksIn, readTokens } from '../../text/tokens.ts';

/**
 * What is written to a stranger, and what has links in it, goes through the rules of moderation. Nobody reads private messages
 * first: what the rules would hold is not sent. Called within `inModeratedTransaction`.
 */
export async function refuseSpam(
  app: App,
  viewer: Viewer,
  { text, isToStranger }: { text: string; isToStranger: boolean },
): Promise<void> {
  if (!isToStranger && linksIn(readTokens(text)).length === 0) return;
  const verdict = await moderateText(app, viewer, { subject: 'message', text, field: 'message' });
  if (verdict === 'hold')
    throw invalid('message', t('This reads like spam. Say it in other words, or without links'));
}
