import { t } from '../../../kernel/translation/translate.ts';
import { invalid } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { moderateText } from '../../moderation/moderate.ts';
import { linksIn } from '../../../kernel/typed-text/tokens.ts';
import { tokensIn } from '../../text/tokens-in.ts';
import { hasStrangers } from '../members/strangers.ts';

interface Written {
  /** The stored message. Undefined for the title of a group. */
  id?: string;
  conversationId: string;
  text: string;
  field: 'message' | 'title';
}

/**
 * Applies moderation rules to messages that strangers read or that contain links. Private messages are not
 * held for review: messages that would be held are rejected. Must be called within `inModeratedTransaction`,
 * which then stores nothing.
 */
export async function rejectSpam(
  app: App,
  viewer: Viewer,
  { id, conversationId, text, field }: Written,
): Promise<void> {
  if (text === '') return;
  const hasLinks = linksIn(tokensIn(text)).length > 0;
  const toStrangers = await hasStrangers(app, viewer, conversationId);
  if (!hasLinks && !toStrangers) return;
  const verdict = await moderateText(app, viewer, { subject: 'message', id, text, field, toStrangers });
  if (verdict === 'hold') throw invalid(field, t('This looks like spam. Rephrase it, or remove links.'));
}
