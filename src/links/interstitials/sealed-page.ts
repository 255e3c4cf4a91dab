import { t } from '../../kernel/translation/translate.ts';
import { randomBytes } from 'node:crypto';
import { Problem } from '../../kernel/problem.ts';
import { seal, unseal } from '../../kernel/secrets.ts';
import { hours } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import type { FollowedLink } from '../redirect/followed.ts';

export type PageKind = 'frame' | 'splash' | 'overlay' | 'pixels';

/** State of a page that was shown, sent back by its forms in order to show or leave it again. */
export interface ShownPage {
  kind: PageKind;
  followed: FollowedLink;
  /** Unique id of this page view. */
  page: string;
}

/** Prefix that keeps data sealed for other purposes from being accepted here. */
const purpose = 'shown-page:';
const validFor = hours(24);

type Keys = Pick<App, 'clock'> & { config: Pick<App['config'], 'secretKey'> };

/**
 * Seals the page state for a form field. The destination is encrypted and cannot be changed, so forms are not
 * open redirects.
 */
export function sealPage({ config, clock }: Keys, kind: PageKind, followed: FollowedLink): string {
  const content = { kind, followed, page: randomBytes(12).toString('base64url'), at: clock.now().getTime() };
  return seal(config.secretKey, purpose + JSON.stringify(content)).toString('base64url');
}

export function unsealPage({ config, clock }: Keys, text: string): ShownPage {
  const content = open(config.secretKey, text);
  if (!content?.startsWith(purpose)) throw new Problem('invalid', t('This form is not valid'));
  const { at, ...shown } = JSON.parse(content.slice(purpose.length)) as ShownPage & { at: number };
  if (clock.now().getTime() - at > validFor)
    throw new Problem('gone', t('This page has expired. Open the link again.'));
  return shown;
}

function open(key: Buffer, text: string): string | undefined {
  try {
    return unseal(key, Buffer.from(text, 'base64url'));
  } catch {
    // Any error means that it was not sealed here.
    return undefined;
  }
}
