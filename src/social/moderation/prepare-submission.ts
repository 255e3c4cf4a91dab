import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { distinctTokens } from '../text/distinct-tokens.ts';
import { prepareTexts, type TextCall } from '../text/prepared.ts';
import { fingerprintOf } from './fingerprint.ts';
import { tokensOf } from './spam/tokens.ts';
import { linksOf } from './words/hosts.ts';
import { foldText } from './words/text-rule.ts';

/** Reads a long text for the rules in a sandbox. Call this before the transaction that moderates it. */
export const prepareSubmission = (
  app: App,
  author: Pick<Viewer, 'id'>,
  { text, title = '', kind = 'post' }: { text: string; title?: string; kind?: string },
  more: readonly TextCall[] = [],
): Promise<void> =>
  prepareTexts(app, author.id, [
    distinctTokens.call(text, kind),
    linksOf.call(text),
    tokensOf.call(text, title),
    fingerprintOf.call(text),
    foldText.call(text),
    ...more,
  ]);
