import { canSeePart } from '../../../identity/account/privacy.ts';
import { t } from '../../../web/translation/translate.ts';
import type { Viewer } from '../../../platform/app.ts';
import { hueOf, portrait } from '../../../web/components/people.ts';
import { linkButton, icon } from '../../../web/components/controls.ts';
import { card, day } from '../../../web/components/surfaces.ts';
import { menu, menuButton, menuLine, menuLink } from '../../../web/components/navigation/menu.ts';
import { html, type Html, shortNumber } from '../../../web/html.ts';
import type { AboutLine } from '../../people/about.ts';
import { type Trust, trustWords } from '../../moderation/trust.ts';
import { joinCard, peopleCard, relationButtons } from '../../people/components.ts';
import type { RelatedPeople } from '../../people/lists.ts';
import type { Profile } from '../../people/profile.ts';

export interface ProfileHeaderOptions {
  profile: Profile;
  about: readonly AboutLine[];
  viewer: Viewer | undefined;
  /** The trust level, for the person and moderators. */
  trust?: Trust | undefined;
  /** Public URL of Plaza. */
  base: string;
}

/** The header of a profile with counters and the viewer's actions. */
export function profileHeader({ profile, about, viewer, base, trust }: ProfileHeaderOptions): Html {
  const { name, username, biography, counts, isVerified } = profile;
  return html`<header class="profile">
    ${cover(profile)}
    <div class="profile-text">
      <div class="profile-row">
        ${portrait(profile, `/@${username}/photo`)}
        <div class="profile-name">
          <h1>${name} ${isVerified && verifiedBadge()}</h1>
          <p><bdi>@${username}</bdi>${profile.relation.followsMe && html` · follows you`}</p>
        </div>
        <div class="profile-actions">
          ${profile.hasPlans && !profile.relation.blocks && plansButton(profile)}
          ${viewer && relationButtons(profile)} ${viewer && messageButton(profile)}
          ${viewer && !profile.isFormer && profileMenu(profile, base)}
        </div>
      </div>
      ${biography && html`<p dir="auto">${biography}</p>`}
      <ul class="profile-facts profile-places">
        ${about.flatMap((line) => (line.icon ? [html`<li>${icon(line.icon, line.label)} ${valueOf(line)}</li>`] : []))}
        <li>${icon('calendar')} <span>Joined ${day(profile.registeredAt)}</span></li>
        ${trust && html`<li>${icon('shield')} ${trustFact(trust, profile)}</li>`}
      </ul>
      <ul class="profile-facts">
        ${fact(counts.posts, t('{count, plural, one {post} other {posts}}', { count: counts.posts }), `/@${username}`)}
        ${
          canSeePart(profile.privacy, 'friends', profile.relation) &&
          fact(
            counts.friends,
            t('{count, plural, one {friend} other {friends}}', { count: counts.friends }),
            `/@${username}/friends`,
          )
        }
        ${fact(counts.followers, t('{count, plural, one {follower} other {followers}}', { count: counts.followers }), `/@${username}/followers`)}
        <li>
          <a href="/@${username}/following"><b>${shortNumber(counts.followings)}</b> following</a>
        </li>
        ${
          profile.mutualFriends
            ? html`<li>
                <a href="/@${username}/mutual"><b>${shortNumber(profile.mutualFriends)}</b> in common</a>
              </li>`
            : false
        }
      </ul>
      ${about.some(({ icon }) => !icon) && foldedAbout(profile, about)}
    </div>
  </header>`;
}

function trustFact(trust: Trust, { relation }: Profile): Html {
  const words = t('Trust level: {level}', { level: trustWords()[trust] });
  return relation.isMe ? html`<a href="/settings/trust">${words}</a>` : html`<span>${words}</span>`;
}

const plansButton = ({ id, name, relation }: Profile): Html =>
  linkButton({
    label: relation.isMe ? t('Plans') : t('Subscribe'),
    href: `/plans/profile/${id}`,
    icon: 'star',
    kind: relation.isMe ? 'quiet' : 'primary',
    small: true,
    data: { 'aria-label': relation.isMe ? t('Your plans') : t('Subscribe to {name}', { name }) },
  });

const messageButton = ({ id, name, relation, privacy, isFormer }: Profile): Html | false =>
  !relation.isMe &&
  !relation.blocks &&
  !isFormer &&
  privacy.messages !== 'nobody' &&
  linkButton({
    label: t('Message'),
    href: `/messages/new?to=${id}`,
    icon: 'message-circle',
    small: true,
    data: { 'aria-label': t('Message {name}', { name }) },
  });

/** Badge of a person verified by an operator. */
const verifiedBadge = () =>
  html`<span class="verified" title="Verified">${icon('badge-check', t('Verified'))}</span>`;

/** Collapsible details for layouts without a sidebar. */
const foldedAbout = ({ name }: Profile, about: readonly AboutLine[]): Html =>
  html`<details class="more profile-more">
    <summary>${icon('chevron-down')}${t('About {name}', { name })}</summary>
    ${aboutList(about)}
  </details>`;

const fact = (count: number, noun: string, href: string): Html =>
  html`<li>
    <a href="${href}"><b>${shortNumber(count)}</b> ${noun}</a>
  </li>`;

function cover({ id, cover }: Profile): Html {
  if (cover) return html`<img class="profile-cover" src="${cover}" alt="" width="1200" height="343" />`;
  return html`<svg
    class="profile-cover"
    data-hue="${hueOf(id)}"
    viewBox="0 0 700 200"
    preserveAspectRatio="xMidYMid slice"
    aria-hidden="true"
  >
    <rect width="700" height="200" />
    <path
      d="M-40 190C40 60 150 40 190 150S330 250 380 110S520 -10 560 90S660 200 740 60M430 260V150a40 40 0 0 1 40-40h110a40 40 0 0 1 40 40v120"
    />
    <circle cx="${560 + (hueOf(id) - 6) * 8}" cy="58" r="13" />
  </svg>`;
}

function profileMenu({ id, name, username, relation, acceptsTips }: Profile, base: string): Html {
  return menu({
    label: t('More about {name}', { name }),
    items: html`<button class="menu-item needs-script" type="button" data-copy="${base}/@${username}">
        ${icon('link')}<span>Copy link</span>
      </button>
      ${!relation.isMe && menuLine}
      ${
        !relation.isMe &&
        !relation.blocks &&
        acceptsTips &&
        menuLink({
          label: t('Send a tip'),
          href: `/tip/profile/${id}`,
          icon: 'coins',
        })
      }
      ${!relation.isMe && !relation.blocks && menuLink({ label: t('Add to lists'), href: `/@${username}/lists`, icon: 'list' })}
      ${!relation.isMe && menuLink({ label: t('Report'), href: `/report?handle=user&id=${id}`, icon: 'flag' })}
      ${
        relation.followsMe &&
        menuButton({
          label: t('Remove follower'),
          to: `/people/${id}/connect`,
          fields: { do: 'follower-remove' },
          icon: 'user-minus',
          frame: '_top',
          confirm: t('Remove {name} from your followers?', { name }),
        })
      }
      ${
        !relation.isMe &&
        !relation.blocks &&
        menuButton({
          label: relation.mutes ? t('Unmute') : t('Mute'),
          to: `/people/${id}/connect`,
          fields: { do: relation.mutes ? 'unmute' : 'mute' },
          icon: relation.mutes ? 'volume-2' : 'volume-x',
          frame: '_top',
        })
      }
      ${
        !relation.isMe &&
        menuButton({
          label: relation.blocks ? t('Unblock') : t('Block'),
          to: `/people/${id}/connect`,
          fields: {
            do: relation.blocks ? 'unblock' : 'block',
            back: relation.blocks ? '' : '/people/blocked',
          },
          icon: relation.blocks ? 'lock-open' : 'ban',
          danger: !relation.blocks,
          ...(!relation.blocks && {
            confirm: t('Block {name}? You won’t see each other’s content, and you’ll no longer be friends.', {
              name,
            }),
          }),
        })
      }`,
  });
}

/** Sidebar of a profile: details, followers whom the viewer knows, and followed people. */
export function profileSidebar(
  { name, username, relation }: Profile,
  about: readonly AboutLine[],
  { known, followed }: RelatedPeople,
  viewer: Viewer | undefined,
): Html | undefined {
  if (relation.blocks) return undefined;
  const cards = [
    about.some(({ icon }) => !icon) &&
      html`<div class="wide-about">${card({ title: t('About'), body: aboutList(about) })}</div>`,
    peopleCard(t('Followers you know'), known, `/@${username}/followers`),
    peopleCard(
      relation.isMe ? t('You follow') : t('{name} follows', { name }),
      followed,
      `/@${username}/following`,
    ),
    !viewer && joinCard(),
  ].filter((shown) => shown !== false);
  return cards.length > 0 ? html`${cards}` : undefined;
}

/** A person's profile details with labels. */
const aboutList = (about: readonly AboutLine[]): Html =>
  html`<dl class="profile-about">
    ${about.map(
      (line) =>
        html`<div>
          <dt>${line.label}</dt>
          <dd>${valueOf(line)}</dd>
        </div>`,
    )}
  </dl>`;

const valueOf = ({ text, href, isFor }: AboutLine): Html =>
  html`<bdi
      >${href ? html`<a class="link" href="${href}" rel="nofollow ugc me noopener">${text}</a>` : text}</bdi
    >
    ${isFor && restriction(isFor)}`;

const restriction = (isFor: NonNullable<AboutLine['isFor']>): Html =>
  isFor === 'me' ? icon('lock', t('Only you can see it')) : icon('users', t('Your friends can see it'));
