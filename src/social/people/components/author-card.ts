import { t } from '../../../kernel/translation/translate.ts';
import { linkButton } from '../../../web/components/button.ts';
import { card } from '../../../web/components/card.ts';
import { personRow } from '../../../web/components/person-row.ts';
import { html, type Html } from '../../../web/html.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { short } from '../../text/short.ts';
import type { Profile } from '../profiles/profile.ts';
import { relationButtons } from './relation-buttons.ts';

/** The author of the current page, and a sign-up card for signed-out visitors. */
export function authorCard(author: Profile, viewer: Viewer | undefined): Html {
  const row = personRow({
    person: author,
    href: `/@${author.username}`,
    detail: short(author.biography, 160),
    ...(viewer && !author.relation.isMe && { actions: relationButtons(author) }),
  });
  return card({
    title: t('Written by'),
    flush: true,
    body: row,
    ...(!viewer && {
      footer: html`${linkButton({ label: t('Join to follow'), href: '/signup', small: true })}`,
    }),
  });
}
