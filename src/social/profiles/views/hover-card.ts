import { canSeePart } from '../../../identity/account/privacy.ts';
import type { Viewer } from '../../../platform/app.ts';
import { avatar } from '../../../web/components/people.ts';
import { type MenuEntry, moreEntries } from '../../../web/components/navigation/row-menu.ts';
import { html, type Html, shortNumber } from '../../../web/html.ts';
import { t } from '../../../web/translation/translate.ts';
import { type ConnectWord, relationButtons } from '../../people/components.ts';
import type { Profile } from '../../people/profile.ts';
import { short } from '../../text/plain.ts';

/** What scripts show beside a name under the pointer. */
export function hoverCard(profile: Profile, viewer: Viewer | undefined): Html {
  const { name, username, biography, counts, relation, privacy, mutualFriends = 0 } = profile;
  const known = [
    relation.followsMe && t('Follows you'),
    mutualFriends > 0 &&
      t('{count, plural, one {# friend in common} other {# friends in common}}', { count: mutualFriends }),
  ].filter((part) => part !== false);
  return html`<div class="hover-card">
    <div class="hover-card-head">
      ${avatar(profile, 'large')} ${viewer && !relation.isMe && relationButtons(profile)}
    </div>
    <p class="hover-card-name">
      <a href="/@${username}">${name}</a> <span class="handle">@${username}</span>
    </p>
    ${biography && html`<p dir="auto">${short(biography, 160)}</p>`}
    <p class="hover-card-facts">
      <b>${shortNumber(counts.followers)}</b>
      ${t('{count, plural, one {follower} other {followers}}', { count: counts.followers })}
      ${
        canSeePart(privacy, 'friends', relation) &&
        html` ·
          <b>${shortNumber(counts.friends)}</b>
          ${t('{count, plural, one {friend} other {friends}}', { count: counts.friends })}`
      }
    </p>
    ${known.length > 0 && html`<p class="hover-card-facts">${known.join(' · ')}</p>`}
    ${
      viewer &&
      !relation.isMe &&
      !relation.blocks &&
      html`<p class="hover-card-facts"><a class="link" href="/@${username}/lists">Add to lists</a></p>`
    }
  </div>`;
}

/** What a viewer can do with a person, for menus of what they wrote. */
export function personActs({ id, name, username, relation }: Profile): Html {
  const act = (word: ConnectWord, label: string, icon: MenuEntry['icon'], more: Partial<MenuEntry> = {}) => ({
    label,
    icon,
    to: `/people/${id}/connect`,
    fields: { do: word, say: 'yes' },
    then: '',
    ...more,
  });
  if (relation.isMe) return moreEntries([]);
  if (relation.blocks) return moreEntries([act('unblock', t('Unblock {name}', { name }), 'lock-open')]);
  return moreEntries([
    relation.follows
      ? act('unfollow', t('Unfollow {name}', { name }), 'user-minus')
      : act('follow', t('Follow {name}', { name }), 'user-plus'),
    { label: t('Add to lists'), icon: 'list', href: `/@${username}/lists`, frame: '_top' },
    relation.mutes
      ? act('unmute', t('Unmute {name}', { name }), 'volume-2')
      : act('mute', t('Mute {name}', { name }), 'volume-x'),
    {
      label: t('Block {name}', { name }),
      icon: 'ban',
      to: `/people/${id}/connect`,
      fields: { do: 'block', back: '/people/blocked' },
      frame: '_top',
      confirm: t('Block {name}? You won’t see each other’s content, and you’ll no longer be friends.', {
        name,
      }),
    },
  ]);
}

/** What is said once it is done, if the page stays as it is. */
export const doneText = (word: string, name: string): string | undefined =>
  ({
    follow: t('You follow {name}', { name }),
    unfollow: t('You no longer follow {name}', { name }),
    mute: t('{name} is muted', { name }),
    unmute: t('{name} is no longer muted', { name }),
    unblock: t('{name} is no longer blocked', { name }),
  })[word];
