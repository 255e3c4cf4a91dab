import { t } from '../../../kernel/translation/translate.ts';
import { card } from '../../../web/components/card.ts';
import { linkButton } from '../../../web/components/button.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { olderNewer } from '../../../web/components/navigation/pagination.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { photoGrid } from '../../posts/components/photo-grid.ts';
import type { PhotoInList } from '../../posts/records/photo-in-list.ts';
import type { Profile } from '../../people/profiles/profile.ts';
import { sectionOf, tabHeader, unlisted } from './profile-tabs.ts';
import type { NumberedPage } from '../../../platform/database/paging.ts';

/** Photos of a person's posts, each linked to its post. */
export function photosView(
  profile: Profile,
  { items: photos, hasMore }: NumberedPage<PhotoInList>,
  { base, page }: { viewer: Viewer | undefined; base: string; page: number },
): View {
  const { name, username, relation, privacy } = profile;
  const here = `/@${username}/photos`;
  return {
    title: t('Photos by {name}', { name }),
    description: t('Photos by {name} (@{username}) on Plaza', { name, username }),
    canonical: `${base}${here}`,
    section: sectionOf(profile),
    ...(!privacy.isListed && { head: unlisted }),
    body: html`${tabHeader(profile, 'photos')}
    ${
      photos.length > 0
        ? photoGrid(photos, name)
        : card({
            body: emptyState({
              illustration: relation.isMe ? 'posts' : 'quiet',
              title: page > 0 ? t('No more photos') : t('No photos yet'),
              text: relation.isMe
                ? t('Photos from your posts will appear here.')
                : t('{name} has no photos that you can see.', { name }),
              ...(relation.isMe && {
                action: linkButton({ label: t('Write a post'), href: '/#compose', icon: 'square-pen' }),
              }),
            }),
          })
    }
    ${olderNewer({ newer: page > 0 && `${here}?page=${page - 1}`, older: hasMore && `${here}?page=${page + 1}` })}`,
  };
}
