import { t } from '../../../kernel/translation/translate.ts';
import { badge } from '../../../web/components/badge.ts';
import { linkButton, type ButtonKind } from '../../../web/components/button.ts';
import type { IconName } from '../../../web/components/icon-names.ts';
import { buttonForm } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import type { Profile } from '../profiles/profile.ts';
import type { ConnectWord } from '../connect-words.ts';

/** Buttons for the viewer's relationship to a person, in their own frame for in-place updates. */
export function relationButtons(profile: Profile): Html {
  if (profile.isFormer) return html``;
  return html`<turbo-frame class="relation" id="relation-${profile.id}">${buttons(profile)}</turbo-frame>`;
}

function buttons({ id, name, relation, privacy }: Profile): Html {
  /** Optimistic label and icon of a button until the server responds. */
  const afterwards: Partial<Record<ConnectWord, readonly [label: string, icon: IconName]>> = {
    follow: [t('Following'), 'check'],
    unfollow: [t('Follow'), 'plus'],
    'friend-add': [t('Request sent'), 'clock'],
  };
  const act = (
    word: ConnectWord,
    label: string,
    icon: IconName,
    kind: ButtonKind = 'quiet',
    confirm?: string,
  ) =>
    buttonForm({
      to: `/people/${id}/connect`,
      fields: { do: word },
      label,
      icon,
      kind,
      small: true,
      // Emphasized on the person's own page.
      data: {
        'aria-label': `${label}: ${name}`,
        'data-lead': word === 'friend-add',
        'data-then': afterwards[word]?.[0],
        'data-then-icon': afterwards[word]?.[1],
      },
      ...(confirm !== undefined && { confirm }),
    });
  if (relation.isMe)
    return linkButton({
      label: t('Edit profile'),
      href: '/settings',
      icon: 'pencil',
      small: true,
      data: { 'data-turbo-frame': '_top' },
    });
  if (relation.blocks) return act('unblock', t('Unblock'), 'lock-open');
  const unmute = relation.mutes && act('unmute', t('Unmute'), 'volume-2');
  const follow = relation.follows
    ? act('unfollow', t('Following'), 'check')
    : act('follow', t('Follow'), 'plus');
  switch (relation.friendship) {
    case 'friends':
      return html`${unmute}
      ${act('friend-remove', t('Friends'), 'user-check', 'quiet', t('Remove {name} from your friends?', { name }))}
      ${follow}`;
    case 'asked':
      return html`${unmute} ${act('friend-cancel', t('Request sent'), 'clock')} ${follow}`;
    case 'asks':
      return html`${unmute} ${act('friend-accept', t('Accept'), 'user-check', 'primary')}
      ${act('friend-decline', t('Decline'), 'x')}`;
    case 'declined':
      return html`${unmute} ${badge(t('Request sent'))} ${follow}`;
    case 'none':
    case 'refused':
      return html`${unmute}
      ${privacy.requests !== 'nobody' && act('friend-add', t('Add friend'), 'user-plus')} ${follow}`;
  }
}
