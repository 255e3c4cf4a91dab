import { t } from '../../../kernel/translation/translate.ts';
import { icon } from '../../../web/components/icon.ts';
import { html, type Html } from '../../../web/html.ts';
import type { AboutLine } from '../../people/profiles/about-of.ts';

/** A person's profile details with labels. */
export const aboutList = (about: readonly AboutLine[]): Html =>
  html`<dl class="profile-about">
    ${about.map(
      (line) =>
        html`<div>
          <dt>${line.label}</dt>
          <dd>${valueOf(line)}</dd>
        </div>`,
    )}
  </dl>`;

export const valueOf = ({ text, href, isFor }: AboutLine): Html =>
  html`<bdi
      >${href ? html`<a class="link" href="${href}" rel="nofollow ugc me noopener">${text}</a>` : text}</bdi
    >
    ${isFor && restriction(isFor)}`;

const restriction = (isFor: NonNullable<AboutLine['isFor']>): Html =>
  isFor === 'me' ? icon('lock', t('Only you can see it')) : icon('users', t('Your friends can see it'));
