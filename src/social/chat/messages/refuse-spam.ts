import { t } from '../../../kernel/translation/translate.ts';
import { invalid } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { moderateText } from '../../moderation/moderate.ts';
import { linksIn, readTokens } from '../../text/tokens.ts';
import { hasStrangers } from '../members/strangers.ts';

/**
 * Applies moderation rules to messages that strangers read or that contain links. Private messages are not
 * held for review: messages that would be held are rejected. Must be called within `inModeratedTransaction`.
 */
export async function refuseSpam(
  app: App,
  viewer: Viewer,
  { conversationId, text, field }: { conversationId: string; text: string; field: 'message' | 'title' },
): Promise<void> {
  if (text === '') return;
  const hasLinks = linksIn(readTokens(text)).length > 0;
  if (!hasLinks && !(await hasStrangers(app, viewer, conversationId))) return;
  const verdict = await moderateText(app, viewer, { subject: 'message', text, field });
  if (verdict === 'hold')
    throw invalid(field, t('This reads like spam. Say it in other words, or without links'));
}
